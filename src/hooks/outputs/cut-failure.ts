// A long output of a command that failed: no hook can replace it, and the client cuts it. It shows 5,000 characters of
// the beginning and 5,000 up to the 30,000th, and keeps none of it.

import type { HookEvent } from "../common/hook-event.ts";

const SHOWN_LENGTH = 10_000;
const SEEN_LENGTH = 30_000;
/** The client's own mark where it cut; what it shows before it has about 5,000 characters. */
const MARK = /\n\.\.\. \[(\d{1,9}) characters truncated\] \.\.\.\n/;
const MARK_AT = 4500;
const MARK_WITHIN = 1200;

/** A line about what the client cut away, and how to keep it; null where nothing was cut. */
export function cutFailureLine({ toolName, error }: HookEvent): string | null {
  if (toolName !== "Bash" || error.length < SHOWN_LENGTH) return null;
  const found = MARK.exec(error.slice(MARK_AT, MARK_AT + MARK_WITHIN));
  if (found === null) return null;
  const cut = Number(found[1]);
  const end = cut + SHOWN_LENGTH >= SEEN_LENGTH ? ", and perhaps all behind the first 30,000" : "";
  return `helix: ${cut.toLocaleString("en-US")} characters of this output are not shown${end}; "helix run COMMAND" keeps all of it`;
}
