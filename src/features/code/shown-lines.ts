// Makes lines of code fit to be shown: without credentials, without control characters, and in a fence that they cannot
// close.

import { CODE_LENGTH_MAX, type Mask, maskedLines } from "../../code/shown-code.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";

/** Longer lines are cut where a file is read, in code units; they hold data. */
export const LINE_LENGTH_MAX = 1000;
const FENCE_MIN = 3;

/** The lines of a file without credentials and control characters, as many as there are. */
export function harmlessLines(lines: readonly string[], mask: Mask): string[] {
  return maskedLines(
    lines.map((line) => line.replace(/\r$/, "")),
    mask,
  ).map(showControls);
}

/** One line of code in a list: cut, and without credentials. */
export function shownLine(line: string, mask: Mask, lengthMax = CODE_LENGTH_MAX): string {
  // The end of a line of Windows is no sign of it.
  return cutLine(showControls(mask(line.trimEnd())).replace(/\s+/g, " ").trim(), lengthMax);
}

/** `10-40`; one line alone is `10`. */
export function rangeOf(from: number, to: number): string {
  return from === to ? `${from}` : `${from}-${to}`;
}

/** Lines in a fence that is longer than any run of its characters in them. They are masked already. */
export function fenced(lines: readonly string[], language: string | null): string[] {
  let longest = FENCE_MIN - 1;
  for (const line of lines) for (const [run] of line.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language ?? ""}`, ...lines, fence];
}

/** Bytes of lines in UTF-8, line ends included. */
export function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
