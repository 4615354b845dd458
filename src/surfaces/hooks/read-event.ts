// The event on standard input. Clients send whole files in it (what is written, what a command printed), so it may be long; what is longer
// than a limit is no event that a hook has time for.

import { decodeUtf8 } from "../../format/utf8.ts";
import { EVENT_BYTES_MAX } from "../../storage/hook-socket.ts";
import { readNext, waitForInput } from "../../storage/libc.ts";

const FIRST_BYTES = 64 * 1024;

/** All of standard input; null when it is too long, or has not ended when `endMs` milliseconds of the process are over. */
export function readInput(endMs: number): Uint8Array | null {
  let buffer = new Uint8Array(FIRST_BYTES);
  let length = 0;
  for (;;) {
    if (!waitForInput(0, Math.max(0, endMs - performance.now()))) return null;
    const count = readNext(0, buffer.subarray(length));
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length < buffer.length) continue;
    if (length > EVENT_BYTES_MAX) return null;
    // One byte more than the longest event tells it from a longer one.
    const larger = new Uint8Array(Math.min(buffer.length * 4, EVENT_BYTES_MAX + 1));
    larger.set(buffer);
    buffer = larger;
  }
}

/** The event as parsed JSON; null when it is no JSON object. */
export function parseEvent(bytes: Uint8Array): object | null {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
