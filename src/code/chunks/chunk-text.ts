// Cuts texts without symbols into chunks: Markdown at its headings, all else in windows.
// Invariants:
// - The chunks are all lines of the file in order, none twice.

import type { Chunk } from "./chunk.ts";
import { GAP_LINES } from "./chunk-code.ts";

const HEADING = /^#{1,6}\s+(.*)$/;
const FENCE = /^\s*(?:```|~~~)/;
/** A heading is cut off behind so many code units. */
const HEADING_LENGTH_MAX = 200;

/** Pieces of so many lines. */
export function chunkWindows(lineCount: number): Chunk[] {
  const chunks: Chunk[] = [];
  addPieces(chunks, 1, lineCount, null);
  return chunks;
}

/** A chunk a heading; long parts in pieces. */
export function chunkMarkdown(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 1;
  let heading: string | null = null;
  let isFenced = false;
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const found = isFenced ? null : HEADING.exec(line);
    if (found === null) continue;
    addPieces(chunks, from, at, heading);
    from = at + 1;
    // A long line is cut first: one pattern for all of it would try each of its blanks as the end.
    heading = found[1]!.slice(0, HEADING_LENGTH_MAX).trimEnd().replace(/#+$/, "").trimEnd().toWellFormed();
  }
  addPieces(chunks, from, lines.length, heading);
  return chunks;
}

function addPieces(chunks: Chunk[], from: number, to: number, heading: string | null): void {
  const names = heading === null ? [] : [heading];
  const kind = heading === null ? null : "heading";
  for (let start = from; start <= to; start += GAP_LINES) {
    chunks.push({ from: start, to: Math.min(to, start + GAP_LINES - 1), symbol: heading, kind, line: start, names });
  }
}
