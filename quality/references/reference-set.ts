// Functions of one repository with their uses by the truth: what answers are compared with. A set is drawn by a seed
// and kept beside the packages of the peers, since a language server takes minutes for it.

import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import { Random } from "../../bench/corpus.ts";
import { root } from "../../bench/programs.ts";
import { pathClassOf } from "../../src/code/files/path-class.ts";
import { type Language, languageOf } from "../../src/code/languages.ts";
import { FileParser } from "../../src/code/parse/file-parser.ts";
import type { ParsedFile } from "../../src/code/parse/parsed-file.ts";
import { qualifiedName } from "../../src/code/symbol-scanner.ts";
import { treeFiles } from "../code/tree-files.ts";
import { gitText } from "../git/git.ts";
import { unusedLines } from "./no-uses.ts";
import { type Spot, spotName, type TruthProgram } from "./truth.ts";
import { TRUTH_KINDS } from "./truth-kinds.ts";

/** A function, by its full name in its file, and the places where it is used, as `path:line`. */
export interface JudgedFunction {
  readonly path: string;
  readonly name: string;
  readonly uses: readonly string[];
  /** Places with its name of which the truth cannot say what they mean. */
  readonly undecided: readonly string[];
}

export interface ReferenceSet {
  readonly name: string;
  readonly folder: string;
  readonly revision: string;
  readonly language: string;
  readonly truth: string;
  readonly functions: readonly JudgedFunction[];
}

/** Changes whenever sets are made another way, so that no older one is read. */
const FORMAT = 9;
/** The truth is asked what a name means at so many places that are no use, for each function. */
const PLACES_ASKED_MAX = 600;
/** Languages that are judged as one. */
const JUDGED_AS: Partial<Record<Language, string>> = { tsx: "typescript", javascript: "typescript" };

/** The functions of one name and container in a file: overloads are one. */
interface Candidate {
  readonly path: string;
  readonly name: string;
  readonly plainName: string;
  readonly spots: readonly Spot[];
}

/** Makes or reads the set of a repository at HEAD. Throws an Error of one line where the truth cannot be had. */
export async function referenceSet(
  folder: string,
  { functions: count, seed }: { functions: number; seed: number },
  scratch: string,
): Promise<ReferenceSet> {
  const revision = gitText(folder, ["rev-parse", "HEAD"]);
  if (revision === null)
    throw new ArgumentError(`${folder} is no git repository; give e.g. --references ../repository`);
  const name = basename(resolve(folder));
  const files = [...treeFiles(folder, revision)];
  const language = languageOfTree(files.map(({ path }) => path));
  const kind = language === null ? undefined : TRUTH_KINDS[language];
  if (kind === undefined) throw new Error(`there is no truth for its language (${language ?? "none"})`);
  const cache = join(root, "node_modules", ".cache", "helix-references");
  const kept = join(cache, `${name}-${revision.slice(0, 12)}-${count}-${seed}-${FORMAT}.json`);
  if (existsSync(kept)) return { ...(JSON.parse(readFileSync(kept, "utf8")) as ReferenceSet), folder };
  const texts = new Map(files.filter(({ path }) => isOf(path, language!)).map(({ path, text }) => [path, text]));
  const copy = join(realpathSync(scratch), `truth-${name}`);
  if (gitText(scratch, ["clone", "-q", resolve(folder), copy]) === null) throw new Error("it cannot be cloned");
  const parsed = await parseAll(texts);
  const program = await kind.open({ folder: copy, texts });
  try {
    const functions = await judged(program, { texts, parsed, count, seed });
    const set = { name, folder, revision, language: language!, truth: kind.name, functions };
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, JSON.stringify(set));
    return set;
  } finally {
    await program.close();
  }
}

function isOf(path: string, language: string): boolean {
  const own = languageOf(path);
  return own !== null && (JUDGED_AS[own] ?? own) === language;
}

/** The language with a truth that most source files are in. */
function languageOfTree(paths: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const own = languageOf(path);
    const language = own === null ? "" : (JUDGED_AS[own] ?? own);
    if (language in TRUTH_KINDS) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

async function parseAll(texts: ReadonlyMap<string, string>): Promise<Map<string, ParsedFile>> {
  const parsed = new Map<string, ParsedFile>();
  const parser = await FileParser.load(new Set([...texts.keys()].map((path) => languageOf(path)!)));
  for (const [path, text] of texts) {
    const file = parser.parseFile(text, languageOf(path)!);
    if (file !== null) parsed.set(path, file);
  }
  return parsed;
}

interface Tree {
  readonly texts: ReadonlyMap<string, string>;
  readonly parsed: ReadonlyMap<string, ParsedFile>;
}

async function judged(program: TruthProgram, { count, seed, ...tree }: Tree & { count: number; seed: number }) {
  const definitions = new Set<string>();
  for (const [path, { symbols }] of tree.parsed) {
    for (const { line, column } of symbols) definitions.add(spotName({ path, line, column }));
  }
  const without = new Map([...tree.texts].map(([path, text]) => [path, unusedLines(text, languageOf(path)!)]));
  const isUse = (spot: Spot) => !definitions.has(spotName(spot)) && without.get(spot.path)?.has(spot.line) === false;
  const found: JudgedFunction[] = [];
  for (const candidate of shuffled(candidatesOf(tree.parsed), seed)) {
    if (found.length >= count) break;
    const { own: listed, ofRelatives } = await program.uses(candidate.spots);
    const uses = new Set(listed.filter(isUse).map(lineName));
    const own = new Set(candidate.spots.map(spotName));
    if (uses.size === 0) continue;
    const undecided = new Set(ofRelatives.map(lineName).filter((line) => !uses.has(line)));
    let asked = 0;
    for (const spot of occurrences(tree.texts, candidate.plainName)) {
      if (!isUse(spot) || uses.has(lineName(spot)) || undecided.has(lineName(spot))) continue;
      if (++asked > PLACES_ASKED_MAX) {
        undecided.add(lineName(spot));
        continue;
      }
      const meant = await program.definitions(spot);
      // Lists of uses are not always whole: where the definition is the function's own, it is a use.
      if (meant.some((each) => own.has(spotName(each)))) {
        uses.add(lineName(spot));
        continue;
      }
      // An import that leads nowhere is all that is known of what it brings.
      const isKnown = meant.some(({ path, line }) => without.get(path)?.has(line) !== true);
      if (!isKnown) undecided.add(lineName(spot));
    }
    found.push({ path: candidate.path, name: candidate.name, uses: [...uses], undecided: [...undecided] });
    if (process.stderr.isTTY) process.stderr.write(`\r${found.length} `);
  }
  return found;
}

const lineName = ({ path, line }: Spot) => `${path}:${line}`;

function candidatesOf(parsed: ReadonlyMap<string, ParsedFile>): Candidate[] {
  const found = new Map<string, Candidate & { spots: Spot[] }>();
  for (const [path, { symbols }] of parsed) {
    if (pathClassOf(path) !== "implementation") continue;
    for (const symbol of symbols) {
      if (symbol.kind !== "function" && symbol.kind !== "method") continue;
      // Constructors are used by the names of their types.
      if (/^(?:constructor|__init__)$/.test(symbol.name)) continue;
      const name = qualifiedName(symbol);
      const key = `${path}\0${name}`;
      const known = found.get(key) ?? { path, name, plainName: symbol.name, spots: [] };
      known.spots.push({ path, line: symbol.line, column: symbol.column });
      found.set(key, known);
    }
  }
  return [...found.values()];
}

/** The items in an order by lot. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = new Random(seed);
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

/** Where a name stands as a whole word. */
function* occurrences(texts: ReadonlyMap<string, string>, name: string): Generator<Spot> {
  const word = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`, "g");
  for (const [path, text] of texts) {
    if (!text.includes(name)) continue;
    for (const [at, line] of text.split("\n").entries()) {
      for (const { index } of line.matchAll(word)) yield { path, line: at + 1, column: index };
    }
  }
}
