// Standard output, asked of the system and written to by it: making a stream of it takes a millisecond.

import { fstatSync, writeSync } from "node:fs";
import { systemCodeOf } from "../base/errors.ts";

const STANDARD_OUTPUT = 1;
const RETRY_MS = 2;

/** Whether it may be a terminal; a pipe or a file is none. */
export function mayBeTerminal(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Writes all of the text to a descriptor before it returns. Throws the system's error; then a part of it may have been
 * written.
 */
export function writeWhole(descriptor: number, text: string): void {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if (systemCodeOf(error) !== "EAGAIN") throw error;
      Bun.sleepSync(RETRY_MS);
    }
  }
}

/** Whether a write failed since the reader is gone, which is no fault of anybody's. */
export function isReaderGone(error: unknown): boolean {
  return ["EPIPE", "ECONNRESET"].includes(systemCodeOf(error));
}
