// Knows the text of a symbol again under another name. The lines of a symbol that say something are hashed without its
// own name, so they are the same after it was renamed.

import { NEIGHBOURS_MAX } from "./citation.ts";
import { hashLines } from "./citation-lines.ts";

/** So many lines are kept: the first ones. */
export const BODY_LINES_MAX = 24;
/** So many lines are compared with them: some may have come in between. */
const COMPARED_LINES_MAX = 400;
/** A shorter text says too little to be known again by a part of it. */
const TELLING_LINES = NEIGHBOURS_MAX;
const SHORT_BITS = 16;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Short hashes of the first lines of a symbol. `name` is its own name, the last part of the full one. */
export function bodyHashes(lines: readonly string[], name: string, most = BODY_LINES_MAX): number[] {
  const own = new RegExp(`(?<![\\p{L}\\p{N}_$])${RegExp.escape(name)}(?![\\p{L}\\p{N}_$])`, "gu");
  const telling: string[] = [];
  for (const line of lines) {
    if (telling.length === most) break;
    const without = line.replace(own, "");
    if (SAYS_SOMETHING.test(without)) telling.push(without);
  }
  const { first } = hashLines(telling.join("\n"))!;
  return telling.map((_, at) => first[at]! >>> (32 - SHORT_BITS));
}

/**
 * How much of a text is in another one, from 0 to 1. `before` is `bodyHashes` of the former. 0 where it says too little,
 * unless both are the same.
 */
export function sharedBody(before: readonly number[], lines: readonly string[], name: string): number {
  const now = bodyHashes(lines, name, COMPARED_LINES_MAX);
  const isSame = before.length > 0 && before.length === Math.min(now.length, BODY_LINES_MAX);
  if (isSame && before.every((hash, at) => hash === now[at])) return 1;
  if (before.length < TELLING_LINES) return 0;
  const left = new Map<number, number>();
  for (const hash of now) left.set(hash, (left.get(hash) ?? 0) + 1);
  let shared = 0;
  for (const hash of before) {
    const count = left.get(hash) ?? 0;
    if (count === 0) continue;
    left.set(hash, count - 1);
    shared++;
  }
  // A text that only begins alike is not the same one.
  const length = Math.max(before.length, Math.min(now.length, 2 * BODY_LINES_MAX));
  return Math.min(shared / length, 0.99);
}
