// The value of a note to a briefing, as small pure functions.

import { noteColumns } from "../../notes/index/note-columns.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { judgedFactor } from "../../notes/search/judged-factor.ts";
import { PROJECT_BOOST } from "../../notes/search/note-boost.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";

/** A note of this age is half as fresh. */
export const FRESHNESS_DAYS = 7;
/** A note of this age is half as hot. */
export const RECENCY_DAYS = 30;
/** How much each link to a note adds. */
export const LINK_BOOST = 2;
/** The highest confidence of a note whose source has changed. */
export const STALE_CONFIDENCE = 0.7;

const DAY_MINUTES = 1440;

/**
 * 0.5 ^ (age in days / 7); both times in minutes. A time slightly ahead of the clock may come from another time zone
 * and counts as new. A time further ahead comes from a wrong clock and is not fresh.
 */
export function freshness(minutes: number, nowMinutes: number): number {
  if (minutes >= impossibleFrom(nowMinutes)) return 0;
  return 0.5 ** (Math.max(0, nowMinutes - minutes) / DAY_MINUTES / FRESHNESS_DAYS);
}

/**
 * 1 / (1 + age in days / 30), for what is hot; both times in minutes. A note of the future counts as new. Tags do not
 * matter: what is hot is what is new, not what stays valid.
 */
export function recencyBoost(minutes: number, nowMinutes: number): number {
  return 1 / (1 + Math.max(0, nowMinutes - minutes) / DAY_MINUTES / RECENCY_DAYS);
}

/**
 * relevance = (words + freshness + confidence + 2.0 x links to it) x 1.5 if the note is of the caller's project
 *
 * The sum is that of the reference ("brief", Behavior, 2. Score: "BM25 relevance + freshness (7-day half-life) +
 * confidence weight + link-in boost (+2.0 per reference)"). The project's factor is the one that a search uses. `words`
 * is the score that a search gives; 0 when no words were searched for.
 */
export function relevance(parts: {
  readonly words: number;
  readonly freshness: number;
  readonly confidence: number;
  readonly links: number;
  readonly isOwn: boolean;
}): number {
  const sum = parts.words + parts.freshness + parts.confidence + LINK_BOOST * parts.links;
  return parts.isOwn ? sum * PROJECT_BOOST : sum;
}

/** The effective confidence of a note: its own, but at most 0.7 when its source has changed. */
export function believed(confidence: number, isStale: boolean): number {
  return isStale ? Math.min(confidence, STALE_CONFIDENCE) : confidence;
}

export interface ScorerOptions {
  readonly nowMinutes: number;
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
  readonly isStale: ((id: number) => boolean) | null;
  /** The effectiveness of a note, 0 to 1; undefined for one that was not judged. Left out: none was. */
  readonly judged?: ((id: number) => number | undefined) | undefined;
  /** The number of links to a note, by document. */
  readonly links: ReadonlyMap<number, number>;
}

/** Scores a document. `minutes` is its date, if that is later than its time of storage. */
export type Scorer = (id: number, words: number, minutes?: number) => number;

/**
 * Makes the function that scores documents by the columns of the index. Its `words` is the score of a search, which
 * includes confidence.
 */
export function relevanceScorer(index: NoteIndex, options: ScorerOptions): Scorer {
  const { nowMinutes, ownProject, isStale, links, judged } = options;
  const parts = index.segments.map(({ segment, first }) => ({
    columns: noteColumns(segment),
    first,
    isOwn: ownProject === null ? null : noteColumns(segment).withProject(ownProject),
  }));
  const [base, delta] = parts;
  return (id, words, minutes = index.minutesOf(id)) => {
    const { columns, first, isOwn } = delta !== undefined && id >= delta.first ? delta : base!;
    const confidence = columns.confidenceOf(id - first);
    const trusted = believed(confidence, isStale?.(id) ?? false);
    const value = relevance({
      words: trusted < confidence ? words * (trusted / confidence) : words,
      freshness: freshness(minutes, nowMinutes),
      confidence: trusted,
      links: links.get(id) ?? 0,
      isOwn: isOwn?.(id - first) ?? false,
    });
    const effectiveness = judged?.(id);
    return effectiveness === undefined ? value : value * judgedFactor(effectiveness);
  };
}
