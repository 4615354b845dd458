// Scores the entries of a segment, many at a time. Terms are added up the rarest first, and after each of them those
// entries are given up that cannot be among the best any more, whatever the terms that follow would add (the idea of
// MaxScore, Turtle and Flood, "Query Evaluation: Strategies and Optimizations", 1995): most entries that hold only
// common words are never looked up in their lists.
// Invariant: a score is the sum over the terms in one order, which
// depends on the query and the index alone.

import { CHUNK_SIZE } from "../postings/posting-cursor.ts";
import type { MergeColumns } from "../segment/document.ts";
import { information, informationMax } from "./information.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { TermCursor } from "./term-cursor.ts";

/**
 * Of entries with fewer tokens, what a term says that they hold once is kept: nearly all entries are so short, and most
 * hold a term once.
 */
const KEPT_LENGTHS = 512;

/** What a bound is raised by, since a sum of rounded numbers may come out a little higher. */
const ROUNDING = 1 + 1e-9;

interface ScoredTerm {
  readonly cursor: TermCursor;
  readonly gain: number;
  readonly weight: number;
  /**
   * By length: what the term says of an entry that holds it once, and not in its first line; NaN where that is not
   * known yet.
   */
  readonly ofOnce: Float64Array;
  /** No entry gets more than this by the terms that follow. */
  restMax: number;
}

/** Room that scoring needs, kept from one search to the next. */
export class ScoreBuffers {
  /** By place among the documents that were scored last. */
  readonly scores = new Float64Array(CHUNK_SIZE);
  readonly frequencies = new Uint32Array(CHUNK_SIZE);
  readonly firstLine = new Uint32Array(CHUNK_SIZE);
}

/** What a query gives the entries of one segment. */
export class Scorer {
  readonly #terms: readonly ScoredTerm[];
  readonly #averageLength: number;
  readonly #lengths: ArrayLike<number>;
  readonly #firstLengths: ArrayLike<number>;
  readonly #buffers: ScoreBuffers;

  /**
   * `at` is the segment's place in the index, `averageLength` that of all live entries; `columns` has the lengths of
   * the segment's entries and of their first lines.
   */
  constructor(
    { scored }: QueryTerms,
    at: number,
    averageLength: number,
    columns: Pick<MergeColumns, "length" | "firstLength">,
    buffers: ScoreBuffers,
  ) {
    this.#buffers = buffers;
    this.#terms = scored
      .toSorted((a, b) => b.idf - a.idf)
      .flatMap(({ cursors, gain, weight }) => {
        const cursor = cursors[at] ?? null;
        return cursor === null
          ? []
          : [{ cursor, gain, weight, ofOnce: new Float64Array(KEPT_LENGTHS).fill(Number.NaN), restMax: 0 }];
      });
    let restMax = 0;
    for (const term of this.#terms.toReversed()) {
      term.restMax = restMax;
      restMax += term.weight * informationMax(term.gain) * ROUNDING;
    }
    this.#averageLength = averageLength;
    this.#lengths = columns.length;
    this.#firstLengths = columns.firstLength;
  }

  /**
   * Scores the first `count` documents, ascending, at most CHUNK_SIZE. Gives up those that cannot reach `least`:
   * returns how many are left at the beginning of `documents`, with their scores in the buffer.
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
      const needed = least - restMax;
      let kept = 0;
      for (let at = 0; at < left; at++) {
        const document = documents[at]!;
        const frequency = frequencies[at]!;
        let score = scores[at]!;
        if (frequency > 0) {
          const inFirstLine = firstLine[at]!;
          // A damaged index may have no length for it.
          const length = lengths[document] ?? 0;
          let said = frequency === 1 && inFirstLine === 0 && length < KEPT_LENGTHS ? ofOnce[length]! : Number.NaN;
          if (Number.isNaN(said)) said = this.#saidBy(term, document, frequency, inFirstLine, length);
          score += weight * said;
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

  /** What a term says of a document that holds it so often; kept where it is asked for again and again. */
  #saidBy(term: ScoredTerm, document: number, frequency: number, inFirstLine: number, length: number): number {
    const firstLength = inFirstLine > 0 ? (this.#firstLengths[document] ?? 0) : 0;
    const said = information(term.gain, frequency, inFirstLine, length, firstLength, this.#averageLength);
    if (frequency === 1 && inFirstLine === 0 && length < KEPT_LENGTHS) term.ofOnce[length] = said;
    return said;
  }
}
