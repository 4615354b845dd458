// Searches the live index in stages: match (matching.ts), accept, score (scorer.ts), the best in order with at most so
// many of a group (top-results.ts), and rerank them by their texts (reordering.ts). What documents are, the caller knows:
// which ones it accepts, what multiplies their scores, and how they are grouped.
// Invariants:
// - The order is total (score, then time, then place, newest first), so equal knowledge bases answer equally.
// - The diversity cap never changes the reported number of matches.
// - Every match is counted. Only matches that can be among the results taken are scored. The results are the same as if
//   everything were scored.

import type { LiveIndex, NumberedSegment } from "../segment/live-index.ts";
import { type Explanation, explain } from "./explanation.ts";
import { MatchBuffers, matchAll, matchAny, matchEverything, type Receiver } from "./matching.ts";
import { lookUp, type QueryTerms } from "./query-terms.ts";
import {
  type Gain,
  QUESTION_WORDS_MIN,
  type Ranked,
  REORDERED,
  Reordering,
  type ReorderingRequest,
} from "./reordering.ts";
import type { Accepts, Groups } from "./retrieval.ts";
import { ScoreBuffers, Scorer } from "./scorer.ts";
import { TopResults } from "./top-results.ts";

/** How many results are sought when the request gives no limit. */
const LIMIT_DEFAULT = 1000;
/** Lowers a bound by more than dividing and multiplying can change a score. */
const ROUNDING = 1 - 1e-9;
/** How many times as many results each further search seeks. */
const LIMIT_STEP = 16;
/** How many documents are scored before there is anything to compare them with. */
const OFFERED_MIN = 64;

const NONE_TAKEN: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING_EXPLAINED: ReadonlyMap<number, Explanation> = new Map();
const NO_GAINS: ReadonlyMap<number, Gain> = new Map();

/** What a search asks for. */
export interface Retrieval extends ReorderingRequest {
  /** Left out: every document passes. */
  readonly accepts?: Accepts | undefined;
  readonly groups: Groups;
  /**
   * `and`: every word must match; if no document has them all, any word. `or`: any term must match, so a part of an
   * identifier is enough. `ranked`: `and` for one or two words. More words are a question, and hardly any document
   * answers one in its exact words. So a question is searched with `or`: the best results hold most of the weight of
   * its words.
   */
  readonly mode: "and" | "or" | "ranked";
  /** How many results will be taken. Null or left out: unknown. */
  readonly limit?: number | null | undefined;
}

export interface Result {
  readonly id: number;
  /** 0 when the query has no words. */
  readonly score: number;
}

export interface SearchResults {
  /** The number of matches, including those held back. */
  readonly total: number;
  /** How many matches have every word. Null when this was not counted, because all of them have, or none has to. */
  readonly whole: number | null;
  /** How many matches the diversity cap holds back. */
  readonly heldBack: number;
  /** Whether no document had all the words, so that documents with any of them are listed. */
  readonly fellBack: boolean;
  /** Words that no document has, each with the terms that replaced it. */
  readonly takenAs: ReadonlyMap<string, readonly string[]>;
  /** The number of matches by group. */
  readonly groupCounts: Uint32Array;
  /** Returns the results in order, at most `count`. More results than the request's limit cost another search. */
  ordered(count?: number | null): Generator<Result>;
  /** Explains the scores of results, by document number. Empty for a search without words. */
  explain(results: readonly Result[]): ReadonlyMap<number, Explanation>;
}

interface Buffers {
  readonly match: MatchBuffers;
  readonly score: ScoreBuffers;
}

export class Searcher {
  readonly #buffers: Buffers = { match: new MatchBuffers(), score: new ScoreBuffers() };

  /** Runs a search. The results read the index, so they are valid until it changes. */
  search(index: LiveIndex, request: Retrieval): SearchResults {
    const { groups, hasWords } = request.query;
    if (groups.length === 0) {
      return new Search(this.#buffers, index, request, hasWords ? "nothing" : "everything", null).results(false);
    }
    const terms = lookUp(index, request.query);
    if (request.mode === "or") return new Search(this.#buffers, index, request, "any", terms).results(false);
    if (request.mode === "ranked" && groups.length >= QUESTION_WORDS_MIN) {
      const whole = new Search(this.#buffers, index, { ...request, limit: 0 }, "all", terms).results(false).total;
      return { ...new Search(this.#buffers, index, request, "any", terms).results(false), whole };
    }
    const all = new Search(this.#buffers, index, request, "all", terms).results(false);
    if (all.total > 0) return all;
    const any = new Search(this.#buffers, index, request, "any", terms).results(true);
    return any.total > 0 ? any : all;
  }
}

type Wanted = "all" | "any" | "everything" | "nothing";

/** One way to match. The matches are walked once, or again when more results are taken than were sought. */
class Search {
  readonly #buffers: Buffers;
  readonly #index: LiveIndex;
  readonly #request: Retrieval;
  readonly #wanted: Wanted;
  readonly #terms: QueryTerms | null;

  constructor(buffers: Buffers, index: LiveIndex, request: Retrieval, wanted: Wanted, terms: QueryTerms | null) {
    this.#buffers = buffers;
    this.#index = index;
    this.#request = request;
    this.#wanted = wanted;
    this.#terms = terms;
  }

  results(fellBack: boolean): SearchResults {
    const index = this.#index;
    const { groups, limit } = this.#request;
    const counts = new Uint32Array(groups.count);
    const reordering = Reordering.of(index, this.#request, this.#terms);
    let taken = limit ?? LIMIT_DEFAULT;
    if (taken > 0 && reordering !== null) taken = Math.max(taken, REORDERED);
    let top = taken > 0 ? this.#top(taken) : null;
    const total = this.#walk(top, counts);
    let heldBack = 0;
    if (groups.most !== null) {
      for (let key = 0; key < counts.length; key++) heldBack += Math.max(0, counts[key]! - groups.most);
    }
    let best: Ranked | null = null;
    const rank = () => reordering?.reorder(top!.finish()) ?? top!.finish();
    const again = () => {
      taken = Math.max(LIMIT_DEFAULT, taken * LIMIT_STEP);
      top = this.#top(taken);
      this.#walk(top, null);
      best = rank();
    };
    return {
      total,
      heldBack,
      whole: null,
      fellBack,
      takenAs: this.#terms?.takenAs ?? NONE_TAKEN,
      groupCounts: counts,
      *ordered(count) {
        const end = Math.min(total - heldBack, count ?? total);
        if (top === null) again();
        best ??= rank();
        for (let at = 0; at < end; at++) {
          if (at === best.ids.length && taken < total) again();
          // A damaged index can hold fewer results than were counted.
          if (at >= best.ids.length) return;
          yield { id: best.ids[at]!, score: best.scores[at]! };
        }
      },
      explain: (results) => {
        if (this.#terms === null) return NOTHING_EXPLAINED;
        const gains = reordering?.gains ?? NO_GAINS;
        const explained = { request: this.#request, terms: this.#terms, gains };
        return explain(
          index,
          explained,
          results.map(({ id }) => id),
        );
      },
    };
  }

  #top(limit: number): TopResults {
    const index = this.#index;
    const { groups } = this.#request;
    const cap = groups.most === null ? null : { groupOf: (id: number) => groups.of(id), most: groups.most };
    return new TopResults(limit, (a, b) => index.compare(b, a), cap);
  }

  /**
   * Walks all matches, the newest segment first, offers them to `top` and counts them by group. Returns their number.
   */
  #walk(top: TopResults | null, counts: Uint32Array | null): number {
    const index = this.#index;
    const { groups } = this.#request;
    let total = 0;
    for (let at = index.segments.length - 1; at >= 0; at--) {
      const numbered = index.segments[at]!;
      const { first } = numbered;
      const column = groups.column(numbered);
      const keep = keeper(index, numbered, this.#request.accepts);
      if (keep === null) continue;
      const offer = top === null ? null : this.#offerer(at, top);
      this.#match(at, (documents, count) => {
        const kept = keep(documents, count);
        total += kept;
        if (counts !== null && column !== null) {
          for (let next = 0; next < kept; next++) counts[column[documents[next]!]!]!++;
        } else if (counts !== null) {
          for (let next = 0; next < kept; next++) counts[groups.of(first + documents[next]!)]!++;
        }
        if (offer !== null) offer(documents, kept);
      });
    }
    return total;
  }

  #match(at: number, receive: Receiver): void {
    const { documentCount } = this.#index.segments[at]!.segment;
    const { match } = this.#buffers;
    if (this.#wanted === "everything") matchEverything(documentCount, match, receive);
    if (this.#wanted === "all") matchAll(this.#terms!, at, match, receive);
    if (this.#wanted === "any") matchAny(this.#terms!, at, documentCount, match, receive);
  }

  /** Makes a function that offers documents of a segment as results, unless they cannot be among the best. */
  #offerer(at: number, top: TopResults): Receiver {
    const index = this.#index;
    const { segment, first } = index.segments[at]!;
    if (this.#terms === null) {
      return (documents, count) => {
        for (let next = 0; next < count; next++) top.add(first + documents[next]!, 0);
      };
    }
    const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
    const scorer = new Scorer(this.#terms, at, averageLength, segment, this.#buffers.score);
    const { scores } = this.#buffers.score;
    const { boost } = this.#request;
    const boostOf = boost.of(index.segments[at]!);
    const boostMax = boost.most;
    return (documents, count) => {
      // The first results set a bar for the following ones. So the batches start small, with the newest documents.
      for (let end = count; end > 0; ) {
        const from = Math.max(0, end - Math.max(OFFERED_MIN, top.offered));
        const part = from === 0 ? documents : documents.subarray(from, end);
        // After dividing and multiplying, a score may be a little higher than before. Time decides among equal scores,
        // so no equal one may be dropped.
        const left = scorer.score(part, end - from, (top.threshold / boostMax) * ROUNDING);
        for (let next = 0; next < left; next++) {
          const score = scores[next]!;
          if (score * boostMax < top.threshold) continue;
          const document = part[next]!;
          top.add(first + document, score * boostOf(document));
        }
        top.offered += end - from;
        end = from;
      }
    };
  }
}

/**
 * Makes a function that keeps the live documents that pass the filter, and returns their number. Null: no document
 * passes.
 */
function keeper(
  index: LiveIndex,
  numbered: NumberedSegment,
  accepts: Accepts | undefined,
): ((documents: Uint32Array, count: number) => number) | null {
  const passes = accepts?.(numbered);
  if (passes === null) return null;
  const { first } = numbered;
  const anyDeleted = index.deletedCount > 0;
  if (passes === undefined && !anyDeleted) return (_, count) => count;
  return (documents, count) => {
    let kept = 0;
    for (let next = 0; next < count; next++) {
      const document = documents[next]!;
      if (anyDeleted && index.isDeleted(first + document)) continue;
      if (passes === undefined || passes(document)) documents[kept++] = document;
    }
    return kept;
  };
}
