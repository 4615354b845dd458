// Scores the documents of a segment, many at a time. The terms are added from the rarest on. After each term those
// documents are given up that cannot be among the best any more, whatever the remaining terms would add (the idea of
// MaxScore, Turtle and Flood, "Query Evaluation: Strategies and Optimizations", 1995). So most documents that hold only
// common words are never looked up in the lists of those words.
// Invariants:
// A score is the sum over the terms in one order, which depends on the query and the index alone.

import { CHUNK_SIZE } from "../postings/posting-cursor.ts";
import type { Segment } from "../segment/segment.ts";
import { beyondParts, saidWithinWhole } from "./compound.ts";
import { information, informationMax } from "./information.ts";
import type { QueryTerm, QueryTerms } from "./query-terms.ts";
import type { TermCursor } from "./term-cursor.ts";

/**
 * For documents with fewer tokens the information of a single occurrence is cached. Nearly all documents are that
 * short, and most hold a term once.
 */
const KEPT_LENGTHS = 512;

/** Raises a bound, since a sum of rounded numbers may come out a little higher. */
const ROUNDING = 1 + 1e-9;

const NO_PARTS: readonly QueryTerm[] = [];

interface ScoredTerm {
  readonly cursor: TermCursor;
  readonly gain: number;
  readonly weight: number;
  /** The parts of a compound word, if the term is its whole. */
  readonly parts: readonly QueryTerm[];
  /**
   * By length: the information of one occurrence of the term outside of the first line; NaN where it is not computed
   * yet.
   */
  readonly ofOnce: Float64Array;
  /** No document gets more than this from the terms that follow. */
  restMax: number;
}

/** Buffers for scoring, kept from one search to the next. */
export class ScoreBuffers {
  /** By place among the documents that were scored last. */
  readonly scores = new Float64Array(CHUNK_SIZE);
  readonly frequencies = new Uint32Array(CHUNK_SIZE);
  readonly firstLine = new Uint32Array(CHUNK_SIZE);
  /** Of documents that hold the whole of a compound word: what its parts say already, by place. */
  readonly within = new Float64Array(CHUNK_SIZE);
  readonly ofPart = { frequencies: new Uint32Array(CHUNK_SIZE), firstLine: new Uint32Array(CHUNK_SIZE) };
}

/** Scores the documents of one segment for one query. */
export class Scorer {
  readonly #terms: readonly ScoredTerm[];
  readonly #at: number;
  readonly #averageLength: number;
  readonly #lengths: ArrayLike<number>;
  readonly #firstLengths: ArrayLike<number>;
  readonly #buffers: ScoreBuffers;

  /**
   * `at` is the segment's place in the index. `averageLength` is the average length of all live documents. `lengths`
   * and `leadingLengths` are those of the segment's documents.
   */
  constructor(
    { scored, partsOf }: Pick<QueryTerms, "scored" | "partsOf">,
    at: number,
    averageLength: number,
    { lengths, leadingLengths }: Pick<Segment, "lengths" | "leadingLengths">,
    buffers: ScoreBuffers,
  ) {
    this.#buffers = buffers;
    this.#at = at;
    this.#terms = scored
      .toSorted((a, b) => b.idf - a.idf)
      .flatMap((term) => {
        const { cursors, gain, weight } = term;
        const cursor = cursors[at] ?? null;
        if (cursor === null) return [];
        const ofOnce = new Float64Array(KEPT_LENGTHS).fill(Number.NaN);
        return [{ cursor, gain, weight, parts: partsOf.get(term) ?? NO_PARTS, ofOnce, restMax: 0 }];
      });
    let restMax = 0;
    for (const term of this.#terms.toReversed()) {
      term.restMax = restMax;
      restMax += term.weight * informationMax(term.gain) * ROUNDING;
    }
    this.#averageLength = averageLength;
    this.#lengths = lengths.all;
    this.#firstLengths = leadingLengths.all;
  }

  /**
   * Scores the first `count` documents, which ascend and are at most CHUNK_SIZE. Documents that cannot reach `least`
   * are given up. Returns how many are left at the beginning of `documents`; their scores are in the buffer.
   */
  score(documents: Uint32Array, count: number, least: number): number {
    const { scores, frequencies, firstLine } = this.#buffers;
    const lengths = this.#lengths;
    let left = count;
    scores.fill(0, 0, count);
    for (const term of this.#terms) {
      const { cursor, weight, restMax, ofOnce } = term;
      if (left === 0) break;
      frequencies.fill(0, 0, left);
      firstLine.fill(0, 0, left);
      cursor.addFrequencies(documents, left, frequencies, firstLine);
      const within = term.parts.length === 0 ? null : this.#saidByParts(term.parts, documents, left);
      const needed = least - restMax;
      let kept = 0;
      for (let at = 0; at < left; at++) {
        const document = documents[at]!;
        const frequency = frequencies[at]!;
        let score = scores[at]!;
        if (frequency > 0) {
          const inFirstLine = firstLine[at]!;
          // A damaged index may hold no length for the document.
          const length = lengths[document] ?? 0;
          let said = frequency === 1 && inFirstLine === 0 && length < KEPT_LENGTHS ? ofOnce[length]! : Number.NaN;
          if (Number.isNaN(said)) said = this.#saidBy(term, document, frequency, inFirstLine, length);
          score += within === null ? weight * said : beyondParts(weight * said, within[at]!);
        }
        if (score < needed) continue;
        documents[kept] = document;
        scores[kept] = score;
        kept++;
      }
      left = kept;
    }
    return left;
  }

  /**
   * Returns, by place among the first `count` documents, what the parts of a compound word say by its occurrences. The
   * frequencies of the whole are in the buffers.
   */
  #saidByParts(parts: readonly QueryTerm[], documents: Uint32Array, count: number): Float64Array {
    const { frequencies, firstLine, within, ofPart } = this.#buffers;
    within.fill(0, 0, count);
    for (const part of parts) {
      const cursor = part.cursors[this.#at] ?? null;
      if (cursor === null) continue;
      ofPart.frequencies.fill(0, 0, count);
      ofPart.firstLine.fill(0, 0, count);
      cursor.addFrequencies(documents, count, ofPart.frequencies, ofPart.firstLine);
      for (let at = 0; at < count; at++) {
        if (frequencies[at] === 0 || ofPart.frequencies[at] === 0) continue;
        const document = documents[at]!;
        const lengths = [this.#lengths[document] ?? 0, this.#firstLengths[document] ?? 0, this.#averageLength] as const;
        const own = { frequency: ofPart.frequencies[at]!, inFirstLine: ofPart.firstLine[at]! };
        const whole = { frequency: frequencies[at]!, inFirstLine: firstLine[at]! };
        within[at]! += saidWithinWhole(part, own, whole, lengths);
      }
    }
    return within;
  }

  /**
   * Returns the information of a term in a document that holds it `frequency` times. The most common case is cached.
   */
  #saidBy(term: ScoredTerm, document: number, frequency: number, inFirstLine: number, length: number): number {
    const firstLength = inFirstLine > 0 ? (this.#firstLengths[document] ?? 0) : 0;
    const said = information(term.gain, frequency, inFirstLine, length, firstLength, this.#averageLength);
    if (frequency === 1 && inFirstLine === 0 && length < KEPT_LENGTHS) term.ofOnce[length] = said;
    return said;
  }
}
