// References and imports of C#.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

/** The forms of a type in a field of a node: plain, generic, behind a namespace. */
function typed(node: string, field: string, kind: string): string {
  return [
    `(${node} ${field}(identifier) @ref.${kind})`,
    `(${node} ${field}(generic_name . (identifier) @ref.${kind}))`,
    `(${node} ${field}(qualified_name qualifier: (_) @on name: (identifier) @ref.${kind}))`,
    `(${node} ${field}(qualified_name qualifier: (_) @on name: (generic_name . (identifier) @ref.${kind})))`,
    "",
  ].join("\n");
}

const TYPED_NODES = [
  ...["variable_declaration", "parameter", "property_declaration", "cast_expression", "typeof_expression"],
  ...["declaration_pattern", "catch_declaration", "foreach_statement", "local_function_statement", "array_type"],
  ...["nullable_type", "type_parameter_constraint", "delegate_declaration"],
];

const QUERY = `
[(method_declaration) (constructor_declaration) (local_function_statement) (lambda_expression) (block)
 (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section) (accessor_declaration)
 (class_declaration) (interface_declaration) (delegate_declaration) (query_expression)] @block

(identifier) @ref.value
(generic_name . (identifier) @ref.type)
(type_argument_list (identifier) @ref.type)
${TYPED_NODES.map((node) => typed(node, "type: ", "type")).join("")}
${typed("method_declaration", "returns: ", "type")}
${typed("object_creation_expression", "type: ", "new")}
${typed("base_list", "", "inherit")}
(binary_expression right: (identifier) @ref.value)
(attribute name: (identifier) @ref.type)
(member_access_expression expression: _ @on name: (identifier) @ref.member)
(member_access_expression expression: _ @on name: (generic_name . (identifier) @ref.member))
(conditional_access_expression condition: _ @on (member_binding_expression name: (identifier) @ref.member))
(invocation_expression function: (identifier) @ref.call)
(invocation_expression function: (generic_name . (identifier) @ref.call))
(invocation_expression function: (member_access_expression expression: _ @on name: (identifier) @ref.call))
(invocation_expression function: (member_access_expression expression: _ @on name: (generic_name . (identifier) @ref.call)))
(invocation_expression function: (conditional_access_expression condition: _ @on
  (member_binding_expression name: (identifier) @ref.call)))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (member_access_expression expression: _ @on name: (identifier) @ref.write))
(postfix_unary_expression (identifier) @ref.write)
(postfix_unary_expression (member_access_expression expression: _ @on name: (identifier) @ref.write))
(object_creation_expression type: (_) @onto
  initializer: (initializer_expression (assignment_expression left: (identifier) @ref.write)))

(attribute_argument (assignment_expression left: (identifier) @skip))
(argument name: (identifier) @skip)
(labeled_statement . (identifier) @skip)
(namespace_declaration name: (_ (identifier) @skip))
(file_scoped_namespace_declaration name: (_) @none)
(file_scoped_namespace_declaration name: (_ (identifier) @skip))

(parameter type: (_)? @typed name: (identifier) @local)
(parameter_list name: (identifier) @local)
(implicit_parameter) @local
(local_declaration_statement (variable_declaration type: (_) @typed
  (variable_declarator name: (identifier) @local (_)? @made)))
(using_statement (variable_declaration type: (_) @typed (variable_declarator name: (identifier) @local (_)? @made)))
(for_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(tuple_pattern name: (identifier) @local)
(foreach_statement type: (_) @typed left: (identifier) @local)
(catch_declaration type: (_) @typed name: (identifier) @local)
(declaration_pattern type: (_) @typed name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(type_parameter name: (identifier) @generic)
(from_clause name: (identifier) @local)
(record_declaration (parameter_list (parameter name: (identifier) @skip)))

(field_declaration (variable_declaration type: (_) @typed (variable_declarator name: (identifier) @field)))
(property_declaration type: (_) @typed name: (identifier) @field)
(record_declaration (parameter_list (parameter type: (_) @typed name: (identifier) @field)))
(method_declaration returns: (_) @typed name: (identifier) @result)

(using_directive) @import
`;

export const csharp: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  supers: ["base"],
  wrappers: ["Task", "ValueTask", "Lazy", "Nullable"],
  hasBareMembers: true,
  builtins: ["var", "nameof", "value", "_"],
};

/** `using A.B`, `using static A.B`, `using X = A.B`. */
function importsOf(statement: string): FoundImport[] {
  const found = /^(?:global )?using (?:static )?(?:(\w+) ?= ?)?([^;]+?) ?;?$/.exec(statement);
  if (found === null) return [];
  return [{ module: found[2]!, names: [{ name: "*", local: found[1] ?? "*" }], isReexport: false }];
}
