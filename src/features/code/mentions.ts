// The places where a name stands, whatever it means there: in what no rule resolves, in strings, macros, templates and
// manifests. Answers look there before they say that nothing uses a symbol.

import type { Reference } from "../../code/parse/parsed-file.ts";
import { referencesOf } from "../../code/parse/reference-list.ts";
import { importedLines, type StatementKind } from "../../code/references/import-lines.ts";
import { isCertain } from "../../code/references/reference.ts";
import { otherNamesIn, shortName } from "../../code/references/renaming-imports.ts";
import { bareName, wordOffsets } from "../../code/references/uses.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import type { Reading } from "./reading.ts";
import type { Place, Relations, SymbolNode } from "./relations.ts";
import type { ShownFile } from "./shown-file.ts";
import { resolverOf } from "./tree-imports.ts";

/** With so many places by name there are enough, and no further file is looked at. */
const PLACES_MAX = 50;
const FILES_MAX = 300;
/** Texts for people, and lists of versions, use nothing. */
const PROSE =
  /\.(?:md|mdx|markdown|rst|txt|adoc|csv|tsv|svg|lock)$|(?:^|[-/.])lock\.\w+$|(?:^|\/)(?:LICEN[CS]E|CHANGELOG)/i;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:define|if|elif|include|undef))|--|<!--|;)/;
const QUOTE = /["'`]/;
const DIRECTIVE = /^\s*#\s*\w|\\\s*$/;
const SYMBOL = /(?:^|[^:]):$/;
/** A list of words in Ruby or Perl that is open. */
const WORD_LIST = /(?:%[wWiI]|\bqw\s*)(?:\[[^\]]*|\([^)]*|\{[^}]*|<[^>]*|([^\w\s[({<])(?:(?!\1).)*)$/;

/** The places that may mean a symbol: those that are judged, and where none of them is certain, those of its name. */
export async function usesByName(relations: Relations, node: SymbolNode, judged?: readonly Place[]): Promise<Place[]> {
  const places = [...(judged ?? (await relations.placesOf(node)))];
  if (node.name === null || places.length >= PLACES_MAX || places.some(isCertain)) return places;
  const known = new Set(places.map(({ path, reference }) => `${path}:${reference.line}`));
  const own = new Set(node.definitions.map(({ file }) => file.path));
  const others = await mentionsOf(relations.reading, node.name, own);
  return [...places, ...others.filter(({ path, reference }) => !known.has(`${path}:${reference.line}`))];
}

/**
 * The first places where a name stands, one a line: no definition of it, no comment, no variable of a function; and where
 * the name stands by which a file may import it. `own` are the files that define what is asked for; another one that
 * defines the name at its top means its own.
 */
export async function mentionsOf(reading: Reading, name: string, own: ReadonlySet<string>): Promise<Place[]> {
  const { view, files, parsed } = reading;
  const bare = bareName(name);
  const found: Place[] = [];
  if (bare === "") return found;
  const definers = [...own].flatMap((path) => files.get(path) ?? []);
  const ports = { definers, resolver: resolverOf(view, files), parse: (path: string) => parsed.parse(path) };
  for (const path of pathsHolding(reading, bare)) {
    await parsed.parse(path);
    const file = files.get(path);
    if (file === null) continue;
    const plain = !own.has(path) && definesAtTop(file, bare) ? [] : mentionsIn(file, bare);
    const renamed = own.has(path) ? [] : await otherNamesIn(file, bare, ports);
    for (const reference of onePerLine([...plain, ...renamed])) {
      const around = reference.within < 0 ? undefined : file.symbols[reference.within];
      const within = around === undefined ? null : qualifiedName(around);
      found.push({ path, file, reference, within, certainty: "name" });
      if (found.length === PLACES_MAX) return found;
    }
  }
  return found;
}

/** A line that has a name and was taken for no use of it. */
export interface OtherLine {
  readonly file: ShownFile;
  readonly line: number;
  /** `other`: no statement that imports or exports; a text, or another thing of the name. */
  readonly kind: StatementKind | "other";
}

/** The lines where a name stands and was taken for no use: no line that defines it, no comment, no text for people. */
export async function otherLinesOf(reading: Reading, node: SymbolNode): Promise<OtherLine[]> {
  const { files, parsed } = reading;
  const bare = bareName(node.name ?? "");
  const name = shortName(bare);
  const found: OtherLine[] = [];
  for (const path of pathsHolding(reading, bare)) {
    await parsed.parse(path);
    const file = files.get(path);
    if (file === null) continue;
    const own = new Set(node.definitions.flatMap((each) => (each.file.path === path ? [each.symbol.line] : [])));
    const kinds = importedLines(file);
    for (const [at, text] of file.lines.entries()) {
      if (!text.includes(name) || own.has(at + 1) || COMMENT.test(text)) continue;
      if (wordOffsets(text, name, 1).length > 0) found.push({ file, line: at + 1, kind: kinds.get(at + 1) ?? "other" });
    }
  }
  return found;
}

/** The first files that hold a name, by path: no texts for people. A name with parts may stand in two pieces. */
function pathsHolding({ view }: Reading, bare: string): string[] {
  const paths = bare === "" ? [] : filesHolding(view.generations, shortName(bare));
  return paths
    .filter((path) => !PROSE.test(path))
    .toSorted()
    .slice(0, FILES_MAX);
}

function onePerLine(references: readonly Reference[]): Reference[] {
  const byLine = new Map<number, Reference>();
  for (const reference of references) if (!byLine.has(reference.line)) byLine.set(reference.line, reference);
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

function definesAtTop({ symbols }: ShownFile, name: string): boolean {
  return symbols.some((symbol) => symbol.container === null && bareName(symbol.name) === name);
}

function mentionsIn(file: ShownFile, name: string): Reference[] {
  const { parsed, lines, symbols } = file;
  const defined = new Set(symbols.filter((symbol) => bareName(symbol.name) === name).map(({ line }) => line));
  const references = parsed ? referencesOf(parsed).named([name]) : [];
  const referred = new Map(references.map((reference) => [reference.line, reference]));
  const found: Reference[] = [];
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const [column] = text.includes(name) ? wordOffsets(text, name, 1) : [];
    if (column === undefined || defined.has(line) || COMMENT.test(text)) continue;
    const reference = referred.get(line);
    // The parser leaves out what is no code to it.
    const isOther = file.language === "bash" || DIRECTIVE.test(text) || isQuoted(text, column);
    if (reference !== undefined) found.push(reference);
    else if (!parsed || parsed.brokenLines > 0 || isOther) {
      const within = symbols.findLastIndex((symbol) => symbol.line <= line && line <= symbol.endLine);
      found.push({ name, line, column, within, kind: "value", receiver: null });
    }
  }
  return found;
}

/** Whether a name stands in a string or a list of words, or is a symbol such as `:name`. */
function isQuoted(text: string, column: number): boolean {
  const before = text.slice(0, column);
  return SYMBOL.test(before) || WORD_LIST.test(before) || (QUOTE.test(before) && QUOTE.test(text.slice(column)));
}
