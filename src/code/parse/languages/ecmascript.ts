// References and imports of TypeScript, TSX and JavaScript.

import {
  type FoundImport,
  type ImportedName,
  OWN_NAMES,
  type ParseRules,
  PLAIN_RULES,
  WHOLE_MODULE,
} from "./parse-rules.ts";

/** What TypeScript and JavaScript share. */
const SHARED = `
[(function_declaration) (generator_function_declaration) (function_expression) (generator_function) (arrow_function)
 (method_definition) (statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)
 (class_static_block)] @block

(identifier) @ref.value
(shorthand_property_identifier) @ref.shorthand
(object [(pair key: (property_identifier) @ref.key) (method_definition name: (property_identifier) @ref.key)])
(member_expression object: (_) @on property: (_) @ref.value)
(call_expression function: (identifier) @ref.call)
(call_expression function: (member_expression object: (_) @on property: (_) @ref.call))
(call_expression function: (await_expression (identifier) @ref.call))
(decorator (identifier) @ref.call)
(decorator (member_expression object: (_) @on property: (_) @ref.call))
(new_expression constructor: (identifier) @ref.new)
(new_expression constructor: (member_expression object: (_) @on property: (_) @ref.new))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (member_expression object: (_) @on property: (_) @ref.write))
(augmented_assignment_expression left: (identifier) @ref.write)
(augmented_assignment_expression left: (member_expression object: (_) @on property: (_) @ref.write))
(update_expression argument: (identifier) @ref.write)
(update_expression argument: (member_expression object: (_) @on property: (_) @ref.write))

(variable_declarator name: (identifier) @local value: (_)? @made)
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @ref.member) value: (_) @onto)
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @ref.member)) value: (_) @onto)
(object_pattern (shorthand_property_identifier_pattern) @ref.pattern)
(object_pattern (pair_pattern key: (property_identifier) @ref.pattern))
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @ref.pattern))
(array_pattern (identifier) @local)
(shorthand_property_identifier_pattern) @local
(pair_pattern value: (identifier) @local)
(rest_pattern (identifier) @local)
(array_pattern (assignment_pattern left: (identifier) @local))
(pair_pattern value: (assignment_pattern left: (identifier) @local))
(catch_clause parameter: (identifier) @local)
(for_in_statement kind: _ left: (identifier) @local)
(arrow_function parameter: (identifier) @local)
(function_expression name: (identifier) @local)
(assignment_expression left: (member_expression object: (this) property: (_) @field)
  right: [(new_expression) (identifier)] @made)

(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause (export_specifier alias: (_))) !source) @export
(export_statement "default" value: (identifier)) @export
(call_expression function: (import) arguments: (arguments . (string))) @import
(variable_declarator value: (await_expression (call_expression function: (import) arguments: (arguments . (string))))) @import
(call_expression
  function: (member_expression
    object: (call_expression function: (import) arguments: (arguments . (string)))
    property: (property_identifier) @modifier.then)
  arguments: (arguments . (arrow_function))
  (#eq? @modifier.then "then")) @export
(variable_declarator value: (call_expression function: (identifier) @skip arguments: (arguments . (string) .))
  (#eq? @skip "require")) @import
(expression_statement (call_expression function: (identifier) @skip arguments: (arguments . (string) .))
  (#eq? @skip "require")) @import
(export_specifier alias: (_) @skip)
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @modifier.of property: (property_identifier) @modifier.name)
  right: [(identifier) (assignment_expression right: (identifier))])
  (#eq? @modifier.of "module") (#eq? @modifier.name "exports")) @export
(expression_statement (assignment_expression left: (identifier) @modifier.of right: (assignment_expression
  left: (member_expression object: (identifier) property: (property_identifier) @modifier.name) right: (identifier)))
  (#eq? @modifier.of "exports") (#eq? @modifier.name "exports")) @export
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @modifier.of property: (property_identifier) @modifier.name)
  right: (call_expression function: (identifier) @modifier.by arguments: (arguments . (string) .)))
  (#eq? @modifier.of "module") (#eq? @modifier.name "exports") (#eq? @modifier.by "require")) @import
`;

const JSX = `
(jsx_opening_element name: (identifier) @ref.call)
(jsx_self_closing_element name: (identifier) @ref.call)
((jsx_opening_element name: (identifier) @skip) (#match? @skip "^[a-z]"))
((jsx_self_closing_element name: (identifier) @skip) (#match? @skip "^[a-z]"))
(jsx_closing_element name: (identifier) @skip)
(jsx_opening_element name: (member_expression object: (_) @on property: (_) @ref.call))
(jsx_self_closing_element name: (member_expression object: (_) @on property: (_) @ref.call))
(jsx_closing_element name: (member_expression (_) @skip))
`;

const JAVASCRIPT = `${SHARED}${JSX}
(class_heritage (identifier) @ref.inherit)
(class_heritage (member_expression object: (_) @on property: (_) @ref.inherit))
(class_heritage (call_expression arguments: (arguments (identifier) @ref.inherit)))
(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local right: (_) @made))
(field_definition property: (_) @field value: (_) @made)
`;

const TYPESCRIPT = `${SHARED}
(import_alias . (identifier) @skip)
(import_alias (nested_identifier object: (_) @on property: (_) @ref.value))
[(function_signature) (method_signature) (abstract_method_signature) (call_signature) (construct_signature)
 (function_type) (constructor_type) (class_declaration) (abstract_class_declaration) (class) (interface_declaration)
 (type_alias_declaration) (conditional_type) (mapped_type_clause)] @block

(type_identifier) @ref.type
(nested_type_identifier module: (_) @on name: (_) @ref.type)
(type_query (identifier) @ref.type)
(type_query (member_expression object: (_) @on property: (_) @ref.type))
(extends_clause value: (identifier) @ref.inherit)
(extends_clause value: (member_expression object: (_) @on property: (_) @ref.inherit))
(extends_clause value: (call_expression arguments: (arguments (identifier) @ref.inherit)))
(implements_clause (type_identifier) @ref.inherit)
(implements_clause (generic_type name: (type_identifier) @ref.inherit))
(implements_clause (nested_type_identifier module: (_) @on name: (_) @ref.inherit))
(extends_type_clause (type_identifier) @ref.inherit)
(extends_type_clause (generic_type name: (type_identifier) @ref.inherit))
(extends_type_clause (nested_type_identifier module: (_) @on name: (_) @ref.inherit))

(type_parameter name: (type_identifier) @generic)
(mapped_type_clause name: (type_identifier) @generic)
(infer_type (type_identifier) @generic)
(variable_declarator name: (identifier) @local type: (_) @typed)
(required_parameter pattern: (identifier) @local type: (_)? @typed value: (_)? @made)
(optional_parameter pattern: (identifier) @local type: (_)? @typed)
(type_predicate name: (identifier) @skip)
(index_signature name: (identifier) @skip)
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (_) @typed)
(public_field_definition name: (_) @field type: (_)? @typed value: (_)? @made)
(property_signature name: (_) @field type: (_) @typed)
(method_definition name: (_) @result return_type: (_) @typed)
(method_signature name: (_) @result return_type: (_) @typed)
(function_declaration name: (_) @result return_type: (_) @typed)
`;

/** What functions and objects are handed over as, and what signatures declare: see contexts.ts. */
const CONTEXTS = `
(call_expression function: (_) @callee
  arguments: (arguments [(arrow_function) (function_expression) (object)] @handed))
(new_expression constructor: (_) @constructed
  arguments: (arguments [(arrow_function) (function_expression) (object)] @handed))
(variable_declarator type: (type_annotation (_) @declared)
  value: [(arrow_function) (function_expression) (object)] @handed)
(public_field_definition type: (type_annotation (_) @declared)
  value: [(arrow_function) (function_expression) (object)] @handed)
(arrow_function return_type: (type_annotation (_) @declared)
  body: [(arrow_function) @handed (parenthesized_expression (object) @handed)
    (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed))])
(function_declaration return_type: (type_annotation (_) @declared)
  body: (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed)))
(method_definition return_type: (type_annotation (_) @declared)
  body: (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed)))
(arrow_function !return_type
  body: [(arrow_function) @handed (parenthesized_expression (object) @handed)
    (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed))]) @giver
(function_expression !return_type
  body: (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed))) @giver
(object (method_definition !return_type
  body: (statement_block (return_statement [(arrow_function) (function_expression) (object)] @handed))) @giver)
(object (pair key: (property_identifier) @key
  value: [(arrow_function) (function_expression) (object)] @handed)) @whole
(object (method_definition name: (property_identifier) @key) @handed) @whole

(arrow_function parameters: (formal_parameters
  (required_parameter pattern: (identifier) @parameter !type !value) @listed)) @taker
(function_expression parameters: (formal_parameters
  (required_parameter pattern: (identifier) @parameter !type !value) @listed)) @taker
(method_definition parameters: (formal_parameters
  (required_parameter pattern: (identifier) @parameter !type !value) @listed)) @taker
(arrow_function parameter: (identifier) @parameter) @taker

(function_declaration name: (_) @signed parameters: (_) @parameters return_type: (_)? @gives)
(function_signature name: (_) @signed parameters: (_) @parameters return_type: (_)? @gives)
(method_definition name: (_) @signed parameters: (_) @parameters return_type: (_)? @gives)
(method_signature name: (_) @signed parameters: (_) @parameters return_type: (_)? @gives)
(abstract_method_signature name: (_) @signed parameters: (_) @parameters return_type: (_)? @gives)
(variable_declarator name: (identifier) @signed
  value: (arrow_function parameters: (formal_parameters) @parameters return_type: (_)? @gives))
(property_signature name: (_) @signed
  type: (type_annotation (function_type parameters: (_) @parameters return_type: (_) @gives)))
(public_field_definition name: (_) @signed
  type: (type_annotation (function_type parameters: (_) @parameters return_type: (_) @gives)))
(public_field_definition name: (_) @signed
  value: (arrow_function parameters: (formal_parameters) @parameters return_type: (_)? @gives))
(call_signature parameters: (_) @parameters return_type: (_)? @gives)
(type_alias_declaration name: (_) @alias
  value: (function_type parameters: (_) @parameters return_type: (_) @gives))
(type_alias_declaration name: (_) @alias
  value: [(type_identifier) (generic_type) (union_type)] @stands)
`;

const RULES: Omit<ParseRules, "query"> = {
  ...PLAIN_RULES,
  wrappers: ["Promise", "Readonly", "Partial", "Required", "NonNullable", "Awaited"],
  imports: importsOf,
};

export const typescript: ParseRules = { ...RULES, query: TYPESCRIPT + CONTEXTS };
export const tsx: ParseRules = { ...RULES, query: TYPESCRIPT + CONTEXTS + JSX };
export const javascript: ParseRules = { ...RULES, query: JAVASCRIPT };

const QUOTED = /["'`]([^"'`]*)["'`]/;

/** Imports, exports from another module, dynamic imports and `require`. */
function importsOf(statement: string): FoundImport[] {
  if (EXPORTS_OF_MODULE.test(statement)) return exportsOf(statement);
  const isReexport = statement.startsWith("export");
  const source = /(?:\bfrom |\brequire ?\( ?|\bimport ?\( ?|^import )(["'`][^"'`]*["'`])/.exec(statement)?.[1];
  const module = source === undefined ? undefined : QUOTED.exec(source)?.[1];
  if (source === undefined && isReexport) return renamesOf(statement);
  if (module === undefined || module.includes("${")) return [];
  if (/^import ?\(/.test(statement)) return [{ module, names: namesOfPromised(statement, module), isReexport: false }];
  return [{ module, names: namesOf(statement.slice(0, statement.indexOf(source!)), isReexport), isReexport }];
}

const EXPORTS_OF_MODULE = /^(?:exports ?= ?)?module\.exports\b/;

/** What CommonJS exports as the module itself: `module.exports = Reply`, `module.exports = require("./reply")`. */
function exportsOf(statement: string): FoundImport[] {
  const from = /\brequire ?\( ?["'`]([^"'`]+)/.exec(statement)?.[1];
  const own = /= ?([\w$]+) ?;?$/.exec(statement)?.[1];
  if (own !== undefined) return [{ module: OWN_NAMES, names: [{ name: own, local: WHOLE_MODULE }], isReexport: true }];
  if (from === undefined) return [];
  const names = [WHOLE_MODULE, "*"].map((name) => ({ name, local: name }));
  return [{ module: from, names, isReexport: true }];
}

/** Exports of the file's own names by others: `export { Hono as HonoBase }`, `export default Hono`. */
function renamesOf(statement: string): FoundImport[] {
  const whole = /^export default ([\w$]+) ?;?$/.exec(statement)?.[1];
  const listed = (/\{([^}]*)\}/.exec(statement)?.[1] ?? "").split(",").map((item) => item.trim().replace(/^type /, ""));
  const names = listed.flatMap((item) => {
    const [name, local] = item.split(" as ");
    return name === undefined || local === undefined ? [] : [{ name: name.trim(), local: unquoted(local) }];
  });
  if (whole !== undefined) names.push({ name: whole, local: "default" });
  return names.length === 0 ? [] : [{ module: OWN_NAMES, names, isReexport: true }];
}

/** The names in front of the module: `import D, { a as b } from`, `{ a: b } = require(`. */
function namesOf(clause: string, isReexport: boolean): ImportedName[] {
  const names: ImportedName[] = [];
  const listed = /\{([^}]*)\}/.exec(clause)?.[1];
  for (const item of listed?.split(",") ?? []) {
    const [name, local] = item
      .trim()
      .replace(/^type (?!as\b)/, "")
      .replace(/ ?=.*$/, "")
      .split(/ as | ?: ?/);
    if (name !== undefined && /^[\w$"']/.test(name) && !/^[[{]/.test(local ?? ""))
      names.push({ name: unquoted(name), local: unquoted(local ?? name) });
  }
  const rest = clause.replace(/\{[^}]*\}/, "").replace(/^(?:import|export)\b ?(?:type (?!from|=))?/, "");
  const star = /\*(?: as ([\w$]+|"[^"]*"))?/.exec(rest);
  if (star !== null) names.push({ name: "*", local: unquoted(star[1] ?? "*") });
  // CommonJS gives the module itself.
  const [, assigned, by] = /^([\w$]+) ?= ?(?:await )?(require|import)/.exec(rest) ?? [];
  const plain = /^([\w$]+) ?(?:,|from)/.exec(rest)?.[1];
  if (assigned !== undefined) names.unshift(...wholeOf(assigned, by === "require"));
  else if (plain !== undefined && !isReexport) names.unshift({ name: "default", local: plain });
  return names;
}

/** How a receiver that is a module on the spot is written, `(await import("./cache.ts"))`, as a local name of the module. */
const onTheSpot = (module: string) => `import("${module}")`;
const AWAITED = /^\(\s*await\s+import\s*\(\s*(["'`])([^"'`]*)\1\s*,?\s*\)\s*\)\s*(?:\?\.|!?\.)?\s*$/;

const THEN = /^import ?\([^()]*\) ?\.then\( ?(?:async )?(?:([\w$]+) ?=>|\( ?([\w$]+|\{[^{}]*\})[^()]*\) ?=>)?/;

/** The local name of the module that a receiver is: `import("./cache.ts")`; null for what is none. */
export function importedAt(receiver: string): string | null {
  const module = receiver.startsWith("(") ? AWAITED.exec(receiver)?.[2] : undefined;
  return module === undefined ? null : onTheSpot(module);
}

/** What stands for a module that is imported in an expression, or for what `then` hands over: `import("a").then((m) =>`. */
function namesOfPromised(statement: string, module: string): ImportedName[] {
  const handed = THEN.exec(statement);
  if (handed === null) return [{ name: "*", local: onTheSpot(module) }];
  const local = handed[1] ?? handed[2];
  return local === undefined ? [] : [{ name: "*", local: local.startsWith("{") ? "{}" : local }];
}

function wholeOf(local: string, isRequired: boolean): ImportedName[] {
  return [...(isRequired ? [{ name: WHOLE_MODULE, local }] : []), { name: "*", local }];
}

function unquoted(name: string): string {
  return name.trim().replace(/^["']|["']$/g, "");
}
