// The factor of a document's score that does not depend on its words: its confidence, its age if it ages, its project,
// and whether its source has changed.
// Invariants:
// The factor is never above that of the project. So a search can tell from a score without it which documents cannot be
// among the best.

import { minutesOfStored } from "../log/log-time.ts";
import type { NumberedSegment } from "../segment/live-index.ts";
import { ageFactor, lastingIn } from "./ageing.ts";
import { PROJECT_BOOST, STALE_CONFIDENCE_MAX } from "./bm25.ts";

/** The inputs of the factor besides the document. */
export interface BoostRequest {
  readonly nowMinutes: number;
  /** Whether a document with these project keys belongs to the asking project. Null: no project asks. */
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
  /** Whether the source of a document is known to have changed. Left out: no source is known to have changed. */
  readonly isStale?: ((id: number) => boolean) | undefined;
  /** Whether notes age. Left out: they do. */
  readonly recency?: boolean | undefined;
}

/** The single factors of a document of a segment. */
export interface BoostFactors {
  /** Its confidence, limited when its source has changed. */
  confidence(document: number): number;
  age(document: number): number;
  project(document: number): number;
}

/** Makes the functions that return the single factors of the segment's documents. */
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

/** Makes the function that returns the whole factor of a document of the segment. */
export function entryBoost(numbered: NumberedSegment, request: BoostRequest): (document: number) => number {
  const { confidence, age, project } = boostFactors(numbered, request);
  return (document) => confidence(document) * age(document) * project(document);
}
