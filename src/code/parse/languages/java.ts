// References and imports of Java.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(method_declaration) (constructor_declaration) (compact_constructor_declaration) (lambda_expression) (block)
 (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause) (switch_block)
 (switch_rule) (switch_block_statement_group) (class_declaration) (interface_declaration) (static_initializer)] @block

(identifier) @ref.value
(type_identifier) @ref.type
(scoped_type_identifier . (_) @on (type_identifier) @ref.type .)
(field_access object: (_) @on field: (identifier) @ref.value)
(method_invocation name: (identifier) @ref.call)
(method_invocation object: (_) @on name: (identifier) @ref.call)
(method_reference . (_) @on (identifier) @ref.value .)
(object_creation_expression type: (type_identifier) @ref.new)
(object_creation_expression type: (generic_type . (type_identifier) @ref.new))
(object_creation_expression type: (scoped_type_identifier . (_) @on (type_identifier) @ref.new .))
(array_creation_expression type: (type_identifier) @ref.new)
(marker_annotation name: (identifier) @ref.type)
(annotation name: (identifier) @ref.type)
(superclass (type_identifier) @ref.inherit)
(superclass (generic_type . (type_identifier) @ref.inherit))
(superclass (scoped_type_identifier . (_) @on (type_identifier) @ref.inherit .))
(superclass (generic_type (scoped_type_identifier . (_) @on (type_identifier) @ref.inherit .)))
(super_interfaces (type_list (type_identifier) @ref.inherit))
(super_interfaces (type_list (generic_type . (type_identifier) @ref.inherit)))
(super_interfaces (type_list (scoped_type_identifier . (_) @on (type_identifier) @ref.inherit .)))
(extends_interfaces (type_list (type_identifier) @ref.inherit))
(extends_interfaces (type_list (generic_type . (type_identifier) @ref.inherit)))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (field_access object: (_) @on field: (identifier) @ref.write))
(update_expression (identifier) @ref.write)
(update_expression (field_access object: (_) @on field: (identifier) @ref.write))

(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)
(element_value_pair key: (identifier) @skip)
(annotation_type_element_declaration name: (identifier) @skip)

(method_declaration parameters: (formal_parameters (formal_parameter type: (_) @typed name: (identifier) @local)))
(constructor_declaration parameters: (formal_parameters (formal_parameter type: (_) @typed name: (identifier) @local)))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @typed name: (identifier) @local)))
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @skip)))
(spread_parameter (variable_declarator name: (identifier) @local))
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(local_variable_declaration type: (_) @typed declarator: (variable_declarator name: (identifier) @local value: (_)? @made))
(enhanced_for_statement type: (_) @typed name: (identifier) @local)
(resource type: (_) @typed name: (identifier) @local value: (_) @made)
(catch_formal_parameter (catch_type) @typed name: (identifier) @local)
(instanceof_expression right: (_) @typed name: (identifier) @local)
(record_pattern_component (identifier) @local)
(type_pattern (_) @typed (identifier) @local)
(type_parameter . (type_identifier) @generic)

(field_declaration type: (_) @typed declarator: (variable_declarator name: (identifier) @field))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @typed name: (identifier) @field)))
(method_declaration type: (_) @typed name: (identifier) @result)

[(import_declaration) (package_declaration)] @import
`;

export const java: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  hasBareMembers: true,
  builtins: ["String", "Object", "Integer", "Long", "Double", "Boolean", "Override", "var"],
};

/** `import a.b.C`, `import static a.b.C.max`, `import a.b.*`. */
function importsOf(statement: string): FoundImport[] {
  const path = /^import (?:static )?(.*?) ?;?$/.exec(statement)?.[1]?.replace(/ /g, "");
  if (path === undefined || !path.includes(".")) return [];
  const at = path.lastIndexOf(".");
  const name = path.slice(at + 1);
  return [{ module: path.slice(0, at), names: [{ name, local: name }], isReexport: false }];
}
