// The factor of a document's score that does not depend on its words: its confidence, its age if it ages, its project,
// and whether its source has changed.
// Invariants:
// The factor is never above that of the project. So a search can tell from a score without it which documents cannot be
// among the best.

import { minutesOfStored } from "../../engine/log/log-time.ts";
import type { Boost } from "../../engine/search/retrieval.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import { noteColumns } from "../index/note-columns.ts";
import { ageFactor, lastingIn } from "./ageing.ts";

/** The highest confidence of a document whose source has changed. */
const STALE_CONFIDENCE_MAX = 0.7;
/** How many times as much a document of the asking project counts. */
export const PROJECT_BOOST = 1.5;

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
  const columns = noteColumns(segment);
  // An array of one kind is quicker than a column, whose arrays are of many kinds.
  let stored: ArrayLike<number> | undefined;
  const isOwn = ownProject === null ? null : columns.withProject(ownProject);
  const isLasting = recency ? lastingIn(segment) : null;
  return {
    confidence(document) {
      const confidence = columns.confidenceOf(document);
      const isDoubtful = confidence > STALE_CONFIDENCE_MAX && isStale?.(first + document) === true;
      return isDoubtful ? STALE_CONFIDENCE_MAX : confidence;
    },
    age(document) {
      if (isLasting === null || isLasting(document)) return 1;
      stored ??= columns.stored.all;
      return ageFactor(minutesOfStored(stored[document] ?? 0), nowMinutes);
    },
    project: (document) => (isOwn?.(document) ? PROJECT_BOOST : 1),
  };
}

/** The factor on the scores of documents, as a search takes it. */
export function noteBoost(request: BoostRequest): Boost {
  return {
    most: request.ownProject === null ? 1 : PROJECT_BOOST,
    of(numbered) {
      const { confidence, age, project } = boostFactors(numbered, request);
      return (document) => confidence(document) * age(document) * project(document);
    },
  };
}
