// References and imports of Python.

import { type FoundImport, type ImportedName, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension)
 (generator_expression)] @block

(identifier) @ref.value
(attribute object: (_) @on attribute: (identifier) @ref.value)
(dotted_name (identifier) @on . (identifier) @ref.value)
(call function: (identifier) @ref.call)
(call function: (attribute object: (_) @on attribute: (identifier) @ref.call))
(decorator (identifier) @ref.call)
(decorator (attribute object: (_) @on attribute: (identifier) @ref.call))
(type (identifier) @ref.type)
(type (attribute object: (_) @on attribute: (identifier) @ref.type))
(type (subscript value: (identifier) @ref.type))
(generic_type (identifier) @ref.type)
(type (binary_operator left: (identifier) @ref.type))
(type (binary_operator right: (identifier) @ref.type))
(class_definition superclasses: (argument_list (identifier) @ref.inherit))
(class_definition superclasses: (argument_list (attribute object: (_) @on attribute: (identifier) @ref.inherit)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @ref.inherit)))
(class_definition superclasses: (argument_list
  (subscript value: (attribute object: (_) @on attribute: (identifier) @ref.inherit))))
(assignment left: (identifier) @ref.write)
(assignment left: (attribute object: (_) @on attribute: (identifier) @ref.write))
(assignment left: (pattern_list (identifier) @ref.write))
(assignment left: (pattern_list (attribute object: (_) @on attribute: (identifier) @ref.write)))
(augmented_assignment left: (identifier) @ref.write)
(augmented_assignment left: (attribute object: (_) @on attribute: (identifier) @ref.write))
(delete_statement (attribute object: (_) @on attribute: (identifier) @ref.write))

(keyword_argument name: (identifier) @skip)
(type_alias_statement left: (type (identifier) @skip))
(keyword_pattern . (identifier) @skip)
(class_definition body: (block (expression_statement (assignment left: (identifier) @skip))))
(global_statement (identifier) @skip)
(nonlocal_statement (identifier) @skip)
(global_statement (identifier) @outer)

(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(default_parameter name: (identifier) @local value: (_) @made)
(typed_parameter (identifier) @local type: (_) @typed)
(typed_parameter [(list_splat_pattern (identifier) @local) (dictionary_splat_pattern (identifier) @local)])
(typed_default_parameter name: (identifier) @local type: (_) @typed)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(assignment left: (identifier) @local type: (_)? @typed right: (_)? @made)
(augmented_assignment left: (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(named_expression name: (identifier) @local value: (_) @made)
(with_item value: (as_pattern . (_) @made alias: (as_pattern_target (identifier) @local)))
(with_item value: (as_pattern alias: (as_pattern_target (tuple (identifier) @local))))
(except_clause value: (as_pattern . (_) @typed alias: (as_pattern_target (identifier) @local)))
(case_pattern (dotted_name . (identifier) @local .))
(keyword_pattern (dotted_name . (identifier) @local .))
(splat_pattern (identifier) @local)
(case_pattern (as_pattern (identifier) @local .))

(class_definition body: (block (expression_statement
  (assignment left: (identifier) @field type: (_)? @typed right: (_)? @made))))
((assignment left: (attribute object: (identifier) @modifier.self attribute: (identifier) @field)
  type: (_)? @typed right: (_)? @made) (#eq? @modifier.self "self"))
(function_definition name: (identifier) @result return_type: (_) @typed)

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
`;

export const python: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^((?:\w+\.)*_*\p{Lu}\w*)\(\)/u],
  selves: ["self", "cls"],
  supers: ["super()"],
  wrappers: ["Optional", "Annotated", "Final", "ClassVar"],
  builtins: [
    ..."bool bytes classmethod dict enumerate float frozenset getattr hasattr int isinstance issubclass len list".split(
      " ",
    ),
    ..."object print property range repr set setattr sorted staticmethod str super tuple type zip".split(" "),
  ],
};

function importsOf(statement: string): FoundImport[] {
  const text = statement.replace(/[()\\]/g, " ").replace(/\s+/g, " ");
  const from = /^from (\.*) ?([\p{L}\p{N}_.]*) ?import (.*)$/u.exec(text);
  if (from !== null) {
    const names = items(from[3]!).map(([name, local]) => ({ name, local: local ?? name }));
    return [{ module: from[1]! + from[2]!, names, isReexport: false }];
  }
  return items(text.replace(/^import /, "")).flatMap(([module, local]) => {
    const whole = (name: string, called: string): FoundImport => {
      const names: ImportedName[] = [{ name: "*", local: called }];
      return { module: name, names, isReexport: false };
    };
    const outer = module.split(".", 1)[0]!;
    // `import os.path` brings `os`.
    return local === undefined && outer !== module
      ? [whole(module, module), whole(outer, outer)]
      : [whole(module, local ?? module)];
  });
}

/** `a as b, c`: each name, and what it is called here. */
function items(list: string): [name: string, local: string | undefined][] {
  return list
    .split(",")
    .map((item) => item.trim().split(" as "))
    .filter(([name]) => name !== undefined && name !== "")
    .map(([name, local]) => [name!.trim(), local?.trim()]);
}
