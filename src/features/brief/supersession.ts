// Second pass of the compression: a note is superseded when a clearly newer one repeats it with changes.

import { Numbering, rankedByRarity, SimilarityJoin } from "../../engine/text/similarity-join.ts";
import { tokenize, UNCOMPARED_WORDS } from "../../engine/text/tokenizer.ts";
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

/**
 * Links each superseded note with the next newer one that says nearly the same, so that several versions form a chain.
 * Notes of `end` or later, in UTC minutes since 1970, supersede nothing: their clock was wrong.
 */
export function markSuperseded(entries: readonly BriefEntry[], end = Number.POSITIVE_INFINITY): void {
  const numbering = new Numbering();
  const numbered = entries.map(({ text }) => numbering.ofAll(wordsOf(text)));
  const ranked = rankedByRarity(numbered);
  const oldestFirst = entries
    .map((entry, at) => ({ entry, tokens: numbered[at]! }))
    .filter(({ tokens }) => tokens.length >= TOKENS_MIN)
    .sort((a, b) => a.entry.minutes - b.entry.minutes);
  const join = new SimilarityJoin(
    oldestFirst.map(({ tokens }) => ranked(tokens)),
    SUPERSESSION_SIMILARITY,
  );
  for (let at = oldestFirst.length - 1; at >= 0; at--) {
    const { entry } = oldestFirst[at]!;
    const start = entry.minutes + SUPERSESSION_DAYS * DAY_MINUTES;
    const isWanted = (other: number) => {
      const { minutes } = oldestFirst[other]!.entry;
      return minutes >= start && minutes < end;
    };
    const newer = join.similarTo(at, 0, isWanted).map(({ position }) => position);
    if (newer.length > 0) entry.supersededBy = oldestFirst[Math.min(...newer)]!.entry;
    join.add(at);
  }
  for (const { entry } of oldestFirst) entry.supersededBy?.supersedes.push(entry);
}

/** The words by which notes are compared. */
function wordsOf(text: string): Set<string> {
  return new Set(tokenize(text.slice(0, TEXT_LENGTH_MAX)).filter((term) => !UNCOMPARED_WORDS.has(term)));
}

/** The note at the end of the chain that supersedes this one; the note itself when nothing does. */
export function currentVersion(entry: BriefEntry): BriefEntry {
  let current = entry;
  while (current.supersededBy !== null) current = current.supersededBy;
  return current;
}
