// Standard output by direct calls of the system: making a stream of it takes a millisecond.

import { fstatSync, writeSync } from "node:fs";
import { systemCodeOf } from "../base/errors.ts";

const STANDARD_OUTPUT = 1;
const RETRY_MS = 2;

/** Whether standard output may be a terminal. A pipe or a file is none. */
export function mayBeTerminal(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Writes all of the text, or of the bytes, to a descriptor before it returns. Throws the system's error; a part may then have been
 * written.
 */
export function writeWhole(descriptor: number, text: string | Uint8Array): void {
  let bytes: Uint8Array = typeof text === "string" ? Buffer.from(text) : text;
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if (systemCodeOf(error) !== "EAGAIN") throw error;
      Bun.sleepSync(RETRY_MS);
    }
  }
}

/** Whether a write failed because the reader is gone, which is nobody's fault. */
export function isReaderGone(error: unknown): boolean {
  return ["EPIPE", "ECONNRESET"].includes(systemCodeOf(error));
}
