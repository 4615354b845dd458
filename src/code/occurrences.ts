// Finds the places where a text uses a name as a name. The word is looked for first, which is cheap; only then the
// parser is asked.

import { cleanLine } from "../engine/text/clean.ts";
import type { CodeText } from "./code-tree.ts";
import { LineIndex } from "./line-index.ts";
import { KEPT_LENGTH_MAX } from "./shown-code.ts";
import type { CodeSymbol, SymbolTable } from "./symbol-scanner.ts";
import { qualifiedName } from "./symbol-scanner.ts";

/** At most this many places in one file are looked at for one name. */
const PLACES_MAX = 5000;

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

const WORD = /[\p{L}\p{N}_$]/u;
const QUALIFIER = /([\p{L}\p{N}_$]+)(?:\?\.|\.|::|->|#|\\)$/u;
const QUALIFIER_LENGTH_MAX = 100;

/** Offsets at which `name` stands as a whole word. */
export function wordOffsets(text: string, name: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(name); at >= 0 && offsets.length < PLACES_MAX; at = text.indexOf(name, at + name.length)) {
    const before = at === 0 ? "" : text[at - 1]!;
    const after = text[at + name.length] ?? "";
    if (!WORD.test(before) && !WORD.test(after)) offsets.push(at);
  }
  return offsets;
}

/** After how many steps of a long loop other work gets its turn. */
const STEPS = 512;
const WORDS = /[\p{L}\p{N}_$]+/gu;

/** Lets other work go on. Throws CANCELLED, and LIMIT when there is no time left. */
export type Pace = () => Promise<void>;

/** Finds many names in one pass over the words of a text. */
export class WordFinder {
  /** The names by their first word, with the offset of the word in the name: `save!` by `save`. */
  readonly #byWord = new Map<string, { name: string; at: number }[]>();
  /** Names without any word, such as operators. */
  readonly #signs: string[] = [];

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const word = name.match(WORDS)?.[0];
      if (word === undefined) {
        this.#signs.push(name);
        continue;
      }
      const known = this.#byWord.get(word);
      const entry = { name, at: name.indexOf(word) };
      if (known === undefined) this.#byWord.set(word, [entry]);
      else known.push(entry);
    }
  }

  /** The offsets of each name that stands in the text as a whole word. Throws what `pace` throws. */
  async find(text: string, pace: Pace): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    let steps = 0;
    for (const match of text.matchAll(WORDS)) {
      if (++steps % STEPS === 0) await pace();
      const candidates = this.#byWord.get(match[0]);
      if (candidates === undefined) continue;
      for (const { name, at } of candidates) {
        if (++steps % STEPS === 0) await pace();
        const start = match.index - at;
        if (!isWhole(text, name, start)) continue;
        const offsets = found.get(name);
        if (offsets === undefined) found.set(name, [start]);
        else if (offsets.length < PLACES_MAX) offsets.push(start);
      }
    }
    for (const sign of this.#signs) {
      await pace();
      const offsets = wordOffsets(text, sign);
      if (offsets.length > 0) found.set(sign, offsets);
    }
    return found;
  }
}

function isWhole(text: string, name: string, start: number): boolean {
  if (start < 0 || !text.startsWith(name, start)) return false;
  return !WORD.test(start === 0 ? "" : text[start - 1]!) && !WORD.test(text[start + name.length] ?? "");
}

/** Tells the uses of names in one text from their definitions, and describes the surroundings of each use. */
export class UseReader {
  readonly #text: string;
  readonly #isIdentifier: (start: number, end: number) => boolean;
  readonly #lines: LineIndex;
  readonly #within: readonly (CodeSymbol | undefined)[];
  /** The names of symbols, by the offset of their definition. */
  readonly #defined = new Map<number, string>();

  constructor(
    { text }: CodeText,
    { table, isIdentifier }: { table: SymbolTable; isIdentifier(start: number, end: number): boolean },
  ) {
    this.#text = text;
    this.#isIdentifier = isIdentifier;
    this.#lines = new LineIndex(text);
    this.#within = enclosing(table.symbols, this.#lines.count);
    for (const { nameOffset, name } of table.symbols) this.#defined.set(nameOffset, name);
  }

  /** The uses of `name` among `offsets`: identifiers that do not define a symbol with this name. Throws what `pace` throws. */
  async usesOf(name: string, offsets: readonly number[], pace: Pace): Promise<Use[]> {
    const uses: Use[] = [];
    for (const [step, offset] of offsets.entries()) {
      if (step % STEPS === STEPS - 1) await pace();
      if (this.#defined.get(offset) === name || !this.#isIdentifier(offset, offset + name.length)) continue;
      const line = this.#lines.lineAt(offset);
      const within = this.#within[line];
      const before = this.#text.slice(Math.max(0, offset - QUALIFIER_LENGTH_MAX), offset);
      uses.push({
        line,
        code: cleanLine(this.#lines.textOf(line)).replace(/\s+/g, " ").slice(0, KEPT_LENGTH_MAX),
        within: within === undefined ? null : qualifiedName(within),
        qualifier: QUALIFIER.exec(before)?.[1] ?? null,
      });
    }
    return uses;
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
