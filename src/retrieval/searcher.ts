// A search over the live index: score, filter, AND with its fallback to OR, order, diversity.
// Invariants: the order is total (score, then time, then place, newest first), so equal knowledge bases answer equally; the
// diversity cap never changes how many matches are reported.

import { minutesOfStored } from "../format/log-time.ts";
import type { LiveIndex } from "../index/live-index.ts";
import { PROJECT_BOOST, recencyBoost, STALE_CONFIDENCE_MAX } from "./bm25.ts";
import { buildFilter, type FilterRequest, isUnfiltered } from "./filter.ts";
import type { Query } from "./query.ts";
import { LazyOrder } from "./ranking.ts";
import { type Scored, Scorer } from "./scorer.ts";

/** Most results of one topic in an answer that is not about a topic. */
export const TOPIC_RESULTS_MAX = 3;

export interface SearchRequest {
  readonly query: Query;
  readonly filter: FilterRequest;
  /** `and`: every word must match, any word if nothing has them all. `or`: any term, so a part of an identifier is enough. */
  readonly mode: "and" | "or";
  /** Whether to hold back results beyond the first three of a topic. */
  readonly diverse: boolean;
  readonly nowMinutes: number;
  /** Whether an entry with these project keys is of the project that is asked from; null: asked from none. */
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
  /** Whether the source of a document is known to have changed; left out: no such thing is known. */
  readonly isStale?: ((id: number) => boolean) | undefined;
}

export interface Result {
  readonly id: number;
  /** 0 when the query has no words. */
  readonly score: number;
}

export interface SearchResults {
  /** Matches, held back or not. */
  readonly total: number;
  /** Of those, how many the diversity cap holds back. */
  readonly heldBack: number;
  /** Whether nothing had all the words, so that entries with any of them are listed. */
  readonly fellBack: boolean;
  /** Matches per topic. */
  topicCounts(): Map<string, number>;
  /** The results in order; can be walked once. */
  ordered(): Generator<Result>;
}

export class Searcher {
  readonly #scorer = new Scorer();

  /** Runs a search. The results read the index: they are valid until it changes or the next search. */
  search(index: LiveIndex, request: SearchRequest): SearchResults {
    const { query } = request;
    const passes = combinedFilter(index, request.filter);
    if (query.groups.length === 0) {
      const live = query.hasWords ? [] : liveDocuments(index);
      return new RankedResults(index, passes === null ? live : live.filter(passes), null, false, request.diverse);
    }
    const scoring = this.#scorer.query(index, query.groups);
    const filtered = ({ documents }: Scored) => (passes === null ? documents : documents.filter(passes));
    let scored = request.mode === "or" ? scoring.any() : scoring.all();
    let matches = filtered(scored);
    let fellBack = false;
    if (matches.length === 0 && request.mode === "and") {
      scored = scoring.any();
      matches = filtered(scored);
      fellBack = matches.length > 0;
    }
    const boost = entryBoost(index, request);
    for (const id of matches) scored.scores[id]! *= boost(id);
    return new RankedResults(index, matches, scored.scores, fellBack, request.diverse);
  }
}

function liveDocuments(index: LiveIndex): number[] {
  const documents: number[] = [];
  for (let id = 0; id < index.capacity; id++) if (!index.isBuried(id)) documents.push(id);
  return documents;
}

/** One predicate over all documents; null when everything passes. */
function combinedFilter(index: LiveIndex, request: FilterRequest): ((id: number) => boolean) | null {
  if (isUnfiltered(request)) return null;
  const filters = index.segments.map((numbered) => ({ first: numbered.first, passes: buildFilter(numbered, request) }));
  const [base, delta] = filters;
  if (base === undefined) return () => false;
  return (id) => {
    const part = delta !== undefined && id >= delta.first ? delta : base;
    return part.passes?.(id - part.first) ?? false;
  };
}

/** What an entry's own qualities multiply its score by: confidence, recency, project. */
function entryBoost(index: LiveIndex, request: SearchRequest): (id: number) => number {
  const { nowMinutes, ownProject, isStale } = request;
  const parts = index.segments.map(({ segment, first }) => ({
    segment,
    first,
    isOwn: ownProject === null ? null : segment.withProject(ownProject),
  }));
  const [base, delta] = parts;
  return (id) => {
    const { segment, first, isOwn } = delta !== undefined && id >= delta.first ? delta : base!;
    const local = id - first;
    const recency = recencyBoost(minutesOfStored(segment.storedOf(local)), nowMinutes);
    const confidence = segment.confidenceOf(local);
    const isDoubtful = confidence > STALE_CONFIDENCE_MAX && isStale?.(id) === true;
    const boost = (isDoubtful ? STALE_CONFIDENCE_MAX : confidence) * recency;
    return isOwn?.(local) ? boost * PROJECT_BOOST : boost;
  };
}

class RankedResults implements SearchResults {
  readonly total: number;
  readonly heldBack: number;
  readonly fellBack: boolean;
  readonly #index: LiveIndex;
  readonly #matches: readonly number[];
  /** By document; null when nothing was scored. */
  readonly #scores: Float64Array | null;
  readonly #diverse: boolean;
  readonly #topicKey: (id: number) => number;
  readonly #counts: Uint32Array;

  constructor(
    index: LiveIndex,
    matches: readonly number[],
    scores: Float64Array | null,
    fellBack: boolean,
    diverse: boolean,
  ) {
    this.#index = index;
    this.#matches = matches;
    this.#scores = scores;
    this.#diverse = diverse;
    this.fellBack = fellBack;
    this.total = matches.length;
    this.#topicKey = index.topicKeys();
    this.#counts = new Uint32Array(index.topicKeyCount);
    for (const id of matches) this.#counts[this.#topicKey(id)]!++;
    let heldBack = 0;
    if (diverse) for (const count of this.#counts) if (count > TOPIC_RESULTS_MAX) heldBack += count - TOPIC_RESULTS_MAX;
    this.heldBack = heldBack;
  }

  topicCounts(): Map<string, number> {
    const counts = new Map<string, number>();
    this.#counts.forEach((count, key) => {
      if (count > 0) counts.set(this.#index.topicOfKey(key), count);
    });
    return counts;
  }

  *ordered(): Generator<Result> {
    const scores = this.#scores;
    const index = this.#index;
    // A copy, since the order uses up its list, and the matches of an OR are the scorer's own.
    const order = new LazyOrder(
      this.#matches.slice(),
      scores === null ? (a, b) => index.compare(b, a) : (a, b) => scores[b]! - scores[a]! || index.compare(b, a),
    );
    const shown = new Uint32Array(this.#counts.length);
    for (let id = order.next(); id >= 0; id = order.next()) {
      const count = ++shown[this.#topicKey(id)]!;
      if (!this.#diverse || count <= TOPIC_RESULTS_MAX) yield { id, score: scores?.[id] ?? 0 };
    }
  }
}
