// References and imports of Scala. A name in front of brackets is a call, whether it makes an object or not.

import { type FoundImport, type ImportedName, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(class_definition) (trait_definition) (object_definition) (enum_definition) (function_definition) (function_declaration)
 (lambda_expression) (block) (indented_block) (case_clause) (for_expression) (template_body) (extension_definition)
 (given_definition) (type_definition)] @block

(identifier) @ref.value
(operator_identifier) @ref.call
(type_identifier) @ref.type
(stable_type_identifier (_) @on (type_identifier) @ref.type .)
(field_expression value: (_) @on field: (identifier) @ref.value)
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression value: (_) @on field: (identifier) @ref.call))
(call_expression function: (generic_function function: (identifier) @ref.call))
(call_expression function: (generic_function function: (field_expression value: (_) @on field: (identifier) @ref.call)))
(infix_expression left: (_) @on operator: (identifier) @ref.call)
(infix_expression left: (_) @on operator: (operator_identifier) @ref.call)
(instance_expression (type_identifier) @ref.new)
(instance_expression (generic_type type: (type_identifier) @ref.new))
(instance_expression (stable_type_identifier (_) @on (type_identifier) @ref.new .))
(case_class_pattern type: (type_identifier) @ref.type)
(annotation name: (type_identifier) @ref.type)
(extends_clause (type_identifier) @ref.inherit)
(extends_clause (generic_type type: (type_identifier) @ref.inherit))
(extends_clause (stable_type_identifier (_) @on (type_identifier) @ref.inherit .))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (field_expression value: (_) @on field: (identifier) @ref.write))

(interpolated_string_expression interpolator: (identifier) @skip)
(arguments (assignment_expression left: (identifier) @skip))
(given_definition name: (identifier) @skip)

(parameter name: (identifier) @local type: (_) @typed)
(parameter name: (identifier) @local)
(class_parameter name: (identifier) @local type: (_) @typed)
(lambda_expression parameters: (identifier) @local)
(lambda_expression parameters: (bindings (binding name: (identifier) @local)))
(lambda_expression parameters: (bindings (binding name: (identifier) @local type: (_) @typed)))
(enumerator . (identifier) @local)
(enumerator . (tuple_pattern (identifier) @local))
(case_clause pattern: (identifier) @local)
(typed_pattern pattern: (identifier) @local type: (_) @typed)
(case_class_pattern pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(capture_pattern name: (identifier) @local)
(val_definition pattern: (identifier) @local type: (_)? @typed value: (_) @made)
(var_definition pattern: (identifier) @local type: (_)? @typed value: (_) @made)
(val_definition pattern: (tuple_pattern (identifier) @local))
(type_parameters name: (identifier) @generic)

(class_parameter name: (identifier) @field type: (_) @typed)
(template_body (val_definition pattern: (identifier) @field type: (_) @typed))
(template_body (val_definition pattern: (identifier) @field value: (_) @made))
(template_body (var_definition pattern: (identifier) @field type: (_) @typed))
(template_body (var_definition pattern: (identifier) @field value: (_) @made))
(function_definition name: (identifier) @result return_type: (_) @typed)
(function_declaration name: (identifier) @result return_type: (_) @typed)

[(import_declaration) (export_declaration) (package_identifier)] @import
`;

export const scala: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^new ([\w$.]+)(?:\(\)|\{\})*/, /^((?:\w+\.)*\p{Lu}\w*)\(\)/u],
  hasBareMembers: true,
  builtins: [
    ..."Any Array Boolean Double Int List Long Map None Nil Option Seq Set Some String Unit assert".split(" "),
    ..."classOf implicitly println require super this".split(" "),
  ],
};

/** `import a.b.C`, `import a.b.{C, D => E, F as G, _}`, `import a.b.*`; of several in one statement each. */
function importsOf(statement: string): FoundImport[] {
  const found = /^(import|export) (.*?) ?;?$/.exec(statement);
  if (found === null) return [];
  const isReexport = found[1] === "export";
  return topItems(found[2]!).flatMap((item) => {
    const listed = /^([\w.`$]+)\. ?\{(.*)\}$/.exec(item.trim());
    if (listed !== null) {
      const names = listed[2]!.split(",").flatMap((each) => nameOf(each.trim()));
      return [{ module: listed[1]!.replaceAll("`", ""), names, isReexport }];
    }
    const path = /^([\w.`$]+)\.([\w`$]+|\*)(?: as ([\w`$]+))?$/.exec(item.trim());
    if (path === null) return [];
    const names = nameOf(path[3] === undefined ? path[2]! : `${path[2]} as ${path[3]}`);
    return [{ module: path[1]!.replaceAll("`", ""), names, isReexport }];
  });
}

/** The items of a list, whose braces may hold lists. */
function topItems(list: string): string[] {
  return list.match(/[^,{}]+(?:\{[^{}]*\})?/g) ?? [];
}

function nameOf(written: string): ImportedName[] {
  const [name = "", local = name] = written.replaceAll("`", "").split(/ ?=> ?| as /);
  if (name === "_" || name === "*" || name === "given") return [{ name: "*", local: "*" }];
  return name === "" || local === "_" ? [] : [{ name, local }];
}
