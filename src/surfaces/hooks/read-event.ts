// The event on standard input. Clients send whole files in it (what is written, what a command printed), so it may be long; what is longer
// than this is no event that a hook has time for.

import { decodeUtf8 } from "../../format/utf8.ts";
import { readNext } from "../../storage/libc.ts";

/** The longest event, in bytes. */
const EVENT_BYTES_MAX = 8 * 1024 * 1024;
const FIRST_BYTES = 64 * 1024;

/** The event as parsed JSON; null when there is none, when it is no JSON object, or too long. Waits for the end of the input. */
export function readEvent(): object | null {
  const bytes = readInput();
  if (bytes === null || bytes.length === 0) return null;
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function readInput(): Uint8Array | null {
  let buffer = new Uint8Array(FIRST_BYTES);
  let length = 0;
  for (;;) {
    const count = readNext(0, buffer.subarray(length));
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length < buffer.length) continue;
    if (length >= EVENT_BYTES_MAX) return null;
    const larger = new Uint8Array(buffer.length * 4);
    larger.set(buffer);
    buffer = larger;
  }
}
