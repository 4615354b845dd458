// Reads what is behind an open descriptor, as much as fits.

import { readSync } from "node:fs";

/** Fills `into` from where the descriptor stands, and gives the part that was filled. Throws the system's error. */
export function readInto(descriptor: number, into: Uint8Array): Uint8Array {
  let length = 0;
  while (length < into.length) {
    const count = readSync(descriptor, into, length, into.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return into.subarray(0, length);
}
