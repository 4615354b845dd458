// The fixes in the history of a repository: what each says that went wrong, and which functions it changed. Pure but for
// git.

import { pathClassOf } from "../../src/code/files/path-class.ts";
import { questionText } from "../code/questions.ts";
import { gitBytes } from "../git/git.ts";
import { isQuestion } from "../git/git-set.ts";

/** A fix that changes more files than this is a sweep and says nothing of any. */
const FILES_MAX = 8;
const TEXT_LENGTH_MAX = 400;
const ADDED_LINES = 3;
const ADDED_LENGTH_MAX = 100;
const LOG_MS_MAX = 300_000;

/** A commit that mends something. */
export interface Fix {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What went wrong, as the message says it, without names of files, issues and trailers. */
  readonly text: string;
  /** The changed functions, as `file function`; the folder is left out, since folders are renamed. */
  readonly functions: readonly string[];
  /** The changed files, by their names. */
  readonly files: readonly string[];
  /** The first lines that it added. */
  readonly added: readonly string[];
}

const MENDS =
  /\b(?:fix(?:e[sd]|ing)?|bugs?|broken|crash(?:es)?|errors?|fail(?:s|ed|ure|ures|ing)?|regressions?|wrong|incorrect(?:ly)?|leaks?|avoid|prevent|missing|handle|raises?|don't|doesn't|not)\b/i;
/** What stands in front of a hunk: the last line before it that begins a function or a class, whatever the language. */
const BEGINS = "^[ \t]*((async[ \t]+)?(def|class)[ \t].*)$\n^([A-Za-z_$].*[({].*)$";
/** No functions: what else stands in front of a parenthesis. */
const NO_NAMES = new Set("if for while switch catch return require describe it else function class with".split(" "));

/** The fixes that HEAD reaches, oldest first; of those with the same text the first. Null: git cannot read them. */
export function readFixes(folder: string): Fix[] | null {
  const log = gitBytes(
    folder,
    [
      "-c",
      `diff.default.xfuncname=${BEGINS}`,
      "log",
      "--no-merges",
      "--no-renames",
      "--diff-filter=M",
      "--date-order",
      "--reverse",
      "-U0",
      "-p",
      "--format=%x01%H%x02%ct%x02%s%x02%b%x02",
      "HEAD",
    ],
    { limitMs: LOG_MS_MAX },
  );
  if (log === null) return null;
  const said = new Set<string>();
  const fixes: Fix[] = [];
  for (const commit of new TextDecoder().decode(log).split("\x01").slice(1)) {
    const fix = parseFix(commit);
    if (fix === null || said.has(fix.text)) continue;
    said.add(fix.text);
    fixes.push(fix);
  }
  return fixes;
}

/** Reads one commit of the log: name, time, subject, body and changes, with `\x02` between; null: it is no fix. */
export function parseFix(commit: string): Fix | null {
  const [id = "", time = "", subject = "", body = "", patch = ""] = commit.split("\x02");
  if (!isQuestion(subject) || !MENDS.test(subject) || /\[bot\]|dependabot/i.test(body)) return null;
  const { functions, files, added } = changesOf(patch);
  if (functions.length === 0 || files.length > FILES_MAX) return null;
  const text = questionText(`${subject}\n${body}`)
    .replace(/https?:\S+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!isQuestion(text)) return null;
  return { id, at: Number(time) * 1000, text: text.slice(0, TEXT_LENGTH_MAX), functions, files, added };
}

/** The implementation files and functions that a patch changes, and the first lines that it adds to them. */
function changesOf(patch: string): Pick<Fix, "functions" | "files" | "added"> {
  const functions = new Set<string>();
  const files = new Set<string>();
  const added: string[] = [];
  let file: string | null = null;
  for (const line of patch.split("\n")) {
    if (line.startsWith("+++ b/")) {
      const path = line.slice("+++ b/".length).replace(/\t$/, "");
      file = pathClassOf(path) === "implementation" ? path.slice(path.lastIndexOf("/") + 1) : null;
      if (file !== null) files.add(file);
    } else if (file === null) continue;
    else if (line.startsWith("@@ ")) {
      const name = functionName(line.slice(line.indexOf(" @@") + 3));
      if (name !== null) functions.add(`${file} ${name}`);
    } else if (line.startsWith("+") && added.length < ADDED_LINES && /\w{3}/.test(line))
      added.push(line.slice(1).trim().slice(0, ADDED_LENGTH_MAX));
  }
  return { functions: [...functions].sort(), files: [...files].sort(), added };
}

/** The name of the function that a line begins: of `def send(self)`, `res.send = function (body) {`, `int send(int a)`. */
export function functionName(line: string): string | null {
  const text = line.trim();
  if (/^(?:export\s+)?(?:default\s+)?class\b/.test(text)) return null;
  const assigned = /([\w$]+)\s*[=:]\s*(?:async\s+)?(?:function\b|\([^)]*\)\s*=>)/.exec(text);
  const name = assigned?.[1] ?? /([\w$]+)\s*\(/.exec(text)?.[1] ?? null;
  return name === null || NO_NAMES.has(name) ? null : name;
}
