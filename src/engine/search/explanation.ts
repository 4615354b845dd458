// Explains the scores of results: the share of each term, the gains of the text, and the boost that multiplies their
// sum. The posting lists of the search are read once for all results of a segment, so an explanation costs as much as
// scoring the results once more.
// Invariants:
// - (The sum of the terms + proximity + feedback) x boost is the score, except for rounding.

import type { LiveIndex, NumberedSegment } from "../segment/live-index.ts";
import { beyondParts, type Occurrences, saidWithinWhole } from "./compound.ts";
import { information } from "./information.ts";
import type { Query } from "./query.ts";
import type { QueryTerm, QueryTerms } from "./query-terms.ts";
import type { Gain } from "./reordering.ts";
import type { Boost } from "./retrieval.ts";

const NO_GAIN: Gain = { proximity: 0, feedback: 0 };

/** The share of one term in a score. */
export interface TermShare {
  /** The forms that count as the term, as far as the index has them. */
  readonly names: readonly string[];
  /** How many documents have it. For several forms this is an estimate. */
  readonly holders: number;
  /**
   * The factor on its information, lowered for a term that more than half of the documents have, for a stop word and for a
   * replacement.
   */
  readonly weight: number;
  /** How often the document has the term, and how many of these occurrences are in its first line. */
  readonly frequency: number;
  readonly inFirstLine: number;
  /** The parts of a compound word, if the term is its whole. The score is what the whole says beyond them. */
  readonly parts: readonly string[];
  readonly score: number;
}

export interface Explanation {
  /** The terms that the document has, those with the highest score first. */
  readonly terms: readonly TermShare[];
  /** Words of the query that the document does not have. */
  readonly missing: readonly string[];
  /**
   * The gains by how near the words stand to each other in the text, and by its closeness to the subject of the best
   * results.
   */
  readonly proximity: number;
  readonly feedback: number;
  readonly boost: number;
  readonly score: number;
  /** The number of all documents. */
  readonly entries: number;
}

/** A search to explain: the request, the terms that were found, and the gains of documents by their texts. */
export interface Explained {
  readonly request: { readonly query: Query; readonly boost: Boost };
  readonly terms: QueryTerms;
  readonly gains: ReadonlyMap<number, Gain>;
}

/** Explains the scores of these documents. The terms' cursors must not be in the middle of a walk. */
export function explain(index: LiveIndex, explained: Explained, ids: readonly number[]): Map<number, Explanation> {
  const explanations = new Map<number, Explanation>();
  index.segments.forEach((numbered, at) => {
    const end = index.segments[at + 1]?.first ?? Number.POSITIVE_INFINITY;
    const inside = ids.filter((id) => id >= numbered.first && id < end);
    if (inside.length === 0) return;
    const documents = Uint32Array.from(inside, (id) => id - numbered.first).sort();
    const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
    const shares = sharesOf(numbered, at, explained.terms, documents, averageLength);
    const boostOf = explained.request.boost.of(numbered);
    documents.forEach((document, place) => {
      const id = numbered.first + document;
      const terms = [...shares[place]!.values()];
      const boost = boostOf(document);
      const { proximity, feedback } = explained.gains.get(id) ?? NO_GAIN;
      const sum = terms.reduce((total, { score }) => total + score, 0);
      explanations.set(id, {
        terms: terms.sort((a, b) => b.score - a.score),
        missing: missingIn(explained, shares[place]!),
        proximity,
        feedback,
        boost,
        score: (sum + proximity + feedback) * boost,
        entries: index.liveCount,
      });
    });
  });
  return explanations;
}

type Shares = Map<QueryTerm, TermShare>;

/** Returns the shares of the terms in each of these documents, which ascend. The segment is the index's `at`th. */
function sharesOf(
  { segment }: NumberedSegment,
  at: number,
  { scored, partsOf }: QueryTerms,
  documents: Uint32Array,
  averageLength: number,
): Shares[] {
  const shares = Array.from(documents, (): Shares => new Map());
  const frequencies = new Uint32Array(documents.length);
  const firstLine = new Uint32Array(documents.length);
  // Wholes come last, because they count by what they say beyond their parts.
  for (const term of scored.toSorted((a, b) => Number(partsOf.has(a)) - Number(partsOf.has(b)))) {
    const { names, holders, gain, weight } = term;
    const parts = partsOf.get(term) ?? [];
    frequencies.fill(0);
    firstLine.fill(0);
    term.cursors[at]?.addFrequencies(documents, documents.length, frequencies, firstLine);
    documents.forEach((document, place) => {
      const here: Occurrences = { frequency: frequencies[place]!, inFirstLine: firstLine[place]! };
      if (here.frequency === 0) return;
      const lengths = [segment.lengths.of(document), segment.leadingLengths.of(document), averageLength] as const;
      const all = weight * information(gain, here.frequency, here.inFirstLine, ...lengths);
      const within = parts.reduce((sum, part) => {
        const ofPart = shares[place]!.get(part);
        return ofPart === undefined ? sum : sum + saidWithinWhole(part, ofPart, here, lengths);
      }, 0);
      const score = parts.length === 0 ? all : beyondParts(all, within);
      shares[place]!.set(term, { names, holders, weight, ...here, parts: parts.flatMap(firstName), score });
    });
  }
  return shares;
}

function firstName({ names }: QueryTerm): string[] {
  return names.slice(0, 1);
}

function missingIn({ request, terms }: Explained, found: Shares): string[] {
  const missing = request.query.groups.filter((_, word) => {
    const { parts, whole } = terms.words[word]!;
    const hasParts = parts.length > 0 && parts.every((part) => found.has(part));
    return !hasParts && !(whole !== null && found.has(whole));
  });
  return missing.map(({ word }) => word);
}
