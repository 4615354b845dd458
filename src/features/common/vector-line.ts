// What is said of vectors: how many there are, of which model.

import { counted } from "../../base/wording.ts";
import type { VectorCounts } from "../../engine/vectors/vector-store.ts";

const KILOBYTE = 1024;

/** `vectors: 812 of 815 chunks (nomic-embed-text, 768 numbers each, 640.1 kB)`. */
export function vectorLine({ model, dimensions, embedded, texts, bytes, isFull }: VectorCounts, what: string): string {
  const about = dimensions === 0 ? model : `${model}, ${dimensions} numbers each, ${size(bytes)}`;
  const full = isFull ? "; there is no room for more" : "";
  return `vectors: ${embedded} of ${texts} ${what} (${about})${full}`;
}

/** What is said before texts go to an address that others can listen to. */
export function readableLines(address: string | null): string[] {
  return address === null ? [] : [`what goes to ${address} can be read on the way: it is http`];
}

/** A number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < KILOBYTE) return counted(bytes, "byte", "bytes");
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}
