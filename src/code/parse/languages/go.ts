// References and imports of Go.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(function_declaration) (method_declaration) (func_literal) (block) (if_statement) (for_statement)
 (expression_switch_statement) (type_switch_statement) (expression_case) (type_case) (default_case)
 (communication_case) (method_elem) (function_type) (type_spec)] @block

(identifier) @ref.value
(type_identifier) @ref.type
(selector_expression operand: (_) @on field: (field_identifier) @ref.value)
(qualified_type package: (_) @on name: (type_identifier) @ref.type)
(call_expression function: (identifier) @ref.call)
(call_expression function: (selector_expression operand: (_) @on field: (field_identifier) @ref.call))
(type_conversion_expression type: (generic_type type: (type_identifier) @ref.call))
(type_conversion_expression type: (generic_type
  type: (qualified_type package: (_) @on name: (type_identifier) @ref.call)))
(composite_literal type: (type_identifier) @ref.new)
(composite_literal type: (qualified_type package: (_) @on name: (type_identifier) @ref.new))
(composite_literal type: (generic_type type: (type_identifier) @ref.new))
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @onto
  body: (literal_value (keyed_element key: (literal_element (identifier) @ref.write))))
(assignment_statement left: (expression_list (identifier) @ref.write))
(assignment_statement left: (expression_list
  (selector_expression operand: (_) @on field: (field_identifier) @ref.write)))
(inc_statement (identifier) @ref.write)
(inc_statement (selector_expression operand: (_) @on field: (field_identifier) @ref.write))
(dec_statement (identifier) @ref.write)
(dec_statement (selector_expression operand: (_) @on field: (field_identifier) @ref.write))
(field_declaration !name type: (type_identifier) @ref.inherit)
(field_declaration !name type: (generic_type type: (type_identifier) @ref.inherit))
(field_declaration !name type: (qualified_type package: (_) @on name: (type_identifier) @ref.inherit))
(interface_type (type_elem . (type_identifier) @ref.inherit .))
(interface_type (type_elem . (qualified_type package: (_) @on name: (type_identifier) @ref.inherit) .))

(parameter_declaration name: (identifier) @local type: (_) @typed)
(variadic_parameter_declaration name: (identifier) @local)
(type_parameter_declaration name: (identifier) @generic)
(short_var_declaration left: (expression_list (identifier) @local)) @from
(short_var_declaration left: (expression_list . (identifier) @local)
  right: (expression_list . (_) @made .)) @from
(short_var_declaration left: (expression_list . (identifier) @local)
  right: (expression_list . (type_assertion_expression type: (_) @typed))) @from
(var_spec name: (identifier) @local) @from
(var_spec name: (identifier) @local type: (_) @typed) @from
(var_spec . name: (identifier) @local value: (expression_list . (_) @made .)) @from
(const_spec name: (identifier) @local) @from
(range_clause left: (expression_list (identifier) @local)) @from
(type_switch_statement alias: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))

(field_declaration name: (field_identifier) @field type: (_) @typed)
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @of))
  name: (_) @result result: (_) @typed)
(method_elem name: (_) @result result: (_) @typed)
(function_declaration name: (_) @result result: (_) @typed)

(import_spec) @import
`;

export const go: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^&?((?:\w+\.)?\w+)\{\}/],
  selves: [],
  supers: [],
  builtins: [
    ..."any append bool byte cap clear close comparable complex complex128 complex64 copy delete error".split(" "),
    ..."float32 float64 imag int int16 int32 int64 int8 iota len make max min new panic print println".split(" "),
    ..."real recover rune string uint uint16 uint32 uint64 uint8 uintptr".split(" "),
  ],
};

function importsOf(spec: string): FoundImport[] {
  const found = /^(?:([\p{L}\p{N}_]+|\.) ?)?["`]([^"`]*)["`]/u.exec(spec);
  if (found === null) return [];
  const [, alias, module] = found;
  if (alias === "_") return [{ module: module!, names: [], isReexport: false }];
  const local = alias === "." ? "*" : (alias ?? packageName(module!));
  return [{ module: module!, names: [{ name: "*", local }], isReexport: false }];
}

/** The name that a package usually has: the last part of its path, without a version. */
function packageName(path: string): string {
  const parts = path.split("/").filter((part, at) => at === 0 || !/^v\d+$/.test(part));
  return parts
    .at(-1)!
    .replace(/\.v\d+$/, "")
    .replace(/^go-|[.-]go$/, "")
    .replace(/-/g, "_");
}
