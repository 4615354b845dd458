// References and imports of C and C++.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

/** Names that a declaration brings, with pointers and arrays around them, and the node of the type. */
function declared(statement: string, role: string, name: string): string {
  const within = [
    `(${name}) @${role}`,
    `(pointer_declarator declarator: (${name}) @${role})`,
    `(pointer_declarator declarator: (pointer_declarator declarator: (${name}) @${role}))`,
  ];
  return within.map((declarator) => `(${statement} type: (_) @typed declarator: ${declarator})\n`).join("");
}

const C = `
[(function_definition) (compound_statement) (for_statement) (case_statement)] @block

(identifier) @ref.value
(type_identifier) @ref.type
(field_expression argument: (_) @on field: (field_identifier) @ref.value)
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression argument: (_) @on field: (field_identifier) @ref.call))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (field_expression argument: (_) @on field: (field_identifier) @ref.write))
(update_expression argument: (identifier) @ref.write)
(update_expression argument: (field_expression argument: (_) @on field: (field_identifier) @ref.write))
(initializer_pair designator: (field_designator (field_identifier) @ref.write))
(struct_specifier name: (type_identifier) @skip body: (_))
(union_specifier name: (type_identifier) @skip body: (_))
(enum_specifier name: (type_identifier) @skip body: (_))

(function_declarator declarator: (identifier) @local)
(array_declarator declarator: (identifier) @local)
(pointer_declarator declarator: (identifier) @local)
(init_declarator declarator: (identifier) @local)
(preproc_params (identifier) @skip)
(preproc_defined (identifier) @ref.value)
${declared("parameter_declaration", "local", "identifier")}
${declared("declaration", "local", "identifier")}
${declared("field_declaration", "field", "field_identifier")}
(declaration type: (_) @typed declarator: (init_declarator declarator: (identifier) @local value: (_) @made))
(declaration type: (_) @typed declarator: (init_declarator
  declarator: (pointer_declarator declarator: (identifier) @local) value: (_) @made))
(function_definition type: (_) @typed declarator: (function_declarator declarator: (identifier) @result))
(function_definition type: (_) @typed declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @result)))

(preproc_include) @import
`;

const CPP = `${C}
[(lambda_expression) (for_range_loop) (template_declaration) (catch_clause) (if_statement)] @block

(qualified_identifier scope: (_) @on name: [(identifier) (type_identifier)] @ref.value)
(qualified_identifier scope: (_) @on name: (template_type name: (_) @ref.type))
(parameter_declaration type: (qualified_identifier scope: (_) @on name: (type_identifier) @ref.type))
(declaration type: (qualified_identifier scope: (_) @on name: (type_identifier) @ref.type))
(field_declaration type: (qualified_identifier scope: (_) @on name: (type_identifier) @ref.type))
(function_definition type: (qualified_identifier scope: (_) @on name: (type_identifier) @ref.type))
(call_expression function: (qualified_identifier scope: (_) @on name: (identifier) @ref.call))
(call_expression function: (qualified_identifier scope: (_) @on name: (template_function name: (_) @ref.call)))
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @on name: (identifier) @ref.call)))
(call_expression function: (template_function name: (identifier) @ref.call))
(call_expression function: (field_expression argument: (_) @on field: (template_method name: (_) @ref.call)))
(new_expression type: (type_identifier) @ref.new)
(new_expression type: (template_type name: (type_identifier) @ref.new))
(new_expression type: (qualified_identifier scope: (_) @on name: (type_identifier) @ref.new))
(compound_literal_expression type: (type_identifier) @ref.new)
(base_class_clause (type_identifier) @ref.inherit)
(base_class_clause (template_type name: (type_identifier) @ref.inherit))
(base_class_clause (qualified_identifier scope: (_) @on name: (type_identifier) @ref.inherit))
(base_class_clause (qualified_identifier scope: (_) @on name: (template_type name: (_) @ref.inherit)))
(field_initializer . (field_identifier) @ref.write)
(class_specifier name: (type_identifier) @skip body: (_))
(template_method name: (_) @ref.call)
(destructor_name (identifier) @skip)

(type_parameter_declaration (type_identifier) @generic)
(reference_declarator (identifier) @local)
(parameter_declaration type: (_) @typed declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration type: (_) @typed declarator: (identifier) @local)
(declaration type: (_) @typed declarator: (init_declarator
  declarator: (reference_declarator (identifier) @local) value: (_) @made))
(field_declaration type: (_) @typed declarator: (reference_declarator (field_identifier) @field))
(for_range_loop type: (_) @typed declarator: (identifier) @local)
(for_range_loop type: (_) @typed declarator: (reference_declarator (identifier) @local))
(structured_binding_declarator (identifier) @local)
(lambda_capture_initializer left: (identifier) @local)
(field_declaration type: (_) @typed declarator: (function_declarator declarator: (field_identifier) @result))
(function_definition type: (_) @typed declarator: (function_declarator declarator: (field_identifier) @result))
(function_definition type: (_) @typed declarator: (function_declarator
  declarator: (qualified_identifier scope: (_) @of name: (identifier) @result)))

(using_declaration) @import
(namespace_alias_definition) @import
`;

const RULES: Omit<ParseRules, "query"> = {
  ...PLAIN_RULES,
  imports: importsOf,
  makers: [
    /^new ((?:\w+::)*\w+)(?:\(\)|\{\})*/,
    /^((?:\w+::)*\p{Lu}\w*)(?:\(\)|\{\})/u,
    // What stands between angle brackets is kept for these two.
    /^(?:std::)?make_(?:unique|shared)<((?:\w+::)*\w+)>\(\)/,
  ],
  supers: [],
  wrappers: ["unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper"],
};

export const c: ParseRules = { ...RULES, query: C, builtins: ["NULL", "size_t"] };
export const cpp: ParseRules = {
  ...RULES,
  query: CPP,
  hasBareMembers: true,
  builtins: ["NULL", "size_t", "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"],
};

/** `#include`, and C++'s `using` and `namespace a = b`. */
function importsOf(statement: string): FoundImport[] {
  const included = /^# ?include ?(?:"([^"]*)"|(<[^>]*>))/.exec(statement);
  if (included !== null) {
    return [{ module: included[1] ?? included[2]!, names: [{ name: "*", local: "*" }], isReexport: false }];
  }
  const alias = /^namespace (\w+) ?= ?([\w:]+)/.exec(statement);
  if (alias !== null) return [{ module: alias[2]!, names: [{ name: "*", local: alias[1]! }], isReexport: false }];
  const all = /^using namespace ([\w:]+)/.exec(statement)?.[1];
  if (all !== undefined) return [{ module: all, names: [{ name: "*", local: "*" }], isReexport: false }];
  const one = /^using ([\w:]+)::(\w+)/.exec(statement);
  return one === null ? [] : [{ module: one[1]!, names: [{ name: one[2]!, local: one[2]! }], isReexport: false }];
}
