// What an entry is worth to a briefing, as small pure functions.

import { PROJECT_BOOST } from "../../engine/search/bm25.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { impossibleFrom } from "../../notes/text/entry-date.ts";

/** An entry of this age is half as fresh. */
export const FRESHNESS_DAYS = 7;
/** An entry of this age is half as hot. */
export const RECENCY_DAYS = 30;
/** What each entry that links to one adds. */
export const LINK_BOOST = 2;
/** An entry whose source has changed is believed no more than this. */
export const STALE_CONFIDENCE = 0.7;

const DAY_MINUTES = 1440;

/**
 * 0.5 ^ (age in days / 7); both times in minutes. A little ahead of the clock may be another zone, and counts as new;
 * what is further ahead was written by a wrong clock, and is not fresh.
 */
export function freshness(minutes: number, nowMinutes: number): number {
  if (minutes >= impossibleFrom(nowMinutes)) return 0;
  return 0.5 ** (Math.max(0, nowMinutes - minutes) / DAY_MINUTES / FRESHNESS_DAYS);
}

/**
 * 1 / (1 + age in days / 30), for what is hot; both times in minutes, an entry of the future counts as new. Whatever
 * its tags: what is hot is what is new, not what holds.
 */
export function recencyBoost(minutes: number, nowMinutes: number): number {
  return 1 / (1 + Math.max(0, nowMinutes - minutes) / DAY_MINUTES / RECENCY_DAYS);
}

/**
 * relevance = (words + freshness + confidence + 2.0 x links to it) x 1.5 if it is of the project that is asked from
 *
 * The sum is that of the reference ("brief", Behavior, 2. Score: "BM25 relevance + freshness (7-day half-life) +
 * confidence weight + link-in boost (+2.0 per reference)"); the project's factor is the one of a search. For the words
 * stands what a search gives them; 0 where none are looked for.
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

/** What an entry is believed: its own confidence, at most 0.7 when its source has changed. */
export function believed(confidence: number, isStale: boolean): number {
  return isStale ? Math.min(confidence, STALE_CONFIDENCE) : confidence;
}

export interface ScorerOptions {
  readonly nowMinutes: number;
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
  readonly isStale: ((id: number) => boolean) | null;
  /** Links to an entry, by document. */
  readonly links: ReadonlyMap<number, number>;
}

/** Scores a document; `minutes` is its date where that is later than its time. */
export type Scorer = (id: number, words: number, minutes?: number) => number;

/**
 * Makes the function that scores documents by the columns of the index; `words` is what a search gave, confidence
 * included.
 */
export function relevanceScorer(index: LiveIndex, options: ScorerOptions): Scorer {
  const { nowMinutes, ownProject, isStale, links } = options;
  const parts = index.segments.map(({ segment, first }) => ({
    segment,
    first,
    isOwn: ownProject === null ? null : segment.withProject(ownProject),
  }));
  const [base, delta] = parts;
  return (id, words, minutes = index.minutesOf(id)) => {
    const { segment, first, isOwn } = delta !== undefined && id >= delta.first ? delta : base!;
    const confidence = segment.confidenceOf(id - first);
    const trusted = believed(confidence, isStale?.(id) ?? false);
    return relevance({
      words: trusted < confidence ? words * (trusted / confidence) : words,
      freshness: freshness(minutes, nowMinutes),
      confidence: trusted,
      links: links.get(id) ?? 0,
      isOwn: isOwn?.(id - first) ?? false,
    });
  };
}
