// References and imports of Rust.

import { type FoundImport, type ImportedName, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

/** A pattern that binds a name: one in upper case is a constant or a variant. */
const binding = (pattern: string): string => `(${pattern} (#match? @local "^[a-z_]"))\n`;

const QUERY = `
[(function_item) (function_signature_item) (closure_expression) (block) (if_expression) (while_expression)
 (for_expression) (match_arm) (impl_item) (trait_item) (struct_item) (enum_item) (type_item)] @block

(identifier) @ref.value
(type_identifier) @ref.type
(token_tree (identifier) @loose)
(token_tree (identifier) @ref.call . (token_tree . "("))
(field_expression value: (_) @on field: (field_identifier) @ref.value)
(scoped_identifier path: (_) @on name: (identifier) @ref.value)
(scoped_type_identifier path: (_) @on name: (type_identifier) @ref.type)
(call_expression function: (identifier) @ref.call)
(call_expression function: (field_expression value: (_) @on field: (field_identifier) @ref.call))
(call_expression function: (scoped_identifier path: (_) @on name: (identifier) @ref.call))
(generic_function function: (identifier) @ref.call)
(generic_function function: (field_expression value: (_) @on field: (field_identifier) @ref.call))
(generic_function function: (scoped_identifier path: (_) @on name: (identifier) @ref.call))
(macro_invocation macro: (identifier) @ref.call)
(macro_invocation macro: (scoped_identifier path: (_) @on name: (identifier) @ref.call))
(struct_expression name: (type_identifier) @ref.new)
(struct_expression name: (scoped_type_identifier path: (_) @on name: (type_identifier) @ref.new))
(struct_expression name: (_) @onto
  body: (field_initializer_list (field_initializer field: (field_identifier) @ref.write)))
(impl_item trait: (type_identifier) @ref.inherit)
(impl_item trait: (generic_type type: (type_identifier) @ref.inherit))
(impl_item trait: (generic_type type: (scoped_type_identifier path: (_) @on name: (type_identifier) @ref.inherit)))
(impl_item trait: (scoped_type_identifier path: (_) @on name: (type_identifier) @ref.inherit))
(trait_item bounds: (trait_bounds (type_identifier) @ref.inherit))
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @ref.inherit)))
(trait_item bounds: (trait_bounds (scoped_type_identifier path: (_) @on name: (type_identifier) @ref.inherit)))
(assignment_expression left: (identifier) @ref.write)
(assignment_expression left: (field_expression value: (_) @on field: (field_identifier) @ref.write))
(compound_assignment_expr left: (identifier) @ref.write)
(compound_assignment_expr left: (field_expression value: (_) @on field: (field_identifier) @ref.write))

(lifetime (identifier) @skip)
(label (identifier) @skip)
(attribute . (identifier) @skip)

(parameter pattern: (identifier) @local type: (_) @typed)
(closure_parameters (identifier) @local)
(type_parameter name: (type_identifier) @generic)
(const_parameter name: (identifier) @local)
(let_declaration pattern: (identifier) @local type: (_)? @typed value: (_)? @made) @from
(for_expression pattern: (identifier) @local)
(shorthand_field_identifier) @local
${binding("(tuple_pattern (identifier) @local)")}
${binding("(tuple_struct_pattern type: (_) (identifier) @local)")}
${binding("(field_pattern pattern: (identifier) @local)")}
${binding("(captured_pattern . (identifier) @local)")}
${binding("(match_pattern . (identifier) @local)")}
${binding("(ref_pattern (identifier) @local)")}
${binding("(mut_pattern (identifier) @local)")}
${binding("(reference_pattern (identifier) @local)")}
${binding("(slice_pattern (identifier) @local)")}
${binding("(or_pattern (identifier) @local)")}

(field_declaration name: (field_identifier) @field type: (_) @typed)
(function_item name: (identifier) @result return_type: (_) @typed)
(function_signature_item name: (identifier) @result return_type: (_) @typed)

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
`;

export const rust: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^((?:\w+::)*\p{Lu}\w*)\{\}/u, /^((?:\w+::)*\p{Lu}\w*)::(?:new|default|from|from_\w+|with_\w+)\(\)/u],
  selves: ["self", "Self"],
  supers: [],
  wrappers: ["Arc", "Box", "Rc", "Ref", "RefMut", "MutexGuard", "Pin", "Cow", "Mutex", "RwLock", "RefCell"],
  results: ["Option", "Result"],
  passing: ["as_mut()", "as_ref()", "await", "borrow()", "borrow_mut()", "clone()", "lock()", "to_owned()"],
  moduleNames: /^[a-z_]/,
  builtins: ["Self", "Ok", "Err", "Some", "None", "Option", "Result", "Vec", "Box", "String"],
};

/** `use`, `extern crate` and `mod name;`, whose file stands below this one. */
function importsOf(statement: string): FoundImport[] {
  const own = /\bmod ([\w#]+) ?;/.exec(statement)?.[1];
  if (own !== undefined) return [{ module: `self::${own}`, names: [{ name: "*", local: own }], isReexport: false }];
  const isReexport = /^pub\b/.test(statement);
  const crate = /\bextern crate (\w+)(?: as (\w+))?/.exec(statement);
  if (crate !== null) {
    return [{ module: crate[1]!, names: [{ name: "*", local: crate[2] ?? crate[1]! }], isReexport }];
  }
  const tree = /\buse (.*?) ?;?$/.exec(statement)?.[1] ?? "";
  const byModule = new Map<string, ImportedName[]>();
  addUses(tree.replace(/ ?(::|[{},]) ?/g, "$1").replace(/^::/, ""), "", byModule, 0);
  return [...byModule].map(([module, names]) => ({ module, names, isReexport }));
}

/** How deep groups in groups are read. */
const GROUPS_MAX = 20;

/** `a::{self, b::C as D, e::*}` by module: `a` itself, `C` of `a::b`, all of `a::e`. */
function addUses(tree: string, prefix: string, byModule: Map<string, ImportedName[]>, depth: number): void {
  const group = /^(?:(.*?)::)?\{(.*)\}$/.exec(tree);
  if (group !== null) {
    const inner = [prefix, group[1] ?? ""].filter((part) => part !== "").join("::");
    if (depth < GROUPS_MAX) for (const item of splitAtTop(group[2]!)) addUses(item, inner, byModule, depth + 1);
    return;
  }
  const [path, alias] = tree.split(" as ") as [string, string?];
  const parts = [...(prefix === "" ? [] : prefix.split("::")), ...path.split("::")].filter((part) => part !== "");
  const name = parts.pop();
  if (name === undefined) return;
  if (name === "self" || parts.length === 0) {
    const module = parts.length === 0 ? name : parts.join("::");
    add(byModule, module, { name: "*", local: alias ?? module.split("::").at(-1)! });
  } else add(byModule, parts.join("::"), { name, local: alias ?? name });
}

function add(byModule: Map<string, ImportedName[]>, module: string, name: ImportedName): void {
  const known = byModule.get(module);
  if (known === undefined) byModule.set(module, [name]);
  else known.push(name);
}

/** The items of a list, at commas that stand in no braces. */
function splitAtTop(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at];
    if (sign === "{") depth++;
    else if (sign === "}") depth--;
    else if (sign === undefined || (sign === "," && depth === 0)) {
      if (at > start) items.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return items;
}
