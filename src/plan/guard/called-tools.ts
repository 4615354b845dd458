// What kinds of tools there are for the guard, by their names, and which paths a call of one writes to.

import { type Fields, fieldsOf, textOf } from "./guard-event.ts";

/** `edit`: writes a file that its input names. `shell`: runs a line of a POSIX shell. */
export type ToolKind = "edit" | "shell" | "other shell" | "foreign write" | "foreign shell" | "own" | "free" | "other";

const EDITING = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const SHELLS = new Set(["Bash", "Monitor"]);
/** Tools that take nothing of the budget: lists of tasks, the search for tools, and the answer itself. */
const FREE = new Set(
  "TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet ToolSearch StructuredOutput".split(" "),
);
const READING = new Set(["Read", "Grep", "Glob"]);
/** The names of helix's tools. Those of a server `helix__x` begin alike, but hold two more underscores. */
const OWN = /^mcp__(?:plugin_helix_)?helix__(?!.*[^_]__)[a-z_]{1,40}$/;
const FOREIGN = /^mcp__/;
/** In names whose words are joined in any way: `write_file`, `createIssue`, `fs.move`. */
const WRITING =
  /write|edit|create|delete|remove|move|rename|patch|append|replace|insert|copy|save|mkdir|upload|truncate|chmod|link/i;
const RUNNING = /exec|command|shell|terminal|bash|(?:^|_)run(?:_|$)/i;
/** Keys of the input that hold paths, and those that hold the content of files. A very long key may be either. */
const KEY_LENGTH_MAX = 200;
const PATH_KEY =
  /^(?:.*[_-])?(?:paths?|files?|file_?names?|uris?|src|source|dst|dest|destination|targets?|dir|directory|folder|from|to)$|(?:path|file|name|uri|dir)s?$/i;
const CONTENT_KEY = /content|text|body|data|message|description|title|query|prompt|old_?str|new_?str|code|comment/i;
const PATCH_KEY = /patch|diff/i;
const LINE_KEY = /^(?:command|cmd|script|line|code|input)$/i;
const PATH_VALUE = /^(?:\/|~\/|\.\.?\/|file:\/\/)[^\n\0]*$/;
const PATCHED =
  /^(?:\+\+\+|---|rename (?:from|to)|copy to|\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:) (?:[ab]\/)?([^\t\n]+)/gm;
const VALUES_MAX = 5000;
const DEPTH_MAX = 20;

/** The kind of a tool. */
export function toolKind(name: string): ToolKind {
  if (EDITING.has(name)) return "edit";
  if (SHELLS.has(name)) return "shell";
  if (name === "PowerShell") return "other shell";
  if (FREE.has(name)) return "free";
  if (OWN.test(name)) return "own";
  if (!FOREIGN.test(name)) return "other";
  const tool = name.slice(name.indexOf("__", "mcp__".length) + 2);
  if (RUNNING.test(tool)) return "foreign shell";
  return WRITING.test(tool) ? "foreign write" : "other";
}

/** Whether a tool only reads, and so is allowed when the budget is used up. */
export function isReading(name: string): boolean {
  return READING.has(name);
}

/** The paths that a call of an editing tool writes to; null where its input does not say it. */
export function editedPaths(input: Fields): string[] | null {
  const given = [input.file_path, input.notebook_path].filter((value) => value !== undefined && value !== null);
  const paths = given.map(textOf);
  return paths.length === 0 || paths.includes("") ? null : paths;
}

/** The new text of a call of an editing tool, with the text that it takes the place of; null: of the whole file. */
export function editedTexts(input: Fields): { readonly before: string | null; readonly after: string }[] {
  const texts: { before: string | null; after: string }[] = [];
  const edits = Array.isArray(input.edits) ? input.edits.slice(0, VALUES_MAX).map(fieldsOf) : [];
  for (const edit of [input, ...edits]) {
    if (typeof edit.new_string === "string") texts.push({ before: textOf(edit.old_string), after: edit.new_string });
  }
  if (typeof input.content === "string") texts.push({ before: null, after: input.content });
  if (typeof input.new_source === "string") texts.push({ before: null, after: input.new_source });
  return texts;
}

/** Texts of an input that are judged: paths, and lines of a shell. null: the input is too large to be looked through. */
export function foreignTexts(input: Fields): { readonly paths: string[]; readonly lines: string[] } | null {
  const paths: string[] = [];
  const lines: string[] = [];
  let count = 0;
  const visit = (value: unknown, key: string, depth: number): boolean => {
    count++;
    if (count > VALUES_MAX || depth > DEPTH_MAX) return false;
    if (typeof value === "string") {
      if (LINE_KEY.test(key)) lines.push(value);
      if (PATCH_KEY.test(key)) for (const found of value.matchAll(PATCHED)) paths.push(found[1]!.trim());
      else if (
        value !== "" &&
        !CONTENT_KEY.test(key) &&
        (key.length > KEY_LENGTH_MAX || PATH_KEY.test(key) || PATH_VALUE.test(value))
      )
        paths.push(asPath(value));
      return true;
    }
    if (Array.isArray(value)) return value.every((each) => visit(each, key, depth + 1));
    if (typeof value !== "object" || value === null) return true;
    return Object.entries(value).every(([name, each]) => visit(each, name, depth + 1));
  };
  return visit(input, "", 0) ? { paths: paths.filter((path) => path !== "/dev/null"), lines } : null;
}

function asPath(value: string): string {
  if (!value.startsWith("file://")) return value;
  try {
    return decodeURIComponent(new URL(value).pathname);
  } catch {
    return value.slice("file://".length);
  }
}
