// Reads a range of lines as a caller gives it: `10-40`, `10`, `10-`, `-40`.

import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";

/** Lines from 1, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^\s*(?:L(?:ine)?s?\s*)?(\d{1,9})?\s*(?:([-:,]|\.\.)\s*L?(\d{1,9})?)?\s*$/i;

/**
 * The lines of a file with `count` lines that a range names; one that goes on behind the end ends there. Throws
 * INVALID_ARGUMENT, which says how many lines there are.
 */
export function parseRange(given: string, count: number, path: string): LineRange {
  const [, first, separator, last] = RANGE.exec(given) ?? [];
  const refuse = (why: string) =>
    invalid(
      (say) =>
        `${say.given("lines", quote(given))} ${why}: ${path} has ${counted(count, "line", "lines")}, give e.g. ${say.option("lines", `1-${Math.max(1, Math.min(40, count))}`)}`,
    );
  if (first === undefined && last === undefined) throw refuse("is no range of lines");
  const from = first === undefined ? 1 : Number(first);
  const to = last === undefined ? (separator === undefined ? from : count) : Number(last);
  if (from < 1 || to < 1) throw refuse("begins before line 1");
  if (from > count) throw refuse("lies behind the end");
  if (to < from) throw refuse("ends before it begins");
  return { from, to: Math.min(to, count) };
}
