// The result of scanning source text: its symbols. There are two scanners, one with a parser (parse/file-parser.ts)
// and one that reads line by line (light-scanner.ts). Little more than types; imports nothing heavy, since hooks use it too.

import type { Language } from "./languages.ts";

/** The order is part of what is stored of parsed files: see CODEC_VERSION. */
export const SYMBOL_KINDS = [
  "class",
  "constant",
  "enum",
  "extension",
  "field",
  "function",
  "interface",
  "macro",
  "member",
  "method",
  "module",
  "namespace",
  "object",
  "struct",
  "trait",
  "type",
  "variable",
  // What SQL creates.
  "index",
  "procedure",
  "schema",
  "sequence",
  "table",
  "trigger",
  "view",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** Kinds of symbols that others lie in. */
export const CONTAINER_KINDS: ReadonlySet<string> = new Set<SymbolKind>([
  "class",
  "enum",
  "extension",
  "interface",
  "module",
  "namespace",
  "object",
  "struct",
  "trait",
]);

/** A symbol where it is defined. Lines count from 1. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly endLine: number;
  /** The declaration in one line, without its body. `shownCode` makes it fit to be shown. */
  readonly signature: string;
  /** The containers of the symbol, outermost first, as in `Storage.Cache`; null at the top. */
  readonly container: string | null;
  /** Whether other files can use it, as far as one file tells. */
  readonly exported: boolean;
  /** The position of the name, in code units from the start; -1 where only the line is known. */
  readonly nameOffset: number;
}

/** The symbols of one text, in order, and how well the text was read. */
export interface SymbolTable {
  readonly symbols: readonly CodeSymbol[];
  /** How many lines lie in parts that could not be understood. */
  readonly brokenLines: number;
  /** Whether the text was read without a parser, and so only its first lines. */
  readonly isLight: boolean;
}

export interface SymbolScanner {
  scan(text: string, language: Language): SymbolTable;
}

/** The full name: `Cache.get`. */
export function qualifiedName({ container, name }: Pick<CodeSymbol, "container" | "name">): string {
  return container === null ? name : `${container}.${name}`;
}
