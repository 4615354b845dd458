// Second pass of the compression: a note is superseded when a clearly newer one repeats it with changes.
//
// Two token sets with a Jaccard similarity of t or more share one of the first n - ceil(t n) + 1 tokens of either, in
// any one ordering (the prefix filter of Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins in
// Data Cleaning", 2006). With the rarest tokens first, few pairs are compared.

import { STOP_WORDS, tokenize } from "../../engine/text/tokenizer.ts";
import type { BriefEntry } from "./entry.ts";

/** A newer note supersedes an older one from this Jaccard similarity on, */
export const SUPERSESSION_SIMILARITY = 0.6;
/** and with at least this much time between them, in days. */
export const SUPERSESSION_DAYS = 2;
/** Texts with fewer tokens are too short to be compared. */
const TOKENS_MIN = 4;
/** How much of a text is compared, in code units. */
const TEXT_LENGTH_MAX = 2000;

const DAY_MINUTES = 1440;

interface Compared {
  readonly entry: BriefEntry;
  /** Ranks of its tokens, ascending: the rarest first. */
  readonly tokens: Uint32Array;
}

/**
 * Links each superseded note with the next newer one that says nearly the same, so that several versions form a chain.
 * Notes of `end` or later, in UTC minutes since 1970, supersede nothing: their clock was wrong.
 */
export function markSuperseded(entries: readonly BriefEntry[], end = Number.POSITIVE_INFINITY): void {
  const oldestFirst = ranked(entries).sort((a, b) => a.entry.minutes - b.entry.minutes);
  const holders = new Map<number, number[]>();
  oldestFirst.forEach(({ tokens }, at) => {
    for (const token of prefixOf(tokens)) {
      const known = holders.get(token);
      if (known) known.push(at);
      else holders.set(token, [at]);
    }
  });
  const met = new Int32Array(oldestFirst.length).fill(-1);
  oldestFirst.forEach(({ entry, tokens }, at) => {
    const newer: number[] = [];
    for (const token of prefixOf(tokens)) {
      for (const other of holders.get(token)!) {
        if (other <= at || met[other] === at) continue;
        met[other] = at;
        newer.push(other);
      }
    }
    for (const other of newer.sort((a, b) => a - b)) {
      const candidate = oldestFirst[other]!;
      if (candidate.entry.minutes >= end) return;
      if (candidate.entry.minutes - entry.minutes < SUPERSESSION_DAYS * DAY_MINUTES) continue;
      if (similarity(tokens, candidate.tokens) < SUPERSESSION_SIMILARITY) continue;
      entry.supersededBy = candidate.entry;
      candidate.entry.supersedes.push(entry);
      return;
    }
  });
}

/** The note at the end of the chain that supersedes this one; the note itself when nothing does. */
export function currentVersion(entry: BriefEntry): BriefEntry {
  let current = entry;
  while (current.supersededBy !== null) current = current.supersededBy;
  return current;
}

/** The notes with enough tokens. Their distinct tokens are numbered by rarity among these notes. */
function ranked(entries: readonly BriefEntry[]): Compared[] {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  /** The last note in which each token was met, so that a token counts once a note. */
  const lastMet: number[] = [];
  const compared: { entry: BriefEntry; tokens: number[] }[] = [];
  entries.forEach((entry, at) => {
    const tokens: number[] = [];
    for (const term of tokenize(entry.text.slice(0, TEXT_LENGTH_MAX))) {
      let token = numbers.get(term);
      if (token === undefined) {
        if (STOP_WORDS.has(term)) continue;
        token = numbers.size;
        numbers.set(term, token);
        frequencies.push(0);
      }
      if (lastMet[token] === at) continue;
      lastMet[token] = at;
      frequencies[token]!++;
      tokens.push(token);
    }
    if (tokens.length >= TOKENS_MIN) compared.push({ entry, tokens });
  });
  const rankOf = new Uint32Array(frequencies.length);
  const rarestFirst = Uint32Array.from(frequencies.keys()).sort((a, b) => frequencies[a]! - frequencies[b]! || a - b);
  rarestFirst.forEach((token, rank) => {
    rankOf[token] = rank;
  });
  return compared.map(({ entry, tokens }) => ({
    entry,
    tokens: Uint32Array.from(tokens, (token) => rankOf[token]!).sort(),
  }));
}

function prefixOf(tokens: Uint32Array): Uint32Array {
  return tokens.subarray(0, tokens.length - Math.ceil(SUPERSESSION_SIMILARITY * tokens.length) + 1);
}

/** Jaccard similarity of two ascending lists. */
function similarity(a: Uint32Array, b: Uint32Array): number {
  if (Math.min(a.length, b.length) < SUPERSESSION_SIMILARITY * Math.max(a.length, b.length)) return 0;
  let shared = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const difference = a[left]! - b[right]!;
    if (difference === 0) shared++;
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  return shared / (a.length + b.length - shared);
}
