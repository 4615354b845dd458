// The factor of a document's score that does not depend on its words: its confidence, its age if it ages, its project,
// whether its source has changed, and whether it helped where that was judged.
// Invariants:
// The factor is never above those of the project and of a note that always helped. So a search can tell from a score
// without it which documents cannot be among the best.

import { minutesOfStored } from "../../engine/log/log-time.ts";
import type { Boost } from "../../engine/search/retrieval.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import { noteColumns } from "../index/note-columns.ts";
import { ageFactor, lastingIn } from "./ageing.ts";
import { JUDGED_FACTOR_MAX, judgedFactor } from "./judged-factor.ts";

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
  /** The effectiveness of a document, 0 to 1; undefined for one that was not judged. Left out: none was. */
  readonly judged?: ((id: number) => number | undefined) | undefined;
}

/** The single factors of a document of a segment. */
export interface BoostFactors {
  /** Its confidence, limited when its source has changed. */
  confidence(document: number): number;
  age(document: number): number;
  project(document: number): number;
  /** What judged uses make of it; undefined for a document that was not judged. */
  judged(document: number): number | undefined;
}

/** Makes the functions that return the single factors of the segment's documents. */
export function boostFactors({ segment, first }: NumberedSegment, request: BoostRequest): BoostFactors {
  const { nowMinutes, ownProject, isStale, recency = true, judged } = request;
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
    judged(document) {
      const effectiveness = judged?.(first + document);
      return effectiveness === undefined ? undefined : judgedFactor(effectiveness);
    },
  };
}

/** The factor on the scores of documents, as a search takes it. */
export function noteBoost(request: BoostRequest): Boost {
  const most = request.ownProject === null ? 1 : PROJECT_BOOST;
  return {
    most: request.judged === undefined ? most : most * JUDGED_FACTOR_MAX,
    of(numbered) {
      const { confidence, age, project, judged } = boostFactors(numbered, request);
      const unjudged = (document: number) => confidence(document) * age(document) * project(document);
      if (request.judged === undefined) return unjudged;
      return (document) => unjudged(document) * (judged(document) ?? 1);
    },
  };
}
