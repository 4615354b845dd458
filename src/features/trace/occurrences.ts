// Where names stand in a text as names: the word is looked for first, which is cheap, and the parser asked only then.

import { cleanLine } from "../../text/clean.ts";
import { cutLine } from "../../text/snippet.ts";
import type { CodeText } from "./code-tree.ts";
import type { CodeSymbol, SymbolTable } from "./symbol-scanner.ts";
import { qualifiedName } from "./symbol-scanner.ts";

/** The longest line of code that is shown, in code units. */
const CODE_LENGTH_MAX = 120;
/** How many places in one file are looked at for one name. */
const PLACES_MAX = 5000;

/** One place where a name is used. */
export interface Use {
  readonly line: number;
  /** The line of code, without the white space around it. */
  readonly code: string;
  /** The symbol around it, as in `Cache.get`; null at the top. */
  readonly within: string | null;
  /** What stands right in front, as `Cache` of `Cache.get`; null when nothing does. */
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

/** The uses of `name` among `offsets`: names that are not the definition of a symbol called so. */
export function usesOf(
  file: CodeText,
  name: string,
  offsets: readonly number[],
  { table, isIdentifier }: { table: SymbolTable; isIdentifier(start: number, end: number): boolean },
): Use[] {
  const defined = new Set(table.symbols.filter((symbol) => symbol.name === name).map((symbol) => symbol.nameOffset));
  const lines = new LineIndex(file.text);
  const uses: Use[] = [];
  for (const offset of offsets) {
    if (defined.has(offset) || !isIdentifier(offset, offset + name.length)) continue;
    const line = lines.lineAt(offset);
    uses.push({
      line,
      code: cutLine(cleanLine(lines.textOf(line)).replace(/\s+/g, " "), CODE_LENGTH_MAX),
      within: enclosing(table.symbols, line),
      qualifier: QUALIFIER.exec(file.text.slice(Math.max(0, offset - QUALIFIER_LENGTH_MAX), offset))?.[1] ?? null,
    });
  }
  return uses;
}

/** The innermost symbol of several lines, or of this one, that the line lies in. */
function enclosing(symbols: readonly CodeSymbol[], line: number): string | null {
  let inner: CodeSymbol | null = null;
  for (const symbol of symbols) {
    if (symbol.line > line) continue;
    if (
      symbol.endLine >= line &&
      (symbol.endLine > symbol.line || symbol.kind === "function" || symbol.kind === "method")
    ) {
      inner = symbol;
    }
  }
  return inner === null ? null : qualifiedName(inner);
}

/** Line numbers of offsets in one text. */
class LineIndex {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** From 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  textOf(line: number): string {
    const start = this.#starts[line - 1]!;
    return this.#text.slice(start, this.#starts[line] ?? this.#text.length);
  }
}
