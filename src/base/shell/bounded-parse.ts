// Parses lines of the shell, whatever they are: within bounds, and without an error.

import { parse } from "unbash";

/** Nothing beyond is parsed: code units, and open brackets. */
const LENGTH_MAX = 16 * 1024;
const NESTING_MAX = 32;

/** A parsed line. */
export interface ParsedLine {
  /** null where the line cannot be parsed at all. */
  readonly script: ReturnType<typeof parse> | null;
  /** Whether all of the line was parsed, and nothing in it was wrong. */
  readonly isWhole: boolean;
}

/** Parses a line; of one beyond the bounds the beginning. */
export function parseBounded(text: string): ParsedLine {
  // A carriage return would be a part of the word before it.
  const start = text.slice(0, LENGTH_MAX).replaceAll("\r\n", "\n");
  const source = withinNesting(start);
  try {
    const script = parse(source);
    return { script, isWhole: text.length <= LENGTH_MAX && source === start && script.errors === undefined };
  } catch {
    // The parser exceeds the stack on a few texts that nobody writes.
    return { script: null, isWhole: false };
  }
}

/** The part of a text in which not too many brackets are open at once. The parser's time grows with their number. */
function withinNesting(text: string): string {
  const open: Record<string, number> = { ")": 0, "}": 0, "]": 0 };
  let sum = 0;
  for (const { 0: bracket, index } of text.matchAll(/\$\[|[\](){}]/g)) {
    const closing = bracket === "(" ? ")" : bracket === "{" ? "}" : "]";
    const isClosing = open[bracket] !== undefined;
    if (!isClosing) [open[closing], sum] = [open[closing]! + 1, sum + 1];
    else if (open[bracket]! > 0) [open[bracket], sum] = [open[bracket]! - 1, sum - 1];
    if (sum > NESTING_MAX) return text.slice(0, index);
  }
  return text;
}
