// How many terms and postings an index has, for reports on its size.

import type { LiveIndex } from "./live-index.ts";

/** Distinct terms of both segments, and their postings; deleted documents count until the next merge. */
export function termStatistics({ base, delta }: LiveIndex): { terms: number; postings: number } {
  let terms = base?.terms.count ?? 0;
  for (let ordinal = 0; ordinal < delta.terms.count; ordinal++) {
    if (base === null || base.findTerm(delta.terms.name(ordinal)) < 0) terms++;
  }
  return { terms, postings: (base?.header.postingTotal ?? 0) + delta.postingTotal };
}
