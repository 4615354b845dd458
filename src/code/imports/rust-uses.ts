// What `pub use` of a Rust file gives to others under which name. Read from the text, not from a syntax tree: many stand
// in macros (`cfg_net! { pub use ... }`), where a parser sees only words.

const START = /\bpub(?:\([^)\n]{0,50}\))?\s{1,20}use\s/g;
const STATEMENT_MAX = 5000;
const NAMES_MAX = 2000;
const DEPTH_MAX = 10;

/** The paths of what a file gives to others, by name. Names behind a star are not known. */
export function usesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, readonly string[]>();
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null && uses.size < NAMES_MAX; start = START.exec(text)) {
    const end = text.indexOf(";", START.lastIndex);
    if (end < 0) break;
    const statement = text.slice(START.lastIndex, end);
    if (statement.length <= STATEMENT_MAX) addTree(statement.replace(/\/\/[^\n]*/g, " "), [], uses, DEPTH_MAX);
    START.lastIndex = end;
  }
  return uses;
}

/** `a::{self, b as c, d::{e}}` below a path: `a`, `c`, `e`. */
function addTree(tree: string, above: readonly string[], uses: Map<string, readonly string[]>, depth: number): void {
  const brace = tree.indexOf("{");
  const written = (brace < 0 ? tree : tree.slice(0, brace)).split(/\sas\s/);
  const path = written[0]!.split("::").map((part) => part.trim());
  const parts = [...above, ...path.filter((part) => part !== "")];
  if (brace >= 0) {
    const inner = tree.slice(brace + 1, tree.lastIndexOf("}"));
    if (depth > 0) for (const item of itemsOf(inner)) addTree(item, parts, uses, depth - 1);
    return;
  }
  if (parts.at(-1) === "self" && parts.length > 1) parts.pop();
  const name = written[1]?.trim() ?? parts.at(-1);
  if (name !== undefined && /^[\p{L}\p{N}_]+$/u.test(name) && uses.size < NAMES_MAX) uses.set(name, parts);
}

/** The items of a list, at commas outside of braces. */
function itemsOf(list: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "{") depth++;
    else if (list[at] === "}") depth--;
    else if (list[at] === "," && depth === 0) {
      items.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, list.slice(start)];
}
