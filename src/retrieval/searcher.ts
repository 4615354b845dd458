// A search over the live index: score, filter, AND with its fallback to OR, order, diversity.
// Invariants: the order is total (score, then time, then place, newest first), so equal knowledge bases answer equally; the
// diversity cap never changes how many matches are reported.

import type { LiveIndex } from "../index/live-index.ts";
import { PROJECT_BOOST, recencyBoost } from "./bm25.ts";
import { buildFilter, type FilterRequest } from "./filter.ts";
import type { Query } from "./query.ts";
import { LazyOrder } from "./ranking.ts";
import { Scorer } from "./scorer.ts";

/** Most results of one topic in an answer that is not about a topic. */
export const TOPIC_RESULTS_MAX = 3;

export interface SearchRequest {
  readonly query: Query;
  readonly filter: FilterRequest;
  /** `and`: every word must match, any word if nothing has them all. `or`: any word. */
  readonly mode: "and" | "or";
  /** Whether to hold back results beyond the first three of a topic. */
  readonly diverse: boolean;
  readonly nowMinutes: number;
  /** Whether an entry with these project keys is of the project that is asked from; null: asked from none. */
  readonly ownProject: ((keys: readonly string[]) => boolean) | null;
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
  readonly topicCounts: ReadonlyMap<string, number>;
  /** The results in order; can be walked once. */
  ordered(): Generator<Result>;
}

export class Searcher {
  readonly #scorer = new Scorer();

  /** Runs a search. The results read the index: they are valid until it changes. */
  search(index: LiveIndex, request: SearchRequest): SearchResults {
    const { query } = request;
    const passes = combinedFilter(index, request.filter);
    if (query.groups.length === 0) {
      const matches = query.hasWords ? [] : liveDocuments(index).filter(passes);
      return results(index, matches, () => 0, false, request.diverse);
    }
    const scored = this.#scorer.score(index, query.groups);
    const any = scored.documents.filter(passes);
    const all = request.mode === "or" ? any : any.filter(scored.hasAll);
    const fellBack = all.length === 0 && any.length > 0;
    const boost = entryBoost(index, request);
    const scores = new Map<number, number>();
    const matches = fellBack ? any : all;
    for (const id of matches) scores.set(id, scored.score(id) * boost(id));
    return results(index, matches, (id) => scores.get(id)!, fellBack, request.diverse);
  }
}

function liveDocuments(index: LiveIndex): number[] {
  const documents: number[] = [];
  for (let id = 0; id < index.capacity; id++) if (!index.isBuried(id)) documents.push(id);
  return documents;
}

function combinedFilter(index: LiveIndex, request: FilterRequest): (id: number) => boolean {
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
  const { nowMinutes, ownProject } = request;
  const own = index.segments.map(({ segment }) => (ownProject ? segment.withProject(ownProject) : () => false));
  return (id) => {
    const at = index.segments.length > 1 && id >= index.segments[1]!.first ? 1 : 0;
    const { segment, first } = index.segments[at]!;
    const local = id - first;
    const boost = segment.confidenceOf(local) * recencyBoost(index.minutesOf(id), nowMinutes);
    return own[at]!(local) ? boost * PROJECT_BOOST : boost;
  };
}

function results(
  index: LiveIndex,
  matches: number[],
  score: (id: number) => number,
  fellBack: boolean,
  diverse: boolean,
): SearchResults {
  const topicCounts = new Map<string, number>();
  const topicOf = topicNames(index);
  for (const id of matches) topicCounts.set(topicOf(id), (topicCounts.get(topicOf(id)) ?? 0) + 1);
  let heldBack = 0;
  if (diverse) for (const count of topicCounts.values()) heldBack += Math.max(0, count - TOPIC_RESULTS_MAX);
  const total = matches.length;
  return {
    total,
    heldBack,
    fellBack,
    topicCounts,
    *ordered() {
      const order = new LazyOrder(matches, (a, b) => score(b) - score(a) || index.compare(b, a));
      const shown = new Map<string, number>();
      for (let id = order.next(); id >= 0; id = order.next()) {
        const topic = topicOf(id);
        const count = (shown.get(topic) ?? 0) + 1;
        shown.set(topic, count);
        if (!diverse || count <= TOPIC_RESULTS_MAX) yield { id, score: score(id) };
      }
    },
  };
}

/** Topic names by document, each name decoded once. */
function topicNames(index: LiveIndex): (id: number) => string {
  const caches = index.segments.map(() => new Map<number, string>());
  return (id) => {
    const at = index.segments.length > 1 && id >= index.segments[1]!.first ? 1 : 0;
    const { segment, first } = index.segments[at]!;
    const ordinal = segment.topicOf(id - first);
    let name = caches[at]!.get(ordinal);
    if (name === undefined) {
      name = segment.topicName(ordinal);
      caches[at]!.set(ordinal, name);
    }
    return name;
  };
}
