// What the whole of a compound word says beyond its parts. The tokenizer gives `size_hint` three terms: size, hint and
// sizehint. Each occurrence in a document should count once, as the whole or as parts, whichever says more. So what the
// occurrences of the whole give its parts is taken from the information of the whole. A quarter of that always counts:
// a document that has the word itself comes before one that has its parts apart (a disjunction maximum with a tie
// breaker, as in Lucene's DisjunctionMaxQuery).
// Invariants:
// - A whole takes nothing from a score, and adds no more than its own information.

import { information } from "./information.ts";
import type { QueryTerm } from "./query-terms.ts";

/** How often a document has a term, and how many of these occurrences are in its first line. */
export interface Occurrences {
  readonly frequency: number;
  readonly inFirstLine: number;
}

/** The lengths of a document in tokens: of all, of its first line, and the average of all documents. */
export type Lengths = readonly [length: number, firstLength: number, averageLength: number];

/** This share of what a whole says counts in any case. */
const WHOLE_SHARE_MIN = 0.25;

/** Returns what a whole adds to a score: what it says, less what its parts say by the same occurrences. */
export function beyondParts(whole: number, within: number): number {
  return Math.max(WHOLE_SHARE_MIN * whole, whole - within);
}

/** Returns the share in a part's information of the occurrences within the whole. */
export function saidWithinWhole(
  { gain, weight }: Pick<QueryTerm, "gain" | "weight">,
  { frequency, inFirstLine }: Occurrences,
  whole: Occurrences,
  lengths: Lengths,
): number {
  const outside = Math.max(0, frequency - whole.frequency);
  const outsideInFirstLine = Math.min(outside, Math.max(0, inFirstLine - whole.inFirstLine));
  const all = information(gain, frequency, inFirstLine, ...lengths);
  return weight * (all - (outside === 0 ? 0 : information(gain, outside, outsideInFirstLine, ...lengths)));
}
