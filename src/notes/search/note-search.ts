// A search of notes: what the engine's search is told about them. Filters, the boost of a note and the cap by topic come
// from here; matching, scoring and reranking are the engine's.

import type { Explanation } from "../../engine/search/explanation.ts";
import type { Groups } from "../../engine/search/retrieval.ts";
import type { Result, Retrieval, Searcher, SearchResults } from "../../engine/search/searcher.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import { capturedFailures, withoutCaptured } from "../index/captured-failures.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { buildFilter, type FilterRequest } from "./filter.ts";
import { type BoostRequest, boostFactors, noteBoost } from "./note-boost.ts";
import { FUSED_MAX, fuseNotes, type MeaningResults } from "./note-meaning.ts";

/** The most results of one topic in an answer that is not about a topic. */
export const TOPIC_RESULTS_MAX = 3;

/** What a search of notes asks for. */
export interface SearchRequest extends BoostRequest, Pick<Retrieval, "query" | "mode" | "limit" | "textOf"> {
  readonly filter: FilterRequest;
  /** Whether to hold back the results of a topic beyond its first three. */
  readonly diverse: boolean;
  /** How like the query's meaning a note is, 0 for not at all; left out where nobody looked. */
  readonly cosine?: ((id: number) => number) | undefined;
}

/** Why a note ranks where it does, with the factors of its boost. */
export interface NoteExplanation extends Omit<Explanation, "boost"> {
  readonly confidence: number;
  readonly age: number;
  readonly project: number;
  /** Left out for a note that was not judged. */
  readonly judged?: number;
}

/** What a search of notes found. */
export interface NoteResults extends Omit<SearchResults, "groupCounts" | "explain"> {
  /** The number of matches by topic. */
  topicCounts(): Map<string, number>;
  /** Explains the scores of results, by document number. Empty for a search without words. */
  explain(results: readonly Result[]): ReadonlyMap<number, NoteExplanation>;
  /** Where what is alike in meaning was looked for: how many matches no word found, and the places of the first. */
  readonly meaning: Pick<MeaningResults, "byMeaning" | "ranks"> | null;
}

/** Searches notes. The results read the index, so they are valid until it changes. */
export function searchNotes(searcher: Searcher, index: NoteIndex, request: SearchRequest): NoteResults {
  const { query, mode, limit, textOf, filter, diverse, cosine } = request;
  const isCaptured = capturedFailures(index);
  // What words are worth among notes does not depend on what went wrong.
  const searched = filter.errors === undefined ? withoutCaptured(index) : index;
  const retrieval = {
    query,
    mode,
    // What is fused must be known, however few results are wanted.
    limit: cosine === undefined || limit == null ? limit : Math.max(limit, FUSED_MAX),
    textOf,
    accepts: (numbered: NumberedSegment) => buildFilter(numbered, filter, isCaptured),
    boost: noteBoost(request),
    groups: topicsOf(index, diverse),
  };
  const { groupCounts, explain, ...found } = searcher.search(searched, retrieval);
  const fused =
    cosine === undefined ? null : fuseNotes(searcher, searched, retrieval, { ...found, groupCounts, explain }, cosine);
  return {
    ...found,
    ...(fused !== null && { total: fused.total, ordered: fused.ordered }),
    meaning: fused,
    topicCounts() {
      const counts = new Map<string, number>();
      groupCounts.forEach((count, key) => {
        if (count > 0) counts.set(index.topicOfKey(key), count);
      });
      return counts;
    },
    explain: (results) => withFactors(index, request, explain(results)),
  };
}

function topicsOf(index: NoteIndex, isCapped: boolean): Groups {
  return {
    count: index.topicKeyCount,
    of: index.topicKeys(),
    // The topic key of a document of the base is its topic ordinal.
    column: ({ segment }) => (segment === index.base ? noteColumns(segment).topics.numbers.all : null),
    most: isCapped ? TOPIC_RESULTS_MAX : null,
  };
}

function withFactors(
  index: NoteIndex,
  request: BoostRequest,
  explanations: ReadonlyMap<number, Explanation>,
): ReadonlyMap<number, NoteExplanation> {
  const factors = index.segments.map((numbered) => ({ first: numbered.first, ...boostFactors(numbered, request) }));
  return new Map(
    Array.from(explanations, ([id, { boost: _, ...explanation }]) => {
      const { first, confidence, age, project, judged } = factors.findLast((each) => each.first <= id)!;
      const document = id - first;
      const factor = judged(document);
      const known = { confidence: confidence(document), age: age(document), project: project(document) };
      return [id, { ...explanation, ...known, ...(factor !== undefined && { judged: factor }) }];
    }),
  );
}
