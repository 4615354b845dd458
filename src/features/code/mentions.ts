// The places where a name stands, whatever it means there: in what no rule resolves, in strings, macros, templates and
// manifests. Answers look there before they say that nothing uses a symbol.

import type { Reference } from "../../code/parse/parsed-file.ts";
import { referencesOf } from "../../code/parse/reference-list.ts";
import { isCertain } from "../../code/references/reference.ts";
import { bareName, wordOffsets } from "../../code/references/uses.ts";
import { filesHolding } from "../../code/search/symbol-files.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import type { Reading } from "./reading.ts";
import type { Place, Relations, SymbolNode } from "./relations.ts";
import type { ShownFile } from "./shown-file.ts";

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
 * The first places where a name stands, one a line: no definition of it, no comment, no variable of a function. `own` are
 * the files that define what is asked for; another one that defines the name at its top means its own.
 */
export async function mentionsOf(
  { view, files, parsed }: Reading,
  name: string,
  own: ReadonlySet<string>,
): Promise<Place[]> {
  const bare = bareName(name);
  const found: Place[] = [];
  if (bare === "") return found;
  const paths = filesHolding(view.generations, bare).filter((path) => !PROSE.test(path));
  for (const path of paths.toSorted().slice(0, FILES_MAX)) {
    await parsed.parse(path);
    const file = files.get(path);
    if (file === null || (!own.has(path) && definesAtTop(file, bare))) continue;
    for (const reference of mentionsIn(file, bare)) {
      const around = reference.within < 0 ? undefined : file.symbols[reference.within];
      const within = around === undefined ? null : qualifiedName(around);
      found.push({ path, file, reference, within, certainty: "name" });
      if (found.length === PLACES_MAX) return found;
    }
  }
  return found;
}

/** The lines where a name stands and was taken for no use: no line that defines it, no comment, no text for people. */
export function otherLinesOf({ view, files }: Reading, node: SymbolNode): { file: ShownFile; line: number }[] {
  const name = bareName(node.name ?? "");
  const paths = name === "" ? [] : filesHolding(view.generations, name).filter((path) => !PROSE.test(path));
  const found: { file: ShownFile; line: number }[] = [];
  for (const path of paths.toSorted().slice(0, FILES_MAX)) {
    const file = files.get(path);
    const own = new Set(node.definitions.flatMap((each) => (each.file.path === path ? [each.symbol.line] : [])));
    for (const [at, text] of (file?.lines ?? []).entries()) {
      if (!text.includes(name) || own.has(at + 1) || COMMENT.test(text)) continue;
      if (wordOffsets(text, name, 1).length > 0) found.push({ file: file!, line: at + 1 });
    }
  }
  return found;
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
