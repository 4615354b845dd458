// Why results have the scores that they have: what each term gives, what its text adds, and what that is multiplied by.
// Asks the lists that the search has found, all entries of a segment at once, so that it costs what scoring them once
// more does.
// Invariant: (the sum of the terms + proximity + feedback) x confidence x age x project is the score, but
// for rounding.

import type { LiveIndex, NumberedSegment } from "../segment/live-index.ts";
import { type BoostRequest, boostFactors } from "./entry-boost.ts";
import { information } from "./information.ts";
import type { Query } from "./query.ts";
import type { QueryTerm, QueryTerms } from "./query-terms.ts";
import type { Gain } from "./reordering.ts";

const NO_GAIN: Gain = { proximity: 0, feedback: 0 };

/** What one term gives. */
export interface TermShare {
  /** The forms that count as the term, as far as there are any. */
  readonly names: readonly string[];
  /** How many notes have it: for several forms an estimate. */
  readonly holders: number;
  /**
   * How much it counts what it says: less for what nearly all notes have, for stop words and for what stands for
   * another.
   */
  readonly weight: number;
  /** How often the entry has it, and how often of that in its first line. */
  readonly frequency: number;
  readonly inFirstLine: number;
  readonly score: number;
}

export interface Explanation {
  /** Those that the entry has, what gives most first. */
  readonly terms: readonly TermShare[];
  /** Words of the query that the entry does not have. */
  readonly missing: readonly string[];
  /** What it gains by how near the words stand to each other in it, and by being on the subject of the best. */
  readonly proximity: number;
  readonly feedback: number;
  readonly confidence: number;
  readonly age: number;
  readonly project: number;
  readonly score: number;
  /** How many notes there are. */
  readonly entries: number;
}

/** A search to explain: what was asked, the terms that it found, and what entries gained by their texts. */
export interface Explained {
  readonly request: BoostRequest & { readonly query: Query };
  readonly terms: QueryTerms;
  readonly gains: ReadonlyMap<number, Gain>;
}

/** Explains the scores of these entries. The terms' cursors must not be in the midst of a walk. */
export function explain(index: LiveIndex, explained: Explained, ids: readonly number[]): Map<number, Explanation> {
  const explanations = new Map<number, Explanation>();
  index.segments.forEach((numbered, at) => {
    const end = index.segments[at + 1]?.first ?? Number.POSITIVE_INFINITY;
    const inside = ids.filter((id) => id >= numbered.first && id < end);
    if (inside.length === 0) return;
    const documents = Uint32Array.from(inside, (id) => id - numbered.first).sort();
    const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
    const shares = sharesOf(numbered, at, explained.terms, documents, averageLength);
    const factors = boostFactors(numbered, explained.request);
    documents.forEach((document, place) => {
      const id = numbered.first + document;
      const terms = [...shares[place]!.values()];
      const [confidence, age, project] = [
        factors.confidence(document),
        factors.age(document),
        factors.project(document),
      ];
      const { proximity, feedback } = explained.gains.get(id) ?? NO_GAIN;
      const sum = terms.reduce((total, { score }) => total + score, 0);
      explanations.set(id, {
        terms: terms.sort((a, b) => b.score - a.score),
        missing: missingIn(explained, shares[place]!),
        proximity,
        feedback,
        confidence,
        age,
        project,
        score: (sum + proximity + feedback) * confidence * age * project,
        entries: index.liveCount,
      });
    });
  });
  return explanations;
}

type Shares = Map<QueryTerm, TermShare>;

/** What the terms give each of these documents, ascending, of the segment that is the index's `at`th. */
function sharesOf(
  { segment }: NumberedSegment,
  at: number,
  { scored }: QueryTerms,
  documents: Uint32Array,
  averageLength: number,
): Shares[] {
  const shares = Array.from(documents, (): Shares => new Map());
  const frequencies = new Uint32Array(documents.length);
  const firstLine = new Uint32Array(documents.length);
  for (const term of scored) {
    const { names, holders, gain, weight } = term;
    frequencies.fill(0);
    firstLine.fill(0);
    term.cursors[at]?.addFrequencies(documents, documents.length, frequencies, firstLine);
    documents.forEach((document, place) => {
      const [frequency, inFirstLine] = [frequencies[place]!, firstLine[place]!];
      if (frequency === 0) return;
      const lengths = [segment.lengthOf(document), segment.firstLineLengthOf(document)] as const;
      const score = weight * information(gain, frequency, inFirstLine, ...lengths, averageLength);
      shares[place]!.set(term, { names, holders, weight, frequency, inFirstLine, score });
    });
  }
  return shares;
}

function missingIn({ request, terms }: Explained, found: Shares): string[] {
  const missing = request.query.groups.filter((_, word) => {
    const { parts, whole } = terms.words[word]!;
    const hasParts = parts.length > 0 && parts.every((part) => found.has(part));
    return !hasParts && !(whole !== null && found.has(whole));
  });
  return missing.map(({ word }) => word);
}
