// What standard output is, asked of the system: making a stream of it takes a millisecond.

import { fstatSync } from "node:fs";

const STANDARD_OUTPUT = 1;

/** Whether it may be a terminal; a pipe or a file is none. */
export function mayBeTerminal(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isCharacterDevice();
  } catch {
    return false;
  }
}
