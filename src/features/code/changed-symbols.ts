// Which symbols differ between two versions of a file: by their own text, without that of the symbols in them. What only
// moved is the same.

import type { ParsedFile, ParsedSymbol } from "../../code/parse/parsed-file.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";

/** A version of a file. */
export interface Version {
  readonly text: string;
  readonly parsed: ParsedFile;
}

/** Symbols by full name; overloads and what stands under conditions are one symbol. */
export interface SymbolChanges {
  /** As they are now. */
  readonly changed: readonly (readonly ParsedSymbol[])[];
  readonly added: readonly (readonly ParsedSymbol[])[];
  /** As they were. */
  readonly gone: readonly (readonly ParsedSymbol[])[];
  /** What a symbol that is gone seems to be called now, by its old full name: the rest of its text is the same. */
  readonly renamed: ReadonlyMap<string, string>;
}

const WORDS = /[\p{L}\p{N}_$#]+/gu;
const NOTHING: Version = { text: "", parsed: { symbols: [], references: [], imports: [], types: [], brokenLines: 0 } };

/** Compares; null: there is no such version. */
export function changedSymbols(before: Version | null, now: Version | null): SymbolChanges {
  const [old, own] = [textsOf(before ?? NOTHING), textsOf(now ?? NOTHING)];
  const changed: (readonly ParsedSymbol[])[] = [];
  const added: { name: string; symbols: readonly ParsedSymbol[]; text: string }[] = [];
  for (const [name, { symbols, text }] of own) {
    const known = old.get(name);
    if (known === undefined) added.push({ name, symbols, text });
    else if (known.text !== text) changed.push(symbols);
  }
  const gone = [...old].filter(([name]) => !own.has(name));
  const renamed = new Map<string, string>();
  const addedAlike = Map.groupBy(added, alikeKey);
  for (const [key, alike] of Map.groupBy(gone, ([, each]) => alikeKey(each))) {
    const now = addedAlike.get(key) ?? [];
    // Where several are alike, nobody can tell which became which.
    if (alike.length === 1 && now.length === 1) renamed.set(alike[0]![0], now[0]!.name);
  }
  return { changed, added: added.map(({ symbols }) => symbols), gone: gone.map(([, { symbols }]) => symbols), renamed };
}

/** The symbols by full name, with their own text. */
function textsOf({ text, parsed }: Version): Map<string, { symbols: ParsedSymbol[]; text: string }> {
  const found = new Map<string, { symbols: ParsedSymbol[]; text: string }>();
  const { symbols } = parsed;
  symbols.forEach((symbol, index) => {
    const name = qualifiedName(symbol);
    const own = ownText(text, symbols, index);
    const known = found.get(name);
    if (known === undefined) found.set(name, { symbols: [symbol], text: own });
    else {
      known.symbols.push(symbol);
      known.text += `\0${own}`;
    }
  });
  return found;
}

/** The text of a symbol without the symbols in it, which come right behind it in order. */
function ownText(text: string, symbols: readonly ParsedSymbol[], index: number): string {
  const { start, end } = symbols[index]!;
  let own = "";
  let at = start;
  for (let next = index + 1; next < symbols.length && symbols[next]!.start < end; next++) {
    const inner = symbols[next]!;
    if (inner.start < at || inner.end > end) continue;
    own += text.slice(at, inner.start);
    at = inner.end;
  }
  // Members that came or went leave white space behind.
  return (own + text.slice(at, end))
    .replace(/[^\S\n]*\r?\n/g, "\n")
    .replace(/\n+/g, "\n")
    .trimEnd();
}

/** What a symbol and the one that it was renamed to have in common: the kind, and the text without the name. */
function alikeKey({ symbols, text }: { readonly symbols: readonly ParsedSymbol[]; readonly text: string }): string {
  const { kind, name } = symbols[0]!;
  return `${kind} ${withoutName(text, name)}`;
}

function withoutName(text: string, name: string): string {
  return text.replace(WORDS, (word) => (word === name ? "\0" : word)).replace(/\s+/g, " ");
}
