// References and imports of Zig. An import is a value: the file itself, or what is taken from it at once.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(function_declaration) (block) (for_statement) (while_statement) (if_statement) (struct_declaration)
 (union_declaration) (enum_declaration) (test_declaration) (catch_expression) (switch_case)] @block

(identifier) @ref.value
(field_expression object: (_) @on member: (identifier) @ref.value)
(field_expression !object member: (identifier) @ref.member)
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression object: (_) @on member: (identifier) @ref.call))
(struct_initializer . (identifier) @ref.new)
(struct_initializer . (field_expression object: (_) @on member: (identifier) @ref.new))
(parameter type: (identifier) @ref.type)
(parameter type: (pointer_type (identifier) @ref.type))
(parameter type: (field_expression object: (_) @on member: (identifier) @ref.type))
(parameter type: (pointer_type (field_expression object: (_) @on member: (identifier) @ref.type)))
(function_declaration type: (identifier) @ref.type)
(function_declaration type: (_ (identifier) @ref.type))
(function_declaration type: (_ (_ (identifier) @ref.type)))
(variable_declaration type: (identifier) @ref.type)
(container_field type: (identifier) @ref.type)
(container_field type: (_ (identifier) @ref.type))
(container_field type: (field_expression object: (_) @on member: (identifier) @ref.type))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (field_expression object: (_) @on member: (identifier) @ref.write))
(variable_declaration . (field_expression object: (_) @on member: (identifier) @ref.write))

(initializer_list (assignment_expression left: (field_expression !object member: (identifier) @skip)))
(block_label (identifier) @skip)
(break_label (identifier) @skip)

(parameter name: (identifier) @local type: (_) @typed)
(payload (identifier) @local)
(variable_declaration "const" . (identifier) @local)
(variable_declaration "var" . (identifier) @local)
(variable_declaration . ["const" "var"] . (identifier) @local type: (_) @typed)
(variable_declaration "const" . (identifier) @local . (call_expression) @made)
(variable_declaration "var" . (identifier) @local . (call_expression) @made)
(variable_declaration "const" . (identifier) @local . (struct_initializer . (_) @typed))
(variable_declaration "var" . (identifier) @local . (struct_initializer . (_) @typed))

(container_field name: (identifier) @field type: (_) @typed)
(function_declaration name: (identifier) @result type: (_) @typed)

((variable_declaration (builtin_function (builtin_identifier) @modifier)) @import (#eq? @modifier "@import"))
((variable_declaration (field_expression object: (builtin_function (builtin_identifier) @modifier))) @import
  (#eq? @modifier "@import"))
`;

export const zig: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^((?:\w+\.)*\p{Lu}\w*)\.(?:init|create)\(\)/u],
  selves: ["self", "Self"],
  supers: [],
  builtins: ["_", "bool", "null", "std", "true", "false", "undefined", "usize", "void"],
};

/** `const a = @import("b.zig");`, `const C = @import("b.zig").C;`. */
function importsOf(statement: string): FoundImport[] {
  const found = /(pub )?(?:const|var) (\w+)(?: ?:[^=]*)? ?= ?@import\(["']([^"']+)["']\)((?:\.\w+)*)/.exec(statement);
  if (found === null) return [];
  const name = found[4] === "" ? "*" : found[4]!.slice(found[4]!.lastIndexOf(".") + 1);
  return [{ module: found[3]!, names: [{ name, local: found[2]! }], isReexport: found[1] !== undefined }];
}
