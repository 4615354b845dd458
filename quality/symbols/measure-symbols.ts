// Whether the scanners find what files define: both of them against lists of the languages' own tools.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import { table } from "../../bench/tables.ts";
import { languageOfText } from "../../src/code/languages.ts";
import { scanLines } from "../../src/code/light-scanner.ts";
import { FileParser } from "../../src/code/parse/file-parser.ts";
import type { CodeSymbol, SymbolKind } from "../../src/code/symbol-scanner.ts";
import { gitBytes, gitObjects } from "../git/git.ts";
import type { SymbolGroup, TrueFile, TrueList } from "./symbol-truth.ts";

/** How many there are, how many are found, and how many of them are right. */
export interface SymbolCounts {
  true: number;
  found: number;
  right: number;
}

export interface SymbolResult {
  readonly language: string;
  readonly by: string;
  readonly files: number;
  readonly parser: SymbolCounts;
  readonly lines: SymbolCounts;
  /** What the parser misses and what it finds that is not there: `path: 24 function get`. */
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
  /** Files whose repository is not among the folders. */
  readonly absent: number;
}

/** What kinds count as; others do not, such as fields, constants and namespaces. */
const GROUPS: Readonly<Partial<Record<SymbolKind, SymbolGroup>>> = {
  class: "type",
  enum: "type",
  function: "function",
  interface: "type",
  method: "function",
  module: "type",
  object: "type",
  struct: "type",
  trait: "type",
  type: "type",
};
/** More lines than this no file of the lists has. */
const LINES_MAX = 5000;

/** Where the commits of the lists are: each folder is a clone, or holds clones, bare or not. */
export function findClones(folders: readonly string[], lists: readonly TrueList[]): ReadonlyMap<string, string> {
  const commits = [...new Set(lists.flatMap(({ files }) => files.map(({ commit }) => commit)))];
  const clones = new Map<string, string>();
  const look = (folder: string, depth: number): void => {
    if (gitBytes(folder, ["rev-parse", "--git-dir"]) !== null) {
      const checked = gitBytes(folder, ["cat-file", "--batch-check"], { input: `${commits.join("\n")}\n` });
      const said = new TextDecoder().decode(checked ?? new Uint8Array());
      for (const [, commit] of said.matchAll(/^([0-9a-f]{40}) commit /gm)) clones.set(commit!, folder);
    } else if (depth > 0) for (const name of foldersIn(folder)) look(join(folder, name), depth - 1);
  };
  for (const folder of folders) look(folder, 2);
  if (clones.size > 0) return clones;
  throw new ArgumentError(
    `${folders.join(", ")}: no clone has a commit of the lists in quality/symbols/truth; give clones, or a folder of them, e.g. npm run quality -- --symbols ../clones`,
  );
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** Measures both scanners on the files of one list. */
export async function measureSymbols(list: TrueList, clones: ReadonlyMap<string, string>): Promise<SymbolResult> {
  const parser: SymbolCounts = { true: 0, found: 0, right: 0 };
  const lines: SymbolCounts = { true: 0, found: 0, right: 0 };
  const missed: string[] = [];
  const wrong: string[] = [];
  let absent = 0;
  for (const file of list.files) {
    const text = textOf(file, clones);
    const language = text === null ? null : languageOfText(file.path, text);
    if (text === null || language === null) {
      absent++;
      continue;
    }
    const reader = await FileParser.load([language]);
    const isElixir = language === "elixir";
    const differences = count(file.symbols, rowsOf(reader.parseFile(text, language)?.symbols ?? [], isElixir), parser);
    count(file.symbols, rowsOf(scanLines(text, language, LINES_MAX).symbols, isElixir), lines);
    missed.push(...differences.missed.map((row) => `${file.path}: ${row}`));
    wrong.push(...differences.wrong.map((row) => `${file.path}: ${row}`));
  }
  const { language, by, files } = list;
  return { language, by, files: files.length - absent, parser, lines, missed, wrong, absent };
}

function textOf({ commit, path }: TrueFile, clones: ReadonlyMap<string, string>): string | null {
  const clone = clones.get(commit);
  const content = clone === undefined ? null : gitObjects(clone, [`${commit}:${path}`])[0]!;
  return content === null ? null : new TextDecoder().decode(content);
}

/** Symbols as the lists have them. Elixir's macros are functions there. */
function rowsOf(symbols: readonly CodeSymbol[], isElixir: boolean): string[] {
  return symbols.flatMap(({ kind, line, name }) => {
    const group = isElixir && kind === "macro" ? "function" : GROUPS[kind];
    return group === undefined ? [] : [`${line} ${group} ${name}`];
  });
}

/** Compares what is there with what was found, adds to the counts, and says what differs. */
export function count(
  there: readonly string[],
  found: readonly string[],
  counts: SymbolCounts,
): { missed: string[]; wrong: string[] } {
  const left = [...found];
  const missed = there.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  counts.true += there.length;
  counts.found += found.length;
  counts.right += there.length - missed.length;
  return { missed, wrong: left };
}

/** A row for each language; below it what the parser misses and what it finds that is not there. */
export function symbolsTable(results: readonly SymbolResult[]): string {
  const shares = ({ true: all, found, right }: SymbolCounts) => [share(right, found), share(right, all)];
  const rows = results.map(({ language, files, parser, lines, by }) => [
    language,
    `${files}`,
    `${parser.true}`,
    ...shares(parser),
    ...shares(lines),
    by,
  ]);
  const head = ["", "files", "symbols", "precision", "recall", "by lines: precision", "recall", "the list is by"];
  const details = results.flatMap(({ language, missed, wrong, absent }) => [
    ...missed.map((row) => `- ${language}, missed: ${row}`),
    ...wrong.map((row) => `- ${language}, not there: ${row}`),
    ...(absent > 0 ? [`- ${language}: ${absent} files are in none of the clones`] : []),
  ]);
  return [table(head, rows), ...details].join("\n");
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3).replace(/^0/, "");
}
