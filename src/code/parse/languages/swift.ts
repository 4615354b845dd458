// References and imports of Swift.

import { AS_TYPE, type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(class_declaration) (class_body) (protocol_declaration) (function_declaration) (lambda_literal) (if_statement)
 (for_statement) (while_statement) (switch_entry) (catch_block) (computed_getter) (computed_setter)
 (do_statement)] @block

(simple_identifier) @ref.value
(type_identifier) @ref.type
(user_type (type_identifier) @on . (type_identifier) @ref.type)
(navigation_expression target: (_) @on suffix: (navigation_suffix suffix: (simple_identifier) @ref.value))
(call_expression . (simple_identifier) @ref.call)
(call_expression . (navigation_expression target: (_) @on
  suffix: (navigation_suffix suffix: (simple_identifier) @ref.call)))
(directly_assignable_expression . (simple_identifier) @ref.write .)
(directly_assignable_expression (navigation_expression target: (_) @on
  suffix: (navigation_suffix suffix: (simple_identifier) @ref.write)))
(inheritance_specifier inherits_from: (user_type (type_identifier) @ref.inherit))

(parameter external_name: (_) @skip)
(value_argument_label (simple_identifier) @skip)
(enum_entry name: (simple_identifier) @skip)
(associatedtype_declaration name: (_) @skip)
(type_constraint (inheritance_constraint constrained_type: (identifier (simple_identifier) @none)))

(parameter name: (simple_identifier) @local)
(parameter name: (simple_identifier) @local name: (_) @typed)
(lambda_parameter name: (simple_identifier) @local)
(pattern bound_identifier: (simple_identifier) @local)
(guard_statement bound_identifier: (simple_identifier) @local)
(if_statement bound_identifier: (simple_identifier) @local)
(pattern (pattern (simple_identifier) @local))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local)
  (type_annotation (_) @typed))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local) value: (_) @made)
(type_parameter . (type_identifier) @generic)

(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @field)
  (type_annotation (_) @typed)))
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @field) value: (_) @made))
(function_declaration name: (simple_identifier) @result name: (user_type) @typed)

(import_declaration) @import
`;

export const swift: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [AS_TYPE, /^((?:\w+\.)*\p{Lu}\w*)\(\)/u],
  selves: ["self", "Self"],
  wrappers: ["Optional"],
  hasBareMembers: true,
  builtins: ["$0", "$1", "Bool", "Double", "Int", "Self", "String", "Void", "_", "init", "newValue", "print"],
};

/** `import Foundation`, `import class X.Y`. */
function importsOf(statement: string): FoundImport[] {
  const found = /import (?:(?:class|struct|enum|protocol|func|var|let|typealias) )?([\w.]+)$/.exec(statement);
  if (found === null) return [];
  return [{ module: found[1]!, names: [{ name: "*", local: "*" }], isReexport: /^@_exported/.test(statement) }];
}
