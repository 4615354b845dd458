// Shortens the output of a command that failed, for `helix run`. Hooks cannot replace such an output, and the client
// shows 5,000 characters of its beginning and 5,000 up to the 30,000th: the true end of a long one is lost. This keeps
// each priority line and the end.

import type { CommandOutput, Shortening } from "./command-output.ts";
import { FilterSet } from "./filter-set.ts";
import { type ShorteningClock, shorten } from "./shorten.ts";

/** Clients show failures up to this length whole, in code units. */
const SHOWN_LENGTH = 10_000;
/** The end that stays as it is: so many lines at most, and code units. */
const END_LINES = 80;
const END_LENGTH = 6000;
const NO_FILTERS = new FilterSet([]);

/** Shortens the output of a failure: by its filter, if that is made for failures, else all but its end. */
export function shortenFailure(output: CommandOutput, filters: FilterSet, clock?: ShorteningClock): Shortening {
  const own = shorten(output, filters, clock);
  if (own.kind === "shortened" || output.text.length <= SHOWN_LENGTH) return own;
  if (filters.find(output.command)?.isWhole === true) return own;
  const end = endOf(output.text);
  const text = output.text.slice(0, end);
  const start = shorten({ ...output, text, isFailure: false }, NO_FILTERS, clock);
  if (start.kind === "whole") return start;
  return { ...start, text: `${start.text}${start.text.endsWith("\n") ? "" : "\n"}${output.text.slice(end)}` };
}

/** Where the end begins that stays as it is: at the beginning of a line, if the last one is not too long. */
function endOf(text: string): number {
  let end = text.length;
  for (let lines = 0; lines < END_LINES && end > 0; lines++) {
    const start = text.lastIndexOf("\n", end - 2) + 1;
    if (text.length - start > END_LENGTH) break;
    end = start;
  }
  return end;
}
