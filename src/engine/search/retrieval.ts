// What a search is told about the documents, whatever they are: which ones count, what multiplies their scores, and how
// they are grouped.

import type { NumberedSegment } from "../segment/live-index.ts";

/**
 * Makes the test of a segment's documents, by the numbers that they have there; null where no document passes, undefined
 * where every document does.
 */
export type Accepts = (numbered: NumberedSegment) => ((document: number) => boolean) | null | undefined;

/** The factor that multiplies the scores of documents. */
export interface Boost {
  /** No factor is higher. So a search can tell from a score without it which documents cannot be among the best. */
  readonly most: number;
  /** Makes the function for a segment's documents. */
  of(numbered: NumberedSegment): (document: number) => number;
}

/** Groups of documents, numbered from 0. Matches are counted by group. */
export interface Groups {
  readonly count: number;
  /** The group of a document of the index. */
  of(id: number): number;
  /** The same by the numbers of a segment, as an array; null where the segment has none. */
  column(numbered: NumberedSegment): ArrayLike<number> | null;
  /** How many results of one group an answer has at most; null for any number. */
  readonly most: number | null;
}
