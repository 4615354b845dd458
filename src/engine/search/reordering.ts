// Reorders the best results of a question by their texts. The first step counts how near the words of the question
// stand to each other (proximity.ts). The second step counts how close a text is to the subject of the results that
// lead by then (relevance-feedback.ts).
// Invariants:
// - The boost of a document multiplies these gains, as it multiplies the score.

import type { LiveIndex } from "../segment/live-index.ts";
import { tokenize } from "../text/tokenizer.ts";
import { otherForms } from "../text/word-forms.ts";
import { Proximity, readingShares } from "./proximity.ts";
import type { Query } from "./query.ts";
import { holdersIn, type QueryTerm, type QueryTerms } from "./query-terms.ts";
import { feedbackOf, type Lexicon, TERMS_READ_MAX } from "./relevance-feedback.ts";
import type { Boost } from "./retrieval.ts";

/** How many of the best results are reordered. */
export const REORDERED = 20;
/** A query with this many words, stop words not counted, is a question. */
export const QUESTION_WORDS_MIN = 3;
/**
 * Proximity adds at most this share of what the words of a text say by themselves. A long text has all words somewhere
 * near each other, and each of them says little there.
 */
const PROXIMITY_SHARE_MAX = 0.5;
/**
 * The text closest to the subject gains this share of the best score, times the square of what the texts are apart from
 * the closest one on average.
 */
const LIKENESS_WEIGHT = 0.45;

/** Documents and their scores, the best first. */
export interface Ranked {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

/** The gains of a document by its text, before the boost multiplies them. */
export interface Gain {
  readonly proximity: number;
  readonly feedback: number;
}

/** The parts of a search request that reordering needs. */
export interface ReorderingRequest {
  readonly query: Query;
  readonly boost: Boost;
  /**
   * Returns the text of a document, or as much of a longer one as `most` bytes hold. Null when the text cannot be read.
   * Left out: texts are not read.
   */
  readonly textOf?: ((id: number, most: number) => string | null) | undefined;
}

interface Candidate {
  readonly id: number;
  readonly text: string | null;
  readonly boost: number;
  score: number;
  proximity: number;
  feedback: number;
}

/** Reorders the results of one search. */
export class Reordering {
  /** The gains of each document. */
  readonly gains = new Map<number, Gain>();
  readonly #index: LiveIndex;
  readonly #request: ReorderingRequest;
  readonly #terms: QueryTerms;

  private constructor(index: LiveIndex, request: ReorderingRequest, terms: QueryTerms) {
    this.#index = index;
    this.#request = request;
    this.#terms = terms;
  }

  /** Returns null for a query that is no question, and when there are no texts. */
  static of(index: LiveIndex, request: ReorderingRequest, terms: QueryTerms | null): Reordering | null {
    const isQuestion = request.query.groups.length >= QUESTION_WORDS_MIN && request.textOf !== undefined;
    return isQuestion && terms !== null ? new Reordering(index, request, terms) : null;
  }

  /** Returns the first results in their new order, followed by the others. */
  reorder({ ids, scores }: Ranked): Ranked {
    const index = this.#index;
    const first = this.#candidates(ids.slice(0, REORDERED), scores);
    const inOrder = () => first.sort((a, b) => b.score - a.score || index.compare(b.id, a.id));
    const proximity = this.#proximity();
    for (const candidate of first) {
      if (candidate.text === null) continue;
      const most = candidate.boost === 0 ? 0 : PROXIMITY_SHARE_MAX * (candidate.score / candidate.boost);
      candidate.proximity = Math.min(most, proximity.of(candidate.text));
      candidate.score += candidate.proximity * candidate.boost;
    }
    this.#addFeedback(inOrder());
    inOrder();
    for (const candidate of first) this.gains.set(candidate.id, candidate);
    return {
      ids: [...first.map(({ id }) => id), ...ids.slice(REORDERED)],
      scores: [...first.map(({ score }) => score), ...scores.slice(REORDERED)],
    };
  }

  #candidates(ids: readonly number[], scores: readonly number[]): Candidate[] {
    const index = this.#index;
    const boosts = index.segments.map((numbered) => this.#request.boost.of(numbered));
    const shares = readingShares(ids.map((id) => index.recordOf(id).size));
    return ids.map((id, at) => {
      const segment = index.segments.findLastIndex((numbered) => numbered.first <= id);
      const boost = boosts[segment]!(id - index.segments[segment]!.first);
      const text = this.#request.textOf!(id, shares[at]!);
      return { id, text, boost, score: scores[at]!, proximity: 0, feedback: 0 };
    });
  }

  #proximity(): Proximity {
    const { groups } = this.#request.query;
    const places = new Map<QueryTerm, number[]>();
    let place = 0;
    this.#terms.words.forEach(({ parts }, at) => {
      for (const part of parts) {
        place++;
        if (groups[at]!.prefix || part.isUnknown) continue;
        const known = places.get(part);
        if (known === undefined) places.set(part, [place]);
        else known.push(place);
      }
    });
    return new Proximity(Array.from(places, ([{ names, idf }, of]) => ({ names, idf, places: of })));
  }

  /**
   * Expects `first` in order. The texts closest to the subject gain the most, up to a share of the best document's
   * score. If nearly all texts are close, they gain little: what all of them share tells none from another.
   */
  #addFeedback(first: readonly Candidate[]): void {
    const texts = first.map(({ text }) => (text === null ? [] : tokenize(text, TERMS_READ_MAX)));
    const asked = this.#terms.scored.flatMap(({ names }) => names);
    const feedback = feedbackOf(texts, asked, this.#lexicon());
    const [best] = first;
    if (best === undefined || best.boost === 0) return;
    const average = feedback.reduce((sum, each) => sum + each, 0) / feedback.length;
    const most = LIKENESS_WEIGHT * (1 - average) ** 2 * (best.score / best.boost);
    first.forEach((candidate, at) => {
      candidate.feedback = most * feedback[at]!;
      candidate.score += candidate.feedback * candidate.boost;
    });
  }

  #lexicon(): Lexicon {
    const index = this.#index;
    return {
      documentCount: index.liveCount,
      averageLength: index.tokenTotal / Math.max(1, index.liveCount),
      formsOf: (word) => [word, ...otherForms(word, (form) => index.hasTerm(form))],
      holdersOf: holdersIn(index),
    };
  }
}
