// What is said to people on standard error. Nothing depends on whether it can be: it may be closed, or a disk that is
// full.

import { writeWhole } from "../platform/standard-output.ts";

const STANDARD_ERROR = 2;

/** Writes it all before it returns, as far as somebody takes it. Does not throw. */
export function complain(text: string): void {
  try {
    writeWhole(STANDARD_ERROR, text);
  } catch {
    // Nobody hears of it.
  }
}
