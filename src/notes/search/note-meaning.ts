// Joins the notes that the words of a query find with those that are like it in meaning: one order by reciprocal ranks.

import { fusedRanks } from "../../engine/search/rank-fusion.ts";
import { QUESTION_WORDS_MIN } from "../../engine/search/reordering.ts";
import type { Accepts } from "../../engine/search/retrieval.ts";
import type { Result, Retrieval, Searcher, SearchResults } from "../../engine/search/searcher.ts";
import { TopResults } from "../../engine/search/top-results.ts";
import type { LiveIndex, NumberedSegment } from "../../engine/segment/live-index.ts";

/** So many notes that are like the query are fused with the first of those that its words find. */
const LIKE_MAX = 50;
export const FUSED_MAX = 200;

/** The places of a note in the two orders, from 1; null where it is not among the first of one. */
export interface NoteRanks {
  readonly words: number | null;
  readonly meaning: number | null;
}

/** What is added to the results of a search. */
export interface MeaningResults extends Pick<SearchResults, "total" | "ordered"> {
  /** How many matches no word found. */
  readonly byMeaning: number;
  readonly ranks: ReadonlyMap<number, NoteRanks>;
}

/** Fuses what a search found with what is alike. `cosine`: of a document's vector and the query's, 0 for none. */
export function fuseNotes(
  searcher: Searcher,
  index: LiveIndex,
  request: Retrieval,
  found: SearchResults,
  cosine: (id: number) => number,
): MeaningResults {
  const like = likeNotes(index, request.accepts, cosine);
  // The search below uses the room of the one before.
  const first = [...found.ordered(FUSED_MAX)];
  const words = first.map(({ id }) => id);
  const matching = matchesAmong(searcher, index, request, found.fellBack, like);
  const added = like.filter((id) => !matching.has(id)).length;
  const scores = new Map(first.map(({ id, score }) => [id, score]));
  const fused = fusedRanks([words, like]);
  const places = (ids: readonly number[]) => new Map(ids.map((id, at) => [id, at + 1]));
  const [ofWords, ofMeaning] = [places(words), places(like)];
  const total = found.total + added;
  return {
    total,
    byMeaning: added,
    ranks: new Map(fused.map((id) => [id, { words: ofWords.get(id) ?? null, meaning: ofMeaning.get(id) ?? null }])),
    *ordered(count): Generator<Result> {
      let left = Math.min(total, count ?? total);
      for (const id of fused) {
        if (left-- <= 0) return;
        yield { id, score: scores.get(id) ?? 0 };
      }
      const isDone = new Set(fused);
      for (const result of found.total > words.length ? found.ordered() : []) {
        if (isDone.has(result.id)) continue;
        if (left-- <= 0) return;
        yield result;
      }
    },
  };
}

/** The notes that are most like the query, best first; of equals the newest. */
function likeNotes(index: LiveIndex, accepts: Accepts | undefined, cosine: (id: number) => number): number[] {
  const top = new TopResults(LIKE_MAX, (a, b) => index.compare(b, a), null);
  for (const numbered of index.segments) {
    const passes = accepts?.(numbered);
    if (passes === null) continue;
    for (let document = 0; document < numbered.segment.documentCount; document++) {
      const id = numbered.first + document;
      const like = cosine(id);
      if (like > 0 && like >= top.threshold && passes?.(document) !== false && !index.isDeleted(id)) top.add(id, like);
    }
  }
  return [...top.finish().ids];
}

/** Those of `like` that the words of the query find, too. */
function matchesAmong(
  searcher: Searcher,
  index: LiveIndex,
  request: Retrieval,
  fellBack: boolean,
  like: readonly number[],
): ReadonlySet<number> {
  const { mode, query } = request;
  const isAny = fellBack || mode === "or" || (mode === "ranked" && query.groups.length >= QUESTION_WORDS_MIN);
  const wanted = new Set(like);
  const accepts =
    ({ first }: NumberedSegment) =>
    (document: number) =>
      wanted.has(first + document);
  const own = searcher.search(index, { ...request, accepts, mode: isAny ? "or" : "and", limit: like.length });
  return new Set(own.fellBack ? [] : [...own.ordered(like.length)].map(({ id }) => id));
}
