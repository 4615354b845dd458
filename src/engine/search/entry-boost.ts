// What helix knows of an entry besides its words, as one factor of its score: confidence, age where it ages, project, a
// source that has changed.
// Invariant: the factor is never above that of the project, so a search can tell from a bare
// score what cannot be among the best.

import { minutesOfStored } from "../log/log-time.ts";
import type { NumberedSegment } from "../segment/live-index.ts";
import { ageFactor, lastingIn } from "./ageing.ts";
import { PROJECT_BOOST, STALE_CONFIDENCE_MAX } from "./bm25.ts";

/** What the factor depends on besides the entry. */
export interface BoostRequest {
  readonly nowMinutes: number;
  /** Whether an entry with these project keys is of the project that is asked from; null: asked from none. */
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
  /** Whether the source of a document is known to have changed; left out: no such thing is known. */
  readonly isStale?: ((id: number) => boolean) | undefined;
  /** Whether notes age; left out: they do. */
  readonly recency?: boolean | undefined;
}

/** The factors of a document of a segment, each by itself. */
export interface BoostFactors {
  /** Its confidence, or what is left of it when its source has changed. */
  confidence(document: number): number;
  age(document: number): number;
  project(document: number): number;
}

/** Makes the functions that give the factors of the segment's documents. */
export function boostFactors({ segment, first }: NumberedSegment, request: BoostRequest): BoostFactors {
  const { nowMinutes, ownProject, isStale, recency = true } = request;
  const isOwn = ownProject === null ? null : segment.withProject(ownProject);
  const isLasting = recency ? lastingIn(segment) : null;
  return {
    confidence(document) {
      const confidence = segment.confidenceOf(document);
      const isDoubtful = confidence > STALE_CONFIDENCE_MAX && isStale?.(first + document) === true;
      return isDoubtful ? STALE_CONFIDENCE_MAX : confidence;
    },
    age(document) {
      if (isLasting === null || isLasting(document)) return 1;
      return ageFactor(minutesOfStored(segment.storedOf(document)), nowMinutes);
    },
    project: (document) => (isOwn?.(document) ? PROJECT_BOOST : 1),
  };
}

/** Makes the function that gives the factor of a document of the segment. */
export function entryBoost(numbered: NumberedSegment, request: BoostRequest): (document: number) => number {
  const { confidence, age, project } = boostFactors(numbered, request);
  return (document) => confidence(document) * age(document) * project(document);
}
