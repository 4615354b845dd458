// The lines of a kept output that a caller wants: all, a range, or those with some words in them, each with a line of
// context.

import { decodeUtf8 } from "../../base/utf8.ts";

/** A line; its number counts from 1. */
export interface OutputLine {
  readonly number: number;
  readonly text: string;
  /** Whether it is what was searched for; a line of context is not. */
  readonly isMatch: boolean;
}

const CONTEXT_LINES = 1;

/** The lines of an output. A line break at its end begins no further line. */
export function linesOf(original: Uint8Array): string[] {
  const lines = decodeUtf8(original).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.replace(/\r$/, ""));
}

/**
 * Those lines from `from` to `to` that hold the text, or all its words, in capitals or not; each with a line before and
 * behind.
 */
export function foundLines(lines: readonly string[], search: string, from: number, to: number): OutputLine[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const matches = new Set<number>();
  for (let at = from - 1; at < to; at++) {
    const line = lines[at]!.toLowerCase();
    if (line.includes(wanted) || words.every((word) => line.includes(word))) matches.add(at);
  }
  const shown = new Set<number>();
  for (const at of matches) {
    for (let near = Math.max(from - 1, at - CONTEXT_LINES); near <= Math.min(to - 1, at + CONTEXT_LINES); near++) {
      shown.add(near);
    }
  }
  return [...shown]
    .sort((left, right) => left - right)
    .map((at) => ({ number: at + 1, text: lines[at]!, isMatch: matches.has(at) }));
}
