// References and imports of PHP. Variables are never references: a function sees only its own.

import { type FoundImport, type ImportedName, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

/** A class in a place: plain, or behind a namespace. */
function classIn(node: string, kind: string): string {
  return [`(${node} (name) @ref.${kind})`, `(${node} (qualified_name prefix: (_) @on (name) @ref.${kind}))`, ""].join(
    "\n",
  );
}

const QUERY = `
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @block

(name) @ref.value
(variable_name (name) @none)
(namespace_name (name) @none)
(qualified_name prefix: (_) @on (name) @ref.member)
${classIn("named_type", "type")}
${classIn("attribute", "type")}
${classIn("object_creation_expression .", "new")}
${classIn("base_clause", "inherit")}
${classIn("class_interface_clause", "inherit")}
${classIn("use_declaration", "inherit")}
(function_call_expression function: (name) @ref.call)
(function_call_expression function: (qualified_name prefix: (_) @on (name) @ref.call))
(member_access_expression object: (_) @on name: (name) @ref.member)
(nullsafe_member_access_expression object: (_) @on name: (name) @ref.member)
(member_call_expression object: (_) @on name: (name) @ref.call)
(nullsafe_member_call_expression object: (_) @on name: (name) @ref.call)
(scoped_call_expression scope: (_) @on name: (name) @ref.call)
(scoped_property_access_expression scope: (_) @on name: (variable_name (name) @ref.member))
(class_constant_access_expression . (_) @on (name) @ref.member .)
(assignment_expression left: (member_access_expression object: (_) @on name: (name) @ref.write))
(assignment_expression left: (scoped_property_access_expression
  scope: (_) @on name: (variable_name (name) @ref.write)))
(augmented_assignment_expression left: (scoped_property_access_expression
  scope: (_) @on name: (variable_name (name) @ref.write)))
(augmented_assignment_expression left: (member_access_expression object: (_) @on name: (name) @ref.write))
(update_expression argument: (member_access_expression object: (_) @on name: (name) @ref.write))

(argument name: (name) @skip)
((class_constant_access_expression (name) @skip .) (#eq? @skip "class"))
(namespace_definition name: (_) @skip)

(simple_parameter type: (_)? @typed name: (variable_name) @local)
(variadic_parameter name: (variable_name) @local)
(property_promotion_parameter type: (_)? @typed name: (variable_name) @local)
(assignment_expression left: (variable_name) @local right: (_) @made)
(catch_clause type: (_) @typed name: (variable_name) @local)

(property_declaration type: (_) @typed (property_element name: (variable_name (name) @field)))
(property_promotion_parameter type: (_) @typed name: (variable_name (name) @field))
((assignment_expression left: (member_access_expression object: (variable_name) @modifier.this name: (name) @field)
  right: (_) @made) (#eq? @modifier.this "$this"))
(method_declaration name: (name) @result return_type: (_) @typed)
(function_definition name: (name) @result return_type: (_) @typed)

(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
`;

export const php: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^new ([\w\\]+)(?:\(\))?/],
  selves: ["$this", "self", "static"],
  supers: ["parent"],
  builtins: ["self", "static", "parent"],
};

/** `use A\B`, `use A\{B, C as D}`, `use function A\f`, and files that are required by a plain path. */
function importsOf(statement: string): FoundImport[] {
  const file = /^(?:require|include)(?:_once)?\b[^"']*["']([^"'$]+)["']\)?$/.exec(statement)?.[1];
  if (file !== undefined) {
    const module = statement.includes("__DIR__") ? `.${file}` : file;
    return [{ module, names: [{ name: "*", local: "*" }], isReexport: false }];
  }
  const list = /^use (?:function |const )?\\?(.*?) ?;?$/.exec(statement)?.[1];
  if (list === undefined) return [];
  const group = /^([\w\\]+)\\ ?\{(.*)\}$/.exec(list);
  const prefix = group === null ? "" : `${group[1]}\\`;
  const byModule = new Map<string, ImportedName[]>();
  for (const item of (group?.[2] ?? list).split(",")) {
    const [path, alias] = item.trim().split(/ as /i);
    if (!path) continue;
    const parts = (prefix + path.replace(/^(?:function|const) /, "").replace(/^\\/, "")).split("\\");
    const name = parts.pop()!;
    const module = parts.join("\\");
    byModule.set(module, [...(byModule.get(module) ?? []), { name, local: alias ?? name }]);
  }
  return [...byModule].map(([module, names]) => ({ module, names, isReexport: false }));
}
