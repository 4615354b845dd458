// Cuts a source file into chunks along its symbols.
// Invariants:
// - The chunks are all lines of the file in order, none twice.

import { CONTAINER_KINDS, type CodeSymbol, qualifiedName, type SymbolKind } from "../symbol-scanner.ts";
import type { Chunk } from "./chunk.ts";

/** Lines between symbols come in pieces of so many. */
export const GAP_LINES = 40;
/** A symbol with more lines than this is cut into pieces. */
const SYMBOL_LINES_MAX = 180;
const PIECE_LINES = 120;
/** Symbols in so many others get no chunk of their own. */
const DEPTH_MAX = 64;
/** So many lines of comments and attributes belong to the symbol below them. */
const ABOVE_LINES_MAX = 80;

/** Kinds with a body; others are worth a chunk only when they have several lines. */
const BODIED: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "enum",
  "extension",
  "function",
  "interface",
  "method",
  "module",
  "namespace",
  "object",
  "procedure",
  "struct",
  "table",
  "trait",
  "trigger",
  "view",
]);
/** How many lines a constant, a type or a macro must have to get a chunk of its own. */
const OWN_LINES_MIN = 4;

/** A line that belongs to the declaration below it: a comment, a decorator, an attribute, the parameters of a template. */
const ABOVE = /^\s*(?:template\s*<.*>\s*$|\/\/|\/\*|\*|#|--|@|\[\w|"""|'''|%|;;|<!--)/;
/** A preprocessor's line, which only looks like a comment. */
const DIRECTIVE = /^\s*#\s*(?:define|include|if|ifdef|ifndef|else|elif|endif|undef|pragma|import)\b/;

interface Owner {
  readonly symbol: string | null;
  readonly kind: Chunk["kind"];
  readonly line: number;
}

/** A symbol with the symbols in it. */
interface Node {
  readonly symbol: CodeSymbol;
  readonly from: number;
  readonly to: number;
  readonly inner: Node[];
}

/** Cuts a file with these symbols, which are in order. A file has at least one line. */
export function chunkCode(lines: readonly string[], symbols: readonly CodeSymbol[]): Chunk[] {
  const chunks: Chunk[] = [];
  const small = symbols.filter((symbol) => !isWorthChunk(symbol));
  const names = namesByLine(small);
  const cutter = new Cutter(lines, names, chunks);
  cutter.cut(1, lines.length, treeOf(symbols.filter(isWorthChunk), lines.length), {
    symbol: null,
    kind: null,
    line: 0,
  });
  return chunks;
}

function isWorthChunk({ kind, line, endLine }: CodeSymbol): boolean {
  return BODIED.has(kind) || endLine - line + 1 >= OWN_LINES_MIN;
}

function namesByLine(symbols: readonly CodeSymbol[]): ReadonlyMap<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { line, name } of symbols) {
    const known = names.get(line);
    if (known === undefined) names.set(line, [name]);
    else known.push(name);
  }
  return names;
}

/** The symbols as a tree, by their lines. Of two that overlap without one holding the other, the later one is cut. */
function treeOf(symbols: readonly CodeSymbol[], lineCount: number): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  let last = 0;
  for (const symbol of symbols) {
    // Two symbols that begin on one line share its chunk.
    if (symbol.line <= last || symbol.line > lineCount) continue;
    while (open.length > 0 && open.at(-1)!.to < symbol.line) open.pop();
    if (open.length >= DEPTH_MAX) continue;
    const parent = open.at(-1);
    const to = Math.min(Math.max(symbol.line, symbol.endLine), parent?.to ?? lineCount, lineCount);
    const node: Node = { symbol, from: symbol.line, to, inner: [] };
    (parent?.inner ?? roots).push(node);
    open.push(node);
    last = symbol.line;
  }
  return roots;
}

class Cutter {
  readonly #lines: readonly string[];
  readonly #names: ReadonlyMap<number, string[]>;
  readonly #chunks: Chunk[];

  constructor(lines: readonly string[], names: ReadonlyMap<number, string[]>, chunks: Chunk[]) {
    this.#lines = lines;
    this.#names = names;
    this.#chunks = chunks;
  }

  /** Cuts the lines `from` to `to`, which hold `nodes` and belong to `owner`. */
  cut(from: number, to: number, nodes: readonly Node[], owner: Owner): void {
    let next = from;
    for (const node of nodes) {
      if (node.from < next) continue;
      const start = this.#above(node.from, next);
      this.#pieces(next, start - 1, GAP_LINES, owner);
      this.#symbol(start, node);
      next = node.to + 1;
    }
    this.#pieces(next, to, GAP_LINES, owner);
  }

  /** The first line of the comments and attributes right above a line, from `least` on. */
  #above(line: number, least: number): number {
    let start = line;
    const end = Math.max(least, line - ABOVE_LINES_MAX);
    while (start > end) {
      const text = this.#lines[start - 2]!;
      if (!ABOVE.test(text) || DIRECTIVE.test(text)) break;
      start--;
    }
    return start;
  }

  #symbol(start: number, { symbol, from, to, inner }: Node): void {
    const owner = { symbol: qualifiedName(symbol), kind: symbol.kind, line: from };
    const isLong = to - start + 1 > SYMBOL_LINES_MAX;
    if (inner.length > 0 && (CONTAINER_KINDS.has(symbol.kind) || isLong)) this.cut(start, to, inner, owner);
    else if (isLong) this.#pieces(start, to, PIECE_LINES, owner);
    else this.#add(start, to, owner);
  }

  #pieces(from: number, to: number, size: number, owner: Owner): void {
    for (let start = from; start <= to; start += size) this.#add(start, Math.min(to, start + size - 1), owner);
  }

  #add(from: number, to: number, { symbol, kind, line }: Owner): void {
    const names = symbol === null ? [] : [symbol];
    for (let at = from; at <= to; at++) names.push(...(this.#names.get(at) ?? []));
    this.#chunks.push({ from, to, symbol, kind, line: line >= from && line <= to ? line : from, names });
  }
}
