// The lines of a text as hashes, so that they can be compared with lines that no longer exist. White space at the ends
// of a line does not count, and any amount within it counts as one space: code with only a new indentation is the same
// code.
// Invariants:
// - The hashes of a text never change between versions of helix, since entries hold them.
// - The hashes do not protect against somebody who wants two lines to agree.

import { mixedHash } from "../../base/fnv.ts";

/** Every line of a text as two numbers of 32 bits. */
export interface HashedLines {
  readonly count: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** Texts with more lines are not hashed. */
export const LINES_MAX = 100_000;

const LINE_FEED = 10;
const SPACE = 32;
const NO_BREAK_SPACE = 0xa0;
const IDEOGRAPHIC_SPACE = 0x3000;
const BYTE_ORDER_MARK = 0xfeff;

const FIRST_SEED = 0x811c9dc5;
const FIRST_PRIME = 0x01000193;
const SECOND_SEED = 0x9747b28c;
const SECOND_PRIME = 0x5bd1e995;
/** The weights of lines in a span: odd numbers, one for each half of the hash. */
const FIRST_BASE = 0x9e3779b1;
const SECOND_BASE = 0x85ebca77;

/** Hashes the lines of a text; null when there are more than `LINES_MAX`. */
export function hashLines(text: string): HashedLines | null {
  let first = new Uint32Array(64 + text.length / 32);
  let second = new Uint32Array(first.length);
  let count = 0;
  // A line feed ends a line. Text behind the last line feed is a line too.
  for (let at = 0; at < text.length; count++) {
    if (count === LINES_MAX) return null;
    if (count === first.length) {
      first = grown(first);
      second = grown(second);
    }
    let one = FIRST_SEED;
    let two = SECOND_SEED;
    let isStarted = false;
    let isSpaced = false;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === LINE_FEED) break;
      if (isWhite(unit)) {
        isSpaced = isStarted;
        continue;
      }
      if (isSpaced) {
        one = Math.imul(one ^ SPACE, FIRST_PRIME);
        two = Math.imul((two ^ SPACE) + (two >>> 15), SECOND_PRIME);
        isSpaced = false;
      }
      one = Math.imul(one ^ unit, FIRST_PRIME);
      two = Math.imul((two ^ unit) + (two >>> 15), SECOND_PRIME);
      isStarted = true;
    }
    at++;
    first[count] = mixedHash(one);
    second[count] = mixedHash(two);
  }
  return { count, first, second };
}

/** Whether a line holds nothing but white space. */
export function isBlank(lines: HashedLines, at: number): boolean {
  return lines.first[at] === BLANK_FIRST && lines.second[at] === BLANK_SECOND;
}

/** The hash of `length` lines from `from` on (counted from 0): 12 hexadecimal digits. */
export function spanHash(lines: HashedLines, from: number, length: number): string {
  const one = folded(lines.first, from, length, FIRST_BASE);
  const two = folded(lines.second, from, length, SECOND_BASE);
  return one.toString(16).padStart(8, "0") + (two >>> 16).toString(16).padStart(4, "0");
}

/** Where `length` lines with this hash begin, counted from 0, ascending. */
export function placesOf(lines: HashedLines, hash: string, length: number): number[] {
  const places: number[] = [];
  if (length < 1 || length > lines.count) return places;
  const [wantedOne, wantedTwo] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
  const [outOne, outTwo] = [power(FIRST_BASE, length), power(SECOND_BASE, length)];
  let one = folded(lines.first, 0, length, FIRST_BASE);
  let two = folded(lines.second, 0, length, SECOND_BASE);
  for (let at = 0; ; at++) {
    if (one === wantedOne && two >>> 16 === wantedTwo) places.push(at);
    if (at + length >= lines.count) return places;
    // One line further: the first line leaves, the next line enters.
    one = (Math.imul(one, FIRST_BASE) - Math.imul(lines.first[at]!, outOne) + lines.first[at + length]!) >>> 0;
    two = (Math.imul(two, SECOND_BASE) - Math.imul(lines.second[at]!, outTwo) + lines.second[at + length]!) >>> 0;
  }
}

/** The hash of a short text, such as a path: 8 hexadecimal digits. */
export function hashText(text: string): string {
  const lines = hashLines(text.replaceAll("\n", " "));
  return (lines === null || lines.count === 0 ? 0 : lines.first[0]!).toString(16).padStart(8, "0");
}

function isWhite(unit: number): boolean {
  if (unit <= SPACE) return true;
  return unit === NO_BREAK_SPACE || unit === BYTE_ORDER_MARK || unit === IDEOGRAPHIC_SPACE;
}

function folded(hashes: Uint32Array, from: number, length: number, base: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at++) sum = (Math.imul(sum, base) + hashes[at]!) >>> 0;
  return sum;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let step = 0; step < exponent; step++) result = Math.imul(result, base);
  return result;
}

function grown(hashes: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(hashes.length * 2);
  larger.set(hashes);
  return larger;
}

const BLANK_FIRST = mixedHash(FIRST_SEED);
const BLANK_SECOND = mixedHash(SECOND_SEED);
