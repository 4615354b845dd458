// Messages for people on standard error. Nothing depends on whether they can be written: standard error may be closed,
// or be a file on a full disk.

import { writeWhole } from "../platform/standard-output.ts";

const STANDARD_ERROR = 2;

/** Writes the whole text before it returns, as far as standard error accepts it. Does not throw. */
export function complain(text: string): void {
  try {
    writeWhole(STANDARD_ERROR, text);
  } catch {
    // There is no other place to report this.
  }
}
