// The id of a note: ten characters of Crockford's base 32 in small letters, 50 bits. New notes get a random one, which
// stays with them. A note that was written without one has a derived one, which stays as long as its topic, its time,
// its text and its projects do; the first edit writes it down.

import { fnv1a, mixedHash } from "../../base/fnv.ts";

/** The bits of an id: two numbers below 2^25. */
export interface NoteKey {
  readonly high: number;
  readonly low: number;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const HALF_LENGTH = 5;
const HALF_BITS = 25;
const HALF_MASK = 2 ** HALF_BITS - 1;
/** Letters that are read as digits, as Crockford's base 32 has it. */
const ALIASES: Readonly<Record<string, string>> = { i: "1", l: "1", o: "0" };

/** Ids as they are written: the note's own, then those of notes that were merged into it. */
export const NOTE_IDS = /^[0-9a-hjkmnp-tv-z]{10}(?: [0-9a-hjkmnp-tv-z]{10})*$/;
const SHOWN_ID = /(?<![\p{L}\p{N}@])@[0-9a-hjkmnp-tv-z]{10}(?![\p{L}\p{N}])/gu;
const GIVEN_ID = /^[0-9a-tv-z]{10}$/;

/** All pairs of digits; made when the first id is shown, since answers show many. */
let pairs: readonly string[] | undefined;

/** An id as it is written. */
export function formatNoteId({ high, low }: NoteKey): string {
  pairs ??= Array.from(ALPHABET, (first) => Array.from(ALPHABET, (second) => first + second)).flat();
  const middle = ((high & 31) << 5) | (low >>> 20);
  return (
    pairs[high >>> 15]! +
    pairs[(high >>> 5) & 1023]! +
    pairs[middle]! +
    pairs[(low >>> 10) & 1023]! +
    pairs[low & 1023]!
  );
}

/** The id of a document of the index. */
export function noteIdOf(document: { readonly keyHigh: number; readonly keyLow: number }): string {
  return formatNoteId({ high: document.keyHigh, low: document.keyLow });
}

/** The bits of an id as it is written, or as somebody gives it: in capitals, with `o` for 0, `i` or `l` for 1; else null. */
export function parseNoteId(given: string): NoteKey | null {
  const id = given.trim().toLowerCase().replace(/^@/, "");
  if (!GIVEN_ID.test(id)) return null;
  const digits = id.replace(/[ilo]/g, (letter) => ALIASES[letter]!);
  return { high: parseHalf(digits.slice(0, HALF_LENGTH)), low: parseHalf(digits.slice(HALF_LENGTH)) };
}

/** An id as answers show it: `@7k3v9xq2mp`. It may be given so, too. */
export function shownNoteId(id: string): string {
  return `@${id}`;
}

/** The ids that a text shows. */
export function shownNoteIds(text: string): string[] {
  return Array.from(text.matchAll(SHOWN_ID), ([shown]) => shown.slice(1));
}

/** A new id from random bits. */
export function randomNoteId(): string {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return formatNoteId({ high: high! & HALF_MASK, low: low! & HALF_MASK });
}

/**
 * The bits of the id of a note that was written without one; `stored` is the time as its record has it. Notes of two
 * projects that say the same have different ids.
 */
export function derivedKey(topic: string, stored: number, text: string, projects: readonly string[] = []): NoteKey {
  const what = [topic, stored, text, ...projects].join("\0");
  const first = fnv1a(what);
  const second = fnv1a(`${first}\0${what}`);
  return { high: mixedHash(first ^ Math.imul(second, 0x9e3779b1)) & HALF_MASK, low: mixedHash(second) & HALF_MASK };
}

/** The bits of the id of a note of a topic, `stored` at the time that its record has: as it is written, else derived. */
export function keyOf(
  entry: { readonly id: string | null; readonly text: string; readonly projects: readonly string[] },
  topic: string,
  stored: number,
): NoteKey {
  return (entry.id === null ? null : parseNoteId(entry.id)) ?? derivedKey(topic, stored, entry.text, entry.projects);
}

function parseHalf(digits: string): number {
  let half = 0;
  for (const digit of digits) half = half * 32 + ALPHABET.indexOf(digit);
  return half;
}
