// A search over the live index: match, filter, AND with its fallback to OR, order, diversity. Invariants: the order is
// total (score, then time, then place, newest first), so equal knowledge bases answer equally; the diversity cap never
// changes how many matches are reported; every match is counted, but only what can be among the results that are taken
// is scored, and those are the ones that scoring everything would give.

import type { LiveIndex, NumberedSegment } from "../segment/live-index.ts";
import { PROJECT_BOOST } from "./bm25.ts";
import { entryBoost } from "./entry-boost.ts";
import { type Explanation, explain } from "./explanation.ts";
import { buildFilter, type FilterRequest, isUnfiltered } from "./filter.ts";
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
import { ScoreBuffers, Scorer } from "./scorer.ts";
import { TopResults } from "./top-results.ts";

/** Most results of one topic in an answer that is not about a topic. */
export const TOPIC_RESULTS_MAX = 3;
/**
 * So many results are looked for when nobody says how many are wanted; and so many times more whenever those do not
 * suffice.
 */
const LIMIT_DEFAULT = 1000;
/** More than what dividing and multiplying a score can change of it. */
const ROUNDING = 1 - 1e-9;
const LIMIT_STEP = 16;
/** So many are scored before there is anything to compare them with. */
const OFFERED_MIN = 64;

const NONE_TAKEN: ReadonlyMap<string, readonly string[]> = new Map();
const NOTHING_EXPLAINED: ReadonlyMap<number, Explanation> = new Map();
const NO_GAINS: ReadonlyMap<number, Gain> = new Map();

export interface SearchRequest extends ReorderingRequest {
  readonly filter: FilterRequest;
  /**
   * `and`: every word must match, any word if nothing has them all. `or`: any term, so a part of an identifier is
   * enough. `ranked`: `and` for one word or two; more of them are a question, which hardly any entry answers in the
   * very words: then `or`, since the best of those have most of what the words weigh.
   */
  readonly mode: "and" | "or" | "ranked";
  /** Whether to hold back results beyond the first three of a topic. */
  readonly diverse: boolean;
  /** How many results will be taken; null or left out: not known. */
  readonly limit?: number | null | undefined;
}

export interface Result {
  readonly id: number;
  /** 0 when the query has no words. */
  readonly score: number;
}

export interface SearchResults {
  /** Matches, held back or not. */
  readonly total: number;
  /** Of those, how many have every word; null when that was not asked: all of them have, or none need to. */
  readonly whole: number | null;
  /** Of those, how many the diversity cap holds back. */
  readonly heldBack: number;
  /** Whether nothing had all the words, so that entries with any of them are listed. */
  readonly fellBack: boolean;
  /** Words that no entry has, each with the terms that were taken instead. */
  readonly takenAs: ReadonlyMap<string, readonly string[]>;
  /** Matches per topic. */
  topicCounts(): Map<string, number>;
  /** The results in order, at most `count`; more than the request's limit are had at the price of another search. */
  ordered(count?: number | null): Generator<Result>;
  /** Why results have their scores, by their ids; empty where there are no words to have one by. */
  explain(results: readonly Result[]): ReadonlyMap<number, Explanation>;
}

interface Buffers {
  readonly match: MatchBuffers;
  readonly score: ScoreBuffers;
}

export class Searcher {
  readonly #buffers: Buffers = { match: new MatchBuffers(), score: new ScoreBuffers() };

  /** Runs a search. The results read the index: they are valid until it changes. */
  search(index: LiveIndex, request: SearchRequest): SearchResults {
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

/** One way to match, gone through once or, when more results are taken than were looked for, again. */
class Search {
  readonly #buffers: Buffers;
  readonly #index: LiveIndex;
  readonly #request: SearchRequest;
  readonly #wanted: Wanted;
  readonly #terms: QueryTerms | null;
  readonly #topicKey: (id: number) => number;

  constructor(buffers: Buffers, index: LiveIndex, request: SearchRequest, wanted: Wanted, terms: QueryTerms | null) {
    this.#buffers = buffers;
    this.#index = index;
    this.#request = request;
    this.#wanted = wanted;
    this.#terms = terms;
    this.#topicKey = index.topicKeys();
  }

  results(fellBack: boolean): SearchResults {
    const index = this.#index;
    const { diverse, limit } = this.#request;
    const counts = new Uint32Array(index.topicKeyCount);
    const reordering = Reordering.of(index, this.#request, this.#terms);
    let taken = limit ?? LIMIT_DEFAULT;
    if (taken > 0 && reordering !== null) taken = Math.max(taken, REORDERED);
    let top = taken > 0 ? this.#top(taken) : null;
    const total = this.#walk(top, counts);
    let heldBack = 0;
    if (diverse) {
      for (let key = 0; key < counts.length; key++) heldBack += Math.max(0, counts[key]! - TOPIC_RESULTS_MAX);
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
      topicCounts() {
        const found = new Map<string, number>();
        counts.forEach((count, key) => {
          if (count > 0) found.set(index.topicOfKey(key), count);
        });
        return found;
      },
      *ordered(count) {
        const end = Math.min(total - heldBack, count ?? total);
        if (top === null) again();
        best ??= rank();
        for (let at = 0; at < end; at++) {
          if (at === best.ids.length && taken < total) again();
          // In a damaged index there can be fewer than were counted.
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
    const cap = this.#request.diverse ? { topicOf: this.#topicKey, most: TOPIC_RESULTS_MAX } : null;
    return new TopResults(limit, (a, b) => index.compare(b, a), cap);
  }

  /**
   * Goes through all matches, the newest segment first: offers them to `top`, counts them by topic. Returns how many
   * there are.
   */
  #walk(top: TopResults | null, counts: Uint32Array | null): number {
    const index = this.#index;
    const topicKey = this.#topicKey;
    let total = 0;
    for (let at = index.segments.length - 1; at >= 0; at--) {
      const numbered = index.segments[at]!;
      const { segment, first } = numbered;
      // A document of the base has the ordinal of its topic as key.
      const topics = segment === index.base ? index.base.columns.topic : null;
      const keep = keeper(index, numbered, this.#request.filter);
      if (keep === null) continue;
      const offer = top === null ? null : this.#offerer(at, top);
      this.#match(at, (documents, count) => {
        const kept = keep(documents, count);
        total += kept;
        if (counts !== null && topics !== null) {
          for (let next = 0; next < kept; next++) counts[topics[documents[next]!]!]!++;
        } else if (counts !== null) {
          for (let next = 0; next < kept; next++) counts[topicKey(first + documents[next]!)]!++;
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

  /** Makes a function that offers documents of a segment as results, as far as they can be among the best. */
  #offerer(at: number, top: TopResults): Receiver {
    const index = this.#index;
    const { segment, first } = index.segments[at]!;
    if (this.#terms === null) {
      return (documents, count) => {
        for (let next = 0; next < count; next++) top.add(first + documents[next]!, 0);
      };
    }
    const averageLength = Math.max(1e-9, index.tokenTotal / Math.max(1, index.liveCount));
    const { columns } = segment === index.base ? index.base : index.delta;
    const scorer = new Scorer(this.#terms, at, averageLength, columns, this.#buffers.score);
    const { scores } = this.#buffers.score;
    const boostOf = entryBoost(index.segments[at]!, this.#request);
    const boostMax = this.#request.ownProject === null ? 1 : PROJECT_BOOST;
    return (documents, count) => {
      // What comes first sets a bar for what follows: few at first, from the newest on.
      for (let end = count; end > 0; ) {
        const from = Math.max(0, end - Math.max(OFFERED_MIN, top.offered));
        const part = from === 0 ? documents : documents.subarray(from, end);
        // Divided and multiplied again a score may be a little more than it was: among equal ones time decides, so none
        // may fall out.
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
 * Makes a function that keeps what is live and passes the filter, and returns how many that are; null: nothing does.
 */
function keeper(
  index: LiveIndex,
  numbered: NumberedSegment,
  filter: FilterRequest,
): ((documents: Uint32Array, count: number) => number) | null {
  const passes = isUnfiltered(filter) ? undefined : buildFilter(numbered, filter);
  if (passes === null) return null;
  const { first } = numbered;
  const anyBuried = index.deletedCount > 0;
  if (passes === undefined && !anyBuried) return (_, count) => count;
  return (documents, count) => {
    let kept = 0;
    for (let next = 0; next < count; next++) {
      const document = documents[next]!;
      if (anyBuried && index.isDeleted(first + document)) continue;
      if (passes === undefined || passes(document)) documents[kept++] = document;
    }
    return kept;
  };
}
