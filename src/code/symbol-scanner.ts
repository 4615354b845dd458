// What a scanner makes of source text: its symbols. Two scanners do it, one with a parser (tree-scanner.ts), one line
// by line (light-scanner.ts). Only types and constants; imports nothing heavy, since hooks use it too.

import type { Language } from "./languages.ts";

export type SymbolKind =
  | "class"
  | "constant"
  | "enum"
  | "extension"
  | "field"
  | "function"
  | "interface"
  | "macro"
  | "member"
  | "method"
  | "module"
  | "namespace"
  | "object"
  | "struct"
  | "trait"
  | "type"
  | "variable";

/** A symbol where it is defined. Lines count from 1. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly endLine: number;
  /** The declaration in one line, without its body; to be shown by `shownCode`. */
  readonly signature: string;
  /** What it is nested in, outermost first, as in `Storage.Cache`; null at the top. */
  readonly container: string | null;
  /** Whether other files can use it, as far as one file tells. */
  readonly exported: boolean;
  /** Where the name stands, in code units from the start; -1 where only the line is known. */
  readonly nameOffset: number;
}

/** The symbols of one text, in order, and what is to be said of them. */
export interface SymbolTable {
  readonly symbols: readonly CodeSymbol[];
  /** How many lines lie in parts that could not be understood. */
  readonly brokenLines: number;
  /** Whether it was read without a parser, so only its first lines. */
  readonly isLight: boolean;
}

export interface SymbolScanner {
  scan(text: string, language: Language): SymbolTable;
}

/** The full name: `Cache.get`. */
export function qualifiedName({ container, name }: Pick<CodeSymbol, "container" | "name">): string {
  return container === null ? name : `${container}.${name}`;
}
