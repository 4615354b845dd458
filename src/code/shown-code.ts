// Makes lines of code fit to be shown. They are text of others and may hold a credential. Each line is masked at full
// length and cut afterwards, because half a credential could not be recognised.

import { cutLine } from "../engine/text/cut-line.ts";
import { loadRedaction } from "../engine/text/secrets/redaction.ts";

/** The longest line of code and the longest declaration that are shown, in code units. */
export const CODE_LENGTH_MAX = 120;
export const SIGNATURE_LENGTH_MAX = 160;
/**
 * How much of a line or declaration is kept until it is shown, in code units. It is longer than any credential that
 * begins in the shown part.
 */
export const KEPT_LENGTH_MAX = 4096;

/** Returns a text without its credentials. */
export interface Mask {
  (text: string): string;
  /** The same of lines, as many as are given. */
  readonly lines?: (lines: readonly string[]) => string[];
}

/** Loads what masks credentials. */
export async function loadMask(): Promise<Mask> {
  const { redact, redactLines } = await loadRedaction();
  return Object.assign((text: string) => redact(text).text, { lines: redactLines });
}

/** Lines without credentials, as many as there are. */
export function maskedLines(lines: readonly string[], mask: Mask): string[] {
  return mask.lines?.(lines) ?? lines.map(mask);
}

/** Lines of code fit to be shown: without credentials, each at most `lengthMax` code units long. */
export function shownCode(lines: readonly string[], lengthMax: number, mask: Mask): string[] {
  return maskedLines(lines, mask).map((line) => cutLine(line, lengthMax));
}

/**
 * Data for `--json` with every string in it masked alone; keys stay. Each different string is masked once. The data is
 * as deep as its schema.
 */
export function maskedData<Data>(data: Data, mask: Mask): Data {
  const known = new Map<string, string>();
  const masked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each)]));
    if (typeof value !== "string") return value;
    if (!known.has(value)) known.set(value, mask(value));
    return known.get(value);
  };
  return masked(data) as Data;
}
