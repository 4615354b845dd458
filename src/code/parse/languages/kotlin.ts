// References and imports of Kotlin.

import { AS_TYPE, type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(class_declaration) (class_body) (function_declaration) (anonymous_function) (lambda_literal) (control_structure_body)
 (for_statement) (catch_block) (when_expression) (secondary_constructor) (getter) (setter) (type_alias)] @block

(simple_identifier) @ref.value
(interpolated_identifier) @ref.value
(type_identifier) @ref.type
(user_type (type_identifier) @on . (type_identifier) @ref.type)
(navigation_expression . (_) @on (navigation_suffix (simple_identifier) @ref.value))
(call_expression . (simple_identifier) @ref.call)
(call_expression . (navigation_expression . (_) @on (navigation_suffix (simple_identifier) @ref.call)))
(callable_reference . (type_identifier) @on (simple_identifier) @ref.value)
(directly_assignable_expression . (simple_identifier) @ref.write .)
(directly_assignable_expression . (_) @on (navigation_suffix (simple_identifier) @ref.write))
(delegation_specifier (user_type (type_identifier) @ref.inherit))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @ref.inherit)))
(delegation_specifier (explicit_delegation (user_type (type_identifier) @ref.inherit)))

(value_argument . (simple_identifier) @skip . (_))
(class_parameter (binding_pattern_kind) (simple_identifier) @skip)

(parameter . (simple_identifier) @local (_) @typed)
(class_parameter (simple_identifier) @local . (_) @typed)
(variable_declaration . (simple_identifier) @local)
(variable_declaration . (simple_identifier) @local (_) @typed)
(property_declaration (variable_declaration . (simple_identifier) @local .) . (_) @made)
(catch_block (simple_identifier) @local (user_type) @typed)
(type_parameter . (type_identifier) @generic)
(function_value_parameters (parameter_modifiers) @many . (parameter . (simple_identifier) @local))

(class_parameter (binding_pattern_kind) (simple_identifier) @field . (_) @typed)
(class_body (property_declaration (variable_declaration . (simple_identifier) @field (_) @typed)))
(class_body (property_declaration (variable_declaration . (simple_identifier) @field .) . (_) @made))
(function_declaration (simple_identifier) @result . (function_value_parameters) . [(user_type) (nullable_type)] @typed)

[(import_header) (package_header)] @import
`;

export const kotlin: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [AS_TYPE, /^((?:\w+\.)*\p{Lu}\w*)\(\)/u],
  wrappers: ["Lazy"],
  hasBareMembers: true,
  builtins: ["Any", "Boolean", "Double", "Int", "Long", "String", "Unit", "it", "println"],
};

/** `import a.b.C as D`, `import a.b.*`. */
function importsOf(statement: string): FoundImport[] {
  const found = /^import ([\p{L}\p{N}_.`]+?)(?:\.(\*))?(?: as ([\p{L}\p{N}_]+))? ?;?$/u.exec(statement);
  if (found === null) return [];
  const path = found[1]!.replaceAll("`", "");
  if (found[2] === "*") return [{ module: path, names: [{ name: "*", local: "*" }], isReexport: false }];
  const at = path.lastIndexOf(".");
  const name = path.slice(at + 1);
  return [{ module: path.slice(0, Math.max(0, at)), names: [{ name, local: found[3] ?? name }], isReexport: false }];
}
