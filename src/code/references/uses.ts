// The places where a text uses names: what the parser takes for references, and the names in imports. Of a text without
// a parser: every word outside of comments and strings.

import { cleanLine } from "../../engine/text/clean.ts";
import { lineMask } from "../code-mask.ts";
import type { Language } from "../languages.ts";
import { LineIndex } from "../line-index.ts";
import type { Import, ParsedFile } from "../parse/parsed-file.ts";
import { KEPT_LENGTH_MAX } from "../shown-code.ts";
import { type CodeSymbol, qualifiedName } from "../symbol-scanner.ts";

/** At most this many places in one file are looked at for one name. */
const PLACES_MAX = 5000;
/** In so many lines from the beginning of an import its names are looked for. */
const IMPORT_LINES_MAX = 400;

/** One place where a name is used. */
export interface Use {
  readonly line: number;
  /** The line of code, without the white space around it. `shownCode` makes it fit to be shown. */
  readonly code: string;
  /** The symbol around it, as in `Cache.get`; null at the top. */
  readonly within: string | null;
  /** The word right in front of the name, such as `Cache` in `Cache.get`; null when there is none. */
  readonly qualifier: string | null;
}

/** A text of code, and what is known of it. */
export interface ReadCode {
  readonly text: string;
  readonly language: Language;
  readonly symbols: readonly CodeSymbol[];
  /** Null where the parser gave the text up, or has not read it. */
  readonly parsed?: ParsedFile | null | undefined;
}

/** A place in a text: an offset in code units. */
interface Place {
  readonly at: number;
  readonly qualifier: string | null;
}

const WORD = /[\p{L}\p{N}_$]/u;
const WORDS = /[\p{L}\p{N}_$]+/gu;
const LAST_WORD = /[\p{L}\p{N}_$]+$/u;
const QUALIFIER = /([\p{L}\p{N}_$]+)(?:\?\.|\.|::|->|#|\\)$/u;
const QUALIFIER_LENGTH_MAX = 100;
/** What some languages put in front of private names and of fields. */
const SIGNS = /^[#@]+/;
const SHARES_MACROS: ReadonlySet<Language> = new Set<Language>(["c", "cpp"]);
/** A macro with its name, its parameters, and what it stands for, which the parser does not read. */
const MACRO = /^[ \t]*#[ \t]*define[ \t]+\w+(\([^)\n]*\))?((?:\\\r?\n|[^\n])*)/gm;

/** A line of code without the white space around it, as uses have it. */
export function codeLine(text: string): string {
  return cleanLine(text).replace(/\s+/g, " ").slice(0, KEPT_LENGTH_MAX);
}

/** A name without the signs in front: `entries` of `#entries`. */
export function bareName(name: string): string {
  return name.replace(SIGNS, "");
}

/** Offsets at which `name` stands as a whole word, the first `most` of them. */
export function wordOffsets(text: string, name: string, most = PLACES_MAX): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(name); at >= 0 && offsets.length < most; at = text.indexOf(name, at + name.length)) {
    if (isWhole(text, name, at)) offsets.push(at);
  }
  return offsets;
}

function isWhole(text: string, name: string, at: number): boolean {
  return !WORD.test(at === 0 ? "" : text[at - 1]!) && !WORD.test(text[at + name.length] ?? "");
}

/** Finds the uses of names in one text, and describes the surroundings of each. */
export class UseReader {
  readonly #file: ReadCode;
  readonly #lines: LineIndex;
  readonly #within: readonly (CodeSymbol | undefined)[];
  /** Where symbols are defined. */
  readonly #defined: ReadonlySet<number>;
  readonly #code = new Map<number, string>();
  #masked: string | null = null;

  constructor(file: ReadCode) {
    this.#file = file;
    this.#lines = new LineIndex(file.text);
    this.#within = enclosing(file.symbols, this.#lines.count);
    this.#defined = new Set(
      file.symbols.map(({ name, nameOffset }) => nameOffset + name.length - bareName(name).length),
    );
  }

  /** The uses of each of these bare names that is used, in the order of the text. */
  usesOf(names: ReadonlySet<string>): Map<string, Use[]> {
    const found = this.#file.parsed ? this.#references(this.#file.parsed, names) : this.#words(names);
    return new Map(Array.from(found, ([name, places]) => [name, this.#described(places)]));
  }

  /** The uses of a name, and all words of the code that are this name: also keys, parameters and local variables. */
  allOf(name: string): Use[] {
    const { parsed } = this.#file;
    const names = new Set([name]);
    const used = parsed ? (this.#references(parsed, names).get(name) ?? []) : [];
    const known = new Set(used.map(({ at }) => at));
    const words = (this.#words(names).get(name) ?? []).filter(({ at }) => !known.has(at));
    return this.#described([...used, ...words].sort((a, b) => a.at - b.at));
  }

  #described(places: readonly Place[]): Use[] {
    return places.map(({ at, qualifier }) => {
      const line = this.#lines.lineAt(at);
      const within = this.#within[line];
      return { line, code: this.#codeOf(line), within: within === undefined ? null : qualifiedName(within), qualifier };
    });
  }

  #codeOf(line: number): string {
    let code = this.#code.get(line);
    if (code === undefined) {
      code = codeLine(this.#lines.textOf(line));
      this.#code.set(line, code);
    }
    return code;
  }

  #references({ references, imports }: ParsedFile, names: ReadonlySet<string>): Map<string, Place[]> {
    const found = new Map<string, Map<number, Place>>();
    const add = (name: string, place: Place) => {
      const places = found.get(name) ?? new Map<number, Place>();
      found.set(name, places);
      if (places.size < PLACES_MAX && !places.has(place.at)) places.set(place.at, place);
    };
    for (const { name, line, column, receiver, kind } of references) {
      if (kind === "key") continue;
      const bare = bareName(name);
      if (!names.has(bare)) continue;
      const at = this.#lines.startOf(line) + column + name.length - bare.length;
      add(bare, { at, qualifier: receiver === null ? null : (LAST_WORD.exec(receiver.text)?.[0] ?? null) });
    }
    this.#imported(imports, names, add);
    if (SHARES_MACROS.has(this.#file.language)) this.#inMacros(names, add);
    return new Map(
      Array.from(found, ([name, places]) => [name, [...places.values()].sort((a, b) => a.at - b.at)] as const),
    );
  }

  /** The names in imports, each where it stands first in its statement. */
  #imported(imports: readonly Import[], names: ReadonlySet<string>, add: (name: string, place: Place) => void): void {
    const wanted = (words: readonly string[]) => words.filter((word) => word !== "default" && names.has(word));
    for (const { line, module, names: taken } of imports) {
      // What a module is called stands in code in some languages, and in a string in others.
      this.#inStatement(line, 1, wanted(module.match(WORDS) ?? []), add);
      this.#inStatement(line, IMPORT_LINES_MAX, wanted(taken.flatMap(({ name, local }) => [name, local])), add);
    }
  }

  /** The first place of each word in the lines from `line` on. */
  #inStatement(
    line: number,
    linesMax: number,
    words: readonly string[],
    add: (name: string, place: Place) => void,
  ): void {
    const missing = new Set(words);
    const mask = lineMask(this.#file.language);
    for (let at = line; missing.size > 0 && at < line + linesMax && at <= this.#lines.count; at++) {
      const code = mask(this.#lines.textOf(at));
      for (const word of missing) {
        const offset = wordOffsets(code, word)[0];
        if (offset === undefined) continue;
        missing.delete(word);
        add(word, this.#place(this.#lines.startOf(at) + offset));
      }
    }
  }

  #inMacros(names: ReadonlySet<string>, add: (name: string, place: Place) => void): void {
    const { text } = this.#file;
    for (const { index, 0: whole, 1: parameters = "", 2: body = "" } of text.matchAll(MACRO)) {
      const own = new Set(parameters.match(WORDS));
      const start = index + whole.length - body.length;
      for (const { 0: name, index: offset } of this.#mask(body).matchAll(WORDS)) {
        if (names.has(name) && !own.has(name)) add(name, this.#place(start + offset));
      }
    }
  }

  /** The words of the code that are one of the names and define nothing. */
  #words(names: ReadonlySet<string>): Map<string, Place[]> {
    const found = new Map<string, Place[]>();
    this.#masked ??= this.#mask(this.#file.text);
    const take = (name: string, at: number) => {
      if (this.#defined.has(at)) return;
      const places = found.get(name) ?? [];
      found.set(name, places);
      if (places.length < PLACES_MAX) places.push(this.#place(at));
    };
    // Most names are words; others, like `save!` and operators, are looked for one by one.
    for (const name of names) {
      if (LAST_WORD.exec(name)?.index !== 0) for (const at of wordOffsets(this.#masked, name)) take(name, at);
    }
    for (const { 0: word, index } of this.#masked.matchAll(WORDS)) if (names.has(word)) take(word, index);
    return found;
  }

  #place(at: number): Place {
    const before = this.#file.text.slice(Math.max(0, at - QUALIFIER_LENGTH_MAX), at);
    return { at, qualifier: QUALIFIER.exec(before)?.[1] ?? null };
  }

  #mask(text: string): string {
    return text.split("\n").map(lineMask(this.#file.language)).join("\n");
  }
}

/**
 * For each line, from 1, the innermost symbol that contains it. A symbol of a single line counts only if it is a
 * function or a method.
 */
function enclosing(symbols: readonly CodeSymbol[], lines: number): (CodeSymbol | undefined)[] {
  const within: (CodeSymbol | undefined)[] = new Array(lines + 1);
  /** The first line from each line on that has no symbol yet. */
  const free = Array.from({ length: lines + 2 }, (_, line) => line);
  const freeFrom = (line: number): number => {
    let at = line;
    while (free[at] !== at) {
      free[at] = free[free[at]!]!;
      at = free[at]!;
    }
    return at;
  };
  // A later symbol lies further in, so it takes its lines before the symbols around it.
  for (const symbol of symbols.toReversed()) {
    if (symbol.endLine <= symbol.line && symbol.kind !== "function" && symbol.kind !== "method") continue;
    const last = Math.min(symbol.endLine, lines);
    for (let line = freeFrom(Math.min(symbol.line, lines + 1)); line <= last; line = freeFrom(line)) {
      within[line] = symbol;
      free[line] = line + 1;
    }
  }
  return within;
}
