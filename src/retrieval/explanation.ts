// Why a result has the score that it has: what each term gives, what nearness adds, and what that is multiplied by. Looks at one entry, with
// the same terms, figures and formulas as the search.
// Invariant: (the sum of the terms + nearness) x confidence x age x project is the score, but for rounding.

import type { LiveIndex } from "../index/live-index.ts";
import { fieldScore } from "./bm25.ts";
import { type BoostRequest, boostFactors } from "./entry-boost.ts";
import type { Query } from "./query.ts";
import { lookUp, type QueryTerm } from "./query-terms.ts";

/** What one term gives. */
export interface TermShare {
  /** The forms that count as the term, as far as there are any. */
  readonly names: readonly string[];
  /** What it weighs: its inverse document frequency, less for faint words and for what stands for another. */
  readonly idf: number;
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
  readonly nearness: number;
  readonly confidence: number;
  readonly age: number;
  readonly project: number;
  readonly score: number;
}

/** Explains the score of an entry that gained `nearness` by how near the words stand to each other. */
export function explain(
  index: LiveIndex,
  request: BoostRequest & { readonly query: Query },
  id: number,
  nearness: number,
): Explanation {
  const at = index.segments.findLastIndex(({ first }) => first <= id);
  const numbered = index.segments[at]!;
  const { segment } = numbered;
  const document = id - numbered.first;
  const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
  const { words, scored } = lookUp(index, request.query);
  const found = new Set<QueryTerm>();
  const shares = scored.flatMap((term): TermShare[] => {
    const frequencies = new Uint32Array(1);
    const firstLine = new Uint32Array(1);
    term.cursors[at]?.addFrequencies(Uint32Array.of(document), 1, frequencies, firstLine);
    const [frequency, inFirstLine] = [frequencies[0]!, firstLine[0]!];
    if (frequency === 0) return [];
    found.add(term);
    const lengths = [segment.lengthOf(document), segment.firstLineLengthOf(document)] as const;
    const score = fieldScore(term.idf, frequency, inFirstLine, ...lengths, averageLength);
    return [{ names: term.names, idf: term.idf, frequency, inFirstLine, score }];
  });
  const missing = request.query.groups.filter((_, word) => {
    const { parts, whole } = words[word]!;
    const hasParts = parts.length > 0 && parts.every((part) => found.has(part));
    return !hasParts && !(whole !== null && found.has(whole));
  });
  const factors = boostFactors(numbered, request);
  const [confidence, age, project] = [factors.confidence(document), factors.age(document), factors.project(document)];
  const sum = shares.reduce((total, { score }) => total + score, 0);
  return {
    terms: shares.toSorted((a, b) => b.score - a.score),
    missing: missing.map(({ word }) => word),
    nearness,
    confidence,
    age,
    project,
    score: (sum + nearness) * confidence * age * project,
  };
}
