// Makes lines of code fit to be shown: without credentials, without control characters, and in a fence that they cannot
// close.

import { CODE_LENGTH_MAX, type Mask } from "../../code/shown-code.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";

/** Longer lines are cut where a file is read, in code units; they hold data. */
export const LINE_LENGTH_MAX = 1000;
const FENCE_MIN = 3;
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}(?:KEY|V1)/;
const KEY_END = /-----END [A-Z0-9 ]{0,40}(?:KEY|V1)/;
const KEY_MARK = "[redacted: private-key]";

/** The lines of a file without credentials, as many as there are. A key of several lines is masked line by line. */
export function maskedLines(lines: readonly string[], mask: Mask): string[] {
  const clean = lines.map((line) => showControls(line.replace(/\r$/, "")));
  const masked = mask(clean.join("\n")).split("\n");
  if (masked.length === clean.length) return masked;
  let isKey = false;
  const without = clean.map((line) => {
    const isIn = isKey || KEY_BEGIN.test(line);
    isKey = isIn && !KEY_END.test(line);
    return isIn ? KEY_MARK : line;
  });
  const rest = mask(without.join("\n")).split("\n");
  // Better none than one too many.
  return rest.length === clean.length ? rest : without.map(() => "[redacted]");
}

/** One line of code in a list: cut, and without credentials. */
export function shownLine(line: string, mask: Mask, lengthMax = CODE_LENGTH_MAX): string {
  // The end of a line of Windows is no sign of it.
  return cutLine(mask(showControls(line.trimEnd()).replace(/\s+/g, " ").trim()), lengthMax);
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
