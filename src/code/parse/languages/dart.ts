// References and imports of Dart. What is taken from a value stands in selectors behind it, side by side.

import { AS_TYPE, type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

/** Selectors: `.a` and `?.a`. */
const MEMBER = (name: string) =>
  `[(unconditional_assignable_selector (identifier) ${name}) (conditional_assignable_selector (identifier) ${name})]`;

const QUERY = `
[(class_definition) (class_body) (mixin_declaration) (extension_declaration) (enum_declaration) (function_body)
 (function_expression) (block) (for_statement) (lambda_expression) (switch_statement_case)] @block

(identifier) @ref.value
(identifier_dollar_escaped) @ref.value
(type_identifier) @ref.type
((type_identifier) @on . "." . (type_identifier) @ref.type)
([(identifier) (this)] @on . (selector)* . (selector ${MEMBER("@ref.value")}))
([(identifier) (this)] @on . (selector)* . (selector ${MEMBER("@ref.call")}) . (selector (argument_part)))
((_) @on . (selector ${MEMBER("@ref.value")}))
((_) @on . (selector ${MEMBER("@ref.call")}) . (selector (argument_part)))
((super) @on . (unconditional_assignable_selector (identifier) @ref.value))
((super) @on . (unconditional_assignable_selector (identifier) @ref.call) . (selector (argument_part)))
((identifier) @ref.call . (selector (argument_part)))
(cascade_section (cascade_selector (identifier) @ref.value))
(cascade_section (cascade_selector (identifier) @ref.call) . (argument_part))
((identifier) @onto . (cascade_section)* . (cascade_section (cascade_selector (identifier) @ref.value)))
(new_expression (type_identifier) @ref.new)
(const_object_expression (type_identifier) @ref.new)
(superclass (type_identifier) @ref.inherit)
(mixins (type_identifier) @ref.inherit)
(interfaces (type_identifier) @ref.inherit)
(mixin_declaration "on" (type_identifier) @ref.inherit)
(annotation name: (identifier) @ref.type)
(assignable_expression . (identifier) @ref.write .)
(assignable_expression (_) @on (unconditional_assignable_selector (identifier) @ref.write) .)

(label (identifier) @skip)
(type_alias (type_identifier) @skip . (formal_parameter_list))
(mixin_declaration (mixin) . (identifier) @skip)
(extension_declaration name: (identifier) @skip)
(constructor_signature name: (identifier) @skip)
(constant_constructor_signature (identifier) @skip)
(factory_constructor_signature (identifier) @skip)
(redirecting_factory_constructor_signature . (identifier) @skip)
(constructor_param (identifier) @skip)
(super_formal_parameter (identifier) @skip)
(field_initializer . (identifier) @skip)

(formal_parameter (type_identifier) @typed name: (identifier) @local)
(formal_parameter name: (identifier) @local)
(formal_parameter . (identifier) @local .)
(typed_identifier (type_identifier) @typed (identifier) @local)
(initialized_variable_definition name: (identifier) @local)
(initialized_variable_definition (type_identifier) @typed name: (identifier) @local)
(initialized_variable_definition name: (identifier) @local value: (_) @made . (selector (argument_part)) .)
(initialized_variable_definition name: (identifier) @local . value: (_) @made .)
(initialized_variable_definition (initialized_identifier . (identifier) @local))
(for_loop_parts name: (identifier) @local)
(for_loop_parts . (inferred_type) . (identifier) @local)
(for_loop_parts . (type_identifier) . (identifier) @local)
(catch_parameters (identifier) @local)
(type_parameter . (type_identifier) @generic)

(declaration (type_identifier) @typed (initialized_identifier_list (initialized_identifier . (identifier) @field)))
(function_signature (type_identifier) @typed name: (identifier) @result)
(getter_signature (type_identifier) @typed name: (identifier) @field)

[(import_or_export) (library_name) (part_directive) (part_of_directive)] @import
`;

export const dart: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [AS_TYPE, /^(?:new |const )?((?:[a-z]\w*\.)?\p{Lu}\w*)\(\)/u],
  hasBareMembers: true,
  builtins: [
    ..."DateTime Duration Future Iterable List Map Object Set Stream String bool double dynamic int num".split(" "),
    ..."override print".split(" "),
  ],
};

/** `import 'a.dart' as b show C`, `export 'a.dart'`, `part 'a.dart'`. */
function importsOf(statement: string): FoundImport[] {
  const found = /^(import|export|part(?: of)?) ["']([^"']+)["'](.*?) ?;?$/.exec(statement);
  if (found === null) return [];
  const rest = found[3]!;
  const isReexport = found[1] !== "import";
  const shown = /\bshow ([\w$, ]+?)(?: hide\b|$)/.exec(rest)?.[1]?.split(/ ?, ?/);
  const prefix = /\bas ([\w$]+)/.exec(rest)?.[1];
  const names =
    prefix !== undefined
      ? [{ name: "*", local: prefix }]
      : (shown ?? ["*"]).map((name) => ({ name: name.trim(), local: name.trim() }));
  return [{ module: found[2]!, names, isReexport }];
}
