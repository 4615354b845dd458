// A chunk is a stretch of a file's lines that answers show as one, most often a symbol.

import type { SymbolKind } from "../symbol-scanner.ts";

/** Lines count from 1, both ends belong to it. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  /** The full name of the symbol that the lines are, or belong to; null at the top of a file. */
  readonly symbol: string | null;
  /** The kind of that symbol; null for lines between symbols. */
  readonly kind: SymbolKind | "heading" | null;
  /** The line on which the symbol is declared; `from` where there is none. */
  readonly line: number;
  /** Names that are defined in it: those of its symbol, and of small ones that have no chunk of their own. */
  readonly names: readonly string[];
}
