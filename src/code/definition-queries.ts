// Queries over syntax trees that find the definitions of symbols in each language. A pattern captures the definition by
// its kind (`@class`, `@function`, ...) and the node of its name as `@name`. Some patterns also capture `@receiver`:
// the type of a method that stands outside of that type.
//
// Some captures are no kinds. `@scope` is no symbol, but the container of everything inside it (Rust's impl blocks).
// `@anonymous` is a function without a name; definitions inside it are local. `@prototype` is a function without a
// body; inside of another function the same syntax means something else. `@modifier` and `@modifier.*` serve only for
// conditions. Local variables match too; nesting.ts leaves them out.

import type { ParsedLanguage } from "./languages.ts";

/**
 * Patterns for `exports.name = value` and `module.exports.name = value` as statements. A value that is a mere name is
 * left out, because its definition stands elsewhere.
 */
function commonJs(value: string, kind: string): string {
  const assignment = (object: string) =>
    `((expression_statement (assignment_expression left: (member_expression object: ${object} property: (property_identifier) @name) right: ${value} @modifier.value) @${kind}) `;
  const isValue = '(#not-match? @modifier.value "^(?:void 0|[A-Za-z_$][A-Za-z0-9_$]*)$"))';
  return `
${assignment("(identifier) @modifier.object")} (#eq? @modifier.object "exports") ${isValue}
${assignment("(member_expression) @modifier.object")} (#eq? @modifier.object "module.exports") ${isValue}`;
}

/** `response.send = function () {}` and `Cache.prototype.get = function () {}` as statements at the top. */
function memberFunction(object: string): string {
  const isPrototype = object.includes("@modifier") ? '(#eq? @modifier.prototype "prototype")' : "";
  return `((program (expression_statement (assignment_expression left: (member_expression object: ${object} property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @method))
  (#not-any-of? @receiver "exports" "module" "window" "globalThis") ${isPrototype})`;
}

const ECMASCRIPT = `
[(arrow_function) (function_expression)] @anonymous
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(method_definition name: (_) @name) @method
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant)
(lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable)
(variable_declaration (variable_declarator name: (identifier) @name) @variable)
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(export_statement "default" @name value: (class)) @class
${memberFunction("(identifier) @receiver")}
${memberFunction("(member_expression object: (identifier) @receiver property: (property_identifier) @modifier.prototype)")}
${commonJs("(_)", "variable")}
${commonJs("[(arrow_function) (function_expression) (generator_function)]", "function")}
${commonJs("(class)", "class")}
`;

const TYPESCRIPT = `${ECMASCRIPT}
(class_declaration name: (_) @name) @class
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(enum_body name: (_) @name @member)
(enum_body (enum_assignment name: (_) @name) @member)
(internal_module name: (_) @name) @namespace
(module name: (_) @name) @namespace
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(interface_body (property_signature name: (_) @name) @field)
(public_field_definition name: (_) @name) @field
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
`;

const C = `
(preproc_def name: (_) @name) @macro
(preproc_function_def name: (_) @name) @macro
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(enumerator name: (_) @name) @member
(field_declaration declarator: (field_identifier) @name) @field
(field_declaration declarator: (_ declarator: (field_identifier) @name)) @field
(field_declaration declarator: (_ declarator: (_ declarator: (field_identifier) @name))) @field
(type_definition declarator: (type_identifier) @name) @type
(type_definition declarator: (_ declarator: (type_identifier) @name)) @type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))) @type
(type_definition declarator: (_ declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name))))) @type
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @function
(function_definition declarator: (_ (_ declarator: (function_declarator declarator: (identifier) @name)))) @function
(function_definition declarator: (_ (_ (_ declarator: (function_declarator declarator: (identifier) @name))))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @prototype
(declaration declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @prototype
(declaration declarator: (_ declarator: (_ declarator: (function_declarator declarator: (identifier) @name)))) @prototype
(declaration declarator: (identifier) @name) @variable
(declaration declarator: (init_declarator declarator: (identifier) @name)) @variable
(declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @name))) @variable
(declaration declarator: (pointer_declarator declarator: (identifier) @name)) @variable
(declaration declarator: (array_declarator declarator: (identifier) @name)) @variable
`;

/** Definitions in Elixir, where they are calls: `def name(a) when b do`, `def name, do: a`. */
function elixirDefinition(kind: string, words: string): string {
  const heads = ["(identifier) @name", "(call target: (identifier) @name)"];
  const all = heads.flatMap((head) => [head, `(binary_operator left: ${head} operator: "when")`]);
  return `((call target: (identifier) @modifier (arguments . [${all.join(" ")}])) @${kind}
  (#match? @modifier "${words}") (#not-eq? @name "unquote"))`;
}

const QUERIES: Readonly<Record<ParsedLanguage, string>> = {
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  javascript: `${ECMASCRIPT}
(class_declaration name: (_) @name) @class
(field_definition property: (_) @name) @field
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
`,
  python: `
(class_definition name: (_) @name) @class
(function_definition name: (_) @name) @function
(module (expression_statement (assignment left: (identifier) @name) @variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @field)))
`,
  go: `
(func_literal) @anonymous
(function_declaration name: (_) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @receiver)) name: (_) @name) @method
(type_spec name: (_) @name type: (struct_type)) @struct
(type_spec name: (_) @name type: (interface_type)) @interface
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(method_elem name: (_) @name) @method
(field_declaration name: (_) @name) @field
(const_spec name: (_) @name) @constant
(var_spec name: (_) @name) @variable
`,
  rust: `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(enum_variant name: (_) @name) @member
(field_declaration name: (_) @name) @field
(trait_item name: (_) @name) @trait
(type_item name: (_) @name) @type
(associated_type name: (_) @name) @type
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @variable
(mod_item name: (_) @name) @module
(macro_definition name: (_) @name) @macro
(impl_item type: (_) @name) @scope
`,
  java: `
(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(annotation_type_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(enum_constant name: (_) @name) @member
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(compact_constructor_declaration name: (_) @name) @method
(field_declaration declarator: (variable_declarator name: (_) @name)) @field
(constant_declaration declarator: (variable_declarator name: (_) @name)) @constant
`,
  c: C,
  cpp: `${C}
(declaration declarator: (function_declarator declarator: (destructor_name) @name)) @prototype
(declaration declarator: (operator_cast) @name) @prototype
(field_declaration declarator: (function_declarator declarator: (operator_name) @name)) @prototype
(field_declaration declarator: (_ (function_declarator declarator: (operator_name) @name))) @prototype
(function_definition declarator: (operator_cast) @name) @method
(class_specifier name: (_) @name body: (_)) @class
(namespace_definition name: (_) @name) @namespace
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @prototype
(field_declaration declarator: (_ (function_declarator declarator: (field_identifier) @name))) @prototype
(function_definition declarator: (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)) @method
(function_definition declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @method
(function_definition declarator: (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))) @method
(function_definition declarator: (function_declarator declarator: (template_function name: (_) @name))) @function
(function_definition declarator: (_ (function_declarator declarator: (template_function name: (_) @name)))) @function
(function_definition declarator: (_ (_ (function_declarator declarator: (qualified_identifier) @name)))) @method
(declaration declarator: (reference_declarator (function_declarator declarator: (identifier) @name))) @prototype
(field_declaration declarator: (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))) @prototype
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @name))) @function
((expression_statement (assignment_expression left: (call_expression function: (qualified_identifier) @name)
  right: (identifier) @modifier)) @method (#match? @name "::~\\\\w+$") (#match? @modifier "^(?:default|delete)$"))
(function_definition declarator: (function_declarator declarator: (qualified_identifier) @name)) @method
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier) @name))) @method
`,
  swift: `
(lambda_literal) @anonymous
(class_declaration "class" name: (_) @name) @class
(class_declaration "actor" name: (_) @name) @class
(class_declaration "struct" name: (_) @name) @struct
(class_declaration "enum" name: (_) @name) @enum
(class_declaration "extension" name: (_) @name) @extension
(protocol_declaration name: (_) @name) @interface
(function_declaration name: (simple_identifier) @name) @function
(function_declaration name: "init" @name) @function
(function_declaration "func" . name: _ @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(property_declaration (value_binding_pattern "let") name: (pattern bound_identifier: (_) @name)) @constant
(property_declaration (value_binding_pattern "var") name: (pattern bound_identifier: (_) @name)) @variable
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @field
(enum_entry name: (simple_identifier) @name) @member
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (type_identifier) @name) @type
(deinit_declaration "deinit" @name) @method
(subscript_declaration "subscript" @name) @method
`,
  ruby: `
(class name: (_) @name) @class
(module name: (_) @name) @module
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
((call method: (identifier) @modifier arguments: (argument_list (simple_symbol) @name)) @field
  (#match? @modifier "^attr_(?:accessor|reader|writer)$"))
`,
  csharp: `
(namespace_declaration name: (_) @name) @namespace
(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(struct_declaration name: (_) @name) @struct
(enum_declaration name: (_) @name) @enum
(enum_member_declaration name: (_) @name) @member
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @method
(destructor_declaration name: (_) @name) @method
(operator_declaration operator: _ @name) @method
((local_function_statement name: (_) @name) @function (#not-match? @name "^(?:catch|for|foreach|if|lock|return|switch|using|while)$"))
(property_declaration name: (_) @name) @field
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @field
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @field
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name))) @constant
(delegate_declaration name: (_) @name) @type
`,
  php: `
(namespace_definition name: (_) @name) @namespace
(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(trait_declaration name: (_) @name) @trait
(enum_declaration name: (_) @name) @enum
(enum_case name: (_) @name) @member
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @method
(const_element . (name) @name) @constant
(property_element (variable_name (name) @name)) @field
`,
  kotlin: `
[(lambda_literal) (anonymous_function)] @anonymous
(class_declaration "class" (type_identifier) @name) @class
(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
(object_declaration (type_identifier) @name) @object
(enum_entry (simple_identifier) @name) @member
(function_declaration (simple_identifier) @name) @function
(property_declaration (binding_pattern_kind "val") (variable_declaration (simple_identifier) @name)) @variable
(property_declaration (binding_pattern_kind "var") (variable_declaration (simple_identifier) @name)) @variable
((property_declaration (modifiers (property_modifier) @modifier) (variable_declaration (simple_identifier) @name)) @constant
  (#eq? @modifier "const"))
(type_alias (type_identifier) @name) @type
`,
  bash: `
(function_definition name: (_) @name) @function
(program (variable_assignment name: (variable_name) @name) @variable)
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @constant)
(program (declaration_command ["export" "declare" "typeset"] (variable_assignment name: (variable_name) @name)) @variable)
`,
  vue: TYPESCRIPT,
  svelte: TYPESCRIPT,
  scala: `
[(lambda_expression) (block) (indented_block) (case_clause)] @anonymous
(class_definition name: (_) @name) @class
(trait_definition name: (_) @name) @trait
(object_definition name: (_) @name) @object
(package_object name: (_) @name) @object
(enum_definition name: (_) @name) @enum
(simple_enum_case name: (_) @name) @member
(full_enum_case name: (_) @name) @member
(given_definition name: (_) @name) @object
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type
(val_definition pattern: (identifier) @name) @variable
(val_definition pattern: (identifiers (identifier) @name)) @variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @variable
(var_definition pattern: (identifier) @name) @variable
(var_definition pattern: (identifiers (identifier) @name)) @variable
(var_definition pattern: (tuple_pattern (identifier) @name)) @variable
(val_declaration name: (identifier) @name) @variable
(var_declaration name: (identifier) @name) @variable
`,
  lua: `
(function_definition) @anonymous
(function_declaration name: (identifier) @name) @function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (_) @name)) @function
(function_declaration name: (method_index_expression table: (_) @receiver method: (_) @name)) @method
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition))) @function
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition)))) @function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (_) @name))
  (expression_list . value: (function_definition))) @function
(field name: (identifier) @name value: (function_definition)) @method
(chunk (variable_declaration (variable_list name: (identifier) @name)) @variable)
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name)
  (expression_list . value: (_) @modifier.value))) @variable) (#not-match? @modifier.value "^require\\\\b"))
((chunk (assignment_statement (variable_list name: (identifier) @name)
  (expression_list . value: (_) @modifier.value)) @variable) (#not-match? @modifier.value "^require\\\\b"))
`,
  dart: `
(function_expression) @anonymous
(class_definition name: (_) @name) @class
(mixin_declaration (mixin) . (identifier) @name) @class
(extension_declaration name: (_) @name) @extension
(enum_declaration name: (_) @name) @enum
(enum_constant name: (_) @name) @member
(type_alias "typedef" . (type_identifier) @name "=") @type
(type_alias (type_identifier) @name . (formal_parameter_list)) @type
(type_alias (type_identifier) @name . (type_parameters) . (formal_parameter_list)) @type
(program (function_signature name: (_) @name) @function)
(program (getter_signature name: (_) @name) @function)
(program (setter_signature name: (_) @name) @function)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @variable))
(method_signature (_ name: (identifier) @name)) @method
(method_signature (operator_signature (binary_operator) @name)) @method
(method_signature (operator_signature "operator" . ["[]" "[]=" "~" "=="] @name)) @method
(method_signature (constructor_signature (identifier) @name . (formal_parameter_list))) @method
(method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @method
(declaration (function_signature name: (_) @name)) @method
(declaration (getter_signature name: (_) @name)) @method
(declaration (setter_signature name: (_) @name)) @method
(declaration (operator_signature (binary_operator) @name)) @method
(declaration (constructor_signature (identifier) @name . (formal_parameter_list))) @method
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @method
(declaration (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @method
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @method
(local_function_declaration (lambda_expression parameters: (function_signature name: (_) @name))) @function
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @field
(declaration (const_builtin) (static_final_declaration_list (static_final_declaration . (identifier) @name))) @constant
`,
  elixir: `
((call target: (identifier) @modifier (arguments . (alias) @name)) @module (#eq? @modifier "defmodule"))
((call target: (identifier) @modifier (arguments . (alias) @name)) @interface (#eq? @modifier "defprotocol"))
((call target: (identifier) @modifier (arguments . (alias) @name)) @extension (#eq? @modifier "defimpl"))
${elixirDefinition("function", "^(?:defp?|defdelegate)$")}
${elixirDefinition("macro", "^(?:defmacrop?|defguardp?)$")}
((unary_operator operand: (call target: (identifier) @modifier (arguments . (binary_operator left: [
  (identifier) @name (call target: (identifier) @name)])))) @type (#match? @modifier "^(?:type|typep|opaque)$"))
((unary_operator operand: (call target: (identifier) @modifier (arguments . (binary_operator left:
  (call target: (identifier) @name))))) @function (#match? @modifier "^(?:macro)?callback$"))
((unary_operator operand: (call target: (identifier) @modifier (arguments . (binary_operator left: (binary_operator left:
  (call target: (identifier) @name)))))) @function (#match? @modifier "^(?:macro)?callback$"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_)))) @constant
  (#not-match? @name "^(?:after_compile|after_verify|before_compile|behaviou?r|callback|compile|deprecated|derive|describetag|dialyzer|doc|enforce_keys|external_resource|impl|macrocallback|moduledoc|moduletag|nifs|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep|vsn)$"))
`,
  zig: `
(test_declaration) @anonymous
(function_declaration name: (_) @name) @function
(variable_declaration "const" . (identifier) @name !type (struct_declaration)) @struct
(variable_declaration "const" . (identifier) @name !type (union_declaration)) @struct
(variable_declaration "const" . (identifier) @name !type (opaque_declaration)) @struct
(variable_declaration "const" . (identifier) @name !type (enum_declaration)) @enum
(variable_declaration "const" . (identifier) @name !type (error_set_declaration)) @enum
(container_field name: (identifier) @name) @field
(enum_declaration (container_field name: (identifier) @name) @member)
(error_set_declaration (identifier) @name @member)
((variable_declaration "const" . (identifier) @name (_)* @modifier.value .) @constant
  (#not-match? @modifier.value "^@import\\\\b"))
(variable_declaration "var" . (identifier) @name) @variable
`,
};

/** The query for definitions in a language. */
export function definitionQuery(language: ParsedLanguage): string {
  return QUERIES[language];
}
