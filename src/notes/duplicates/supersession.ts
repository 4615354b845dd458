// A note is superseded when a clearly newer one repeats it with changes. Briefings, searches and hooks show the newer one
// in its place.

import { Numbering, rankedByRarity, SimilarityJoin } from "../../engine/text/similarity-join.ts";
import { tokenize, UNCOMPARED_WORDS } from "../../engine/text/tokenizer.ts";
import type { NoteView } from "../store/note-view.ts";
import { entryDate } from "../text/entry-date.ts";
import { parseEntryText } from "../text/entry-text.ts";

/** A newer note supersedes an older one from this Jaccard similarity on, */
const SUPERSESSION_SIMILARITY = 0.6;
/** and with at least this much time between them, in days. */
const SUPERSESSION_DAYS = 2;
/** Texts with fewer tokens are too short to be compared. */
const TOKENS_MIN = 4;
/** How much of a text is compared, in code units. */
const TEXT_LENGTH_MAX = 2000;

const DAY_MINUTES = 1440;

/** A note among those that may supersede each other. */
export interface Version<Entry> {
  readonly text: string;
  /** When it was stored or last revised, UTC minutes since 1970. */
  readonly minutes: number;
  /** The newer note that says nearly the same, and the older notes that this one replaces. */
  supersededBy: Entry | null;
  readonly supersedes: Entry[];
}

/**
 * Links each superseded note with the next newer one that says nearly the same, so that several versions form a chain.
 * Notes of `end` or later, in UTC minutes since 1970, supersede nothing: their clock was wrong.
 */
export function markSuperseded<Entry extends Version<Entry>>(
  entries: readonly Entry[],
  end = Number.POSITIVE_INFINITY,
): void {
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
export function currentVersion<Entry extends Version<Entry>>(entry: Entry): Entry {
  let current = entry;
  while (current.supersededBy !== null) current = current.supersededBy;
  return current;
}

/** At most this many notes of a list are compared: the first. */
const LISTED_MAX = 16;

interface Listed extends Version<Listed> {
  readonly id: number;
}

/** By document number: the note of the same list that supersedes it. Most lists have none. `end`: see `markSuperseded`. */
export function supersededIn(view: NoteView, ids: readonly number[], end?: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (ids.length < 2) return found;
  const listed = ids.slice(0, LISTED_MAX).map((id): Listed => {
    const { text, modified } = parseEntryText(view.body(id) ?? "");
    return { id, text, minutes: entryDate(view.minutesOf(id), modified), supersededBy: null, supersedes: [] };
  });
  markSuperseded(listed, end);
  for (const each of listed) if (each.supersededBy !== null) found.set(each.id, currentVersion(each).id);
  return found;
}

/** The list with each superseded note replaced by the one that supersedes it, each once. */
export function foldSuperseded(ids: readonly number[], superseded: ReadonlyMap<number, number>): readonly number[] {
  return superseded.size === 0 ? ids : [...new Set(ids.map((id) => superseded.get(id) ?? id))];
}
