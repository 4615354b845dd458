// The chunks that are like a query in meaning, where an embedder is configured. The query is embedded before the code is
// looked at, because a view counts until something else is waited for.

import { parseFilters } from "../../code/search/code-filter.ts";
import type { LikeChunk } from "../../code/search/meaning-ranks.ts";
import { loadMask } from "../../code/shown-code.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { wordsAlone } from "../../engine/vectors/query-vectors.ts";
import type { CodePorts } from "./ports.ts";

export interface LikeQuery {
  /** The chunks, best first; undefined where words alone rank. */
  in(view: CodeView): LikeChunk[] | undefined;
  /** Why words alone rank, if that is not as configured. */
  remarks(): readonly string[];
}

const WORDS_ONLY: LikeQuery = { in: () => undefined, remarks: () => [] };

/** Embeds a query. Throws CANCELLED only; whatever else goes wrong, words rank alone and a remark says why. */
export async function likeQuery(
  { isRehearsed, signal }: Pick<CodePorts, "isRehearsed" | "signal">,
  tree: CodeTree,
  query: string,
): Promise<LikeQuery> {
  const vectors = isRehearsed === true ? null : (tree.vectors?.() ?? null);
  if (vectors === null) return WORDS_ONLY;
  if (vectors.isEmpty) return withoutVectors("nothing is embedded yet; a server does that, or helix code index");
  const { vector, problem } = await vectors.queries.of(parseFilters(query).text, await loadMask(), signal);
  if (vector === null) return problem === null ? WORDS_ONLY : withoutVectors(problem);
  let isOther = false;
  return {
    in(view) {
      const like = vectors.like(view, vector);
      isOther = like === null;
      return like ?? undefined;
    },
    remarks: () =>
      isOther ? [wordsAlone(`a vector of the query has ${vector.length} numbers, those of the code have others`)] : [],
  };
}

function withoutVectors(problem: string): LikeQuery {
  return { in: () => undefined, remarks: () => [wordsAlone(problem)] };
}
