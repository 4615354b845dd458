// The lists of what real files define, a file a language in truth/. The first line says who made the list. Then, for
// each source, a line `# owner/name commit path` and its definitions: `24 function get`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What counts: functions, methods and constructors; and types of every kind, modules among them. */
export type SymbolGroup = "function" | "type";

/** A source file, and what it defines. */
export interface TrueFile {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** `24 function get`, in any order; two of the same stand twice. */
  readonly symbols: readonly string[];
}

export interface TrueList {
  /** The name of the list, which is that of the language. */
  readonly language: string;
  readonly by: string;
  readonly files: readonly TrueFile[];
}

const FOLDER = join(import.meta.dirname, "truth");
const SOURCE = /^# (\S+\/\S+) ([0-9a-f]{40}) (.+)$/;
const SYMBOL = /^\d+ (?:function|type) \S/;

/** All lists, by language. */
export function readTruth(folder = FOLDER): TrueList[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => parseList(name.slice(0, -4), readFileSync(join(folder, name), "utf8")));
}

/** Reads one list. Throws an Error that names the line which is none. */
export function parseList(language: string, text: string): TrueList {
  const [first = "", ...lines] = text.split("\n");
  const files: (TrueFile & { symbols: string[] })[] = [];
  for (const line of lines) {
    if (line === "") continue;
    const source = SOURCE.exec(line);
    if (source !== null) {
      files.push({ repository: source[1]!, commit: source[2]!, path: source[3]!, symbols: [] });
    } else if (SYMBOL.test(line) && files.length > 0) files.at(-1)!.symbols.push(line);
    else throw new Error(`${language}: ${JSON.stringify(line)} is no line of a list`);
  }
  return { language, by: first.replace(/^# by /, ""), files };
}
