// The functions, methods and types of a file that a replacement of text changes.

import { CONTAINER_KINDS, type CodeSymbol } from "../../code/symbol-scanner.ts";
import type { ShownFile } from "./shown-file.ts";

/** So often one text is looked for in a file. */
const OCCURRENCES_MAX = 20;

/**
 * The callable symbols, and the types whose declaration is touched, around the first places of some texts in a file: the
 * innermost of each line, in the order of the file.
 */
export function callablesAt(file: ShownFile, texts: readonly string[]): CodeSymbol[] {
  const touched = new Set<CodeSymbol>();
  for (const text of texts) {
    let at = file.text.indexOf(text);
    for (let count = 0; at >= 0 && count < OCCURRENCES_MAX; count++) {
      const from = lineAt(file, at);
      const to = lineAt(file, at + Math.max(0, text.trimEnd().length - 1));
      for (let line = from; line <= to; line++) {
        const symbol = innermost(file.symbols, line);
        if (symbol !== null) touched.add(symbol);
      }
      at = file.text.indexOf(text, at + Math.max(1, text.length));
    }
  }
  return [...touched].toSorted((a, b) => a.line - b.line);
}

/** The line of an offset, from 1. */
function lineAt(file: ShownFile, offset: number): number {
  let line = 1;
  for (let at = file.text.indexOf("\n"); at >= 0 && at < offset; at = file.text.indexOf("\n", at + 1)) line++;
  return line;
}

function innermost(symbols: readonly CodeSymbol[], line: number): CodeSymbol | null {
  let best: CodeSymbol | null = null;
  for (const symbol of symbols) {
    const isFunction = symbol.kind === "function" || symbol.kind === "method";
    const end = isFunction ? Math.max(symbol.line, symbol.endLine) : symbol.line;
    if (!isFunction && !CONTAINER_KINDS.has(symbol.kind) && symbol.kind !== "type") continue;
    if (line < symbol.line || line > end) continue;
    if (best === null || symbol.line >= best.line) best = symbol;
  }
  return best;
}
