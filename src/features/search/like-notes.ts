// How like a query's meaning notes are, where an embedder is configured.

import { loadMask } from "../../code/shown-code.ts";
import { wordsAlone } from "../../engine/vectors/query-vectors.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { FeatureContext } from "../common/feature.ts";

/** What is needed to embed a query. */
export type Embedded = Pick<FeatureContext, "noteVectors" | "isRehearsed" | "signal">;

export interface LikeNotes {
  /** How like the query a note is; undefined where words alone rank. */
  in(index: NoteIndex): ((id: number) => number) | undefined;
  /** Why words alone rank, if that is not as configured. */
  remarks(): readonly string[];
}

/** Of a query of which nobody asks what it means. */
export const WORDS_ALONE: LikeNotes = { in: () => undefined, remarks: () => [] };

/** Embeds a query. Throws CANCELLED only; whatever else goes wrong, words rank alone and a remark says why. */
export async function likeNotes({ noteVectors, isRehearsed, signal }: Embedded, query: string): Promise<LikeNotes> {
  const vectors = isRehearsed === true ? null : (noteVectors?.() ?? null);
  if (vectors === null) return WORDS_ALONE;
  const without = (problem: string) => ({ ...WORDS_ALONE, remarks: () => [wordsAlone(problem)] });
  if (vectors.isEmpty) return without("no note is embedded yet; a server does that, or helix index");
  const { vector, problem } = await vectors.queries.of(query, await loadMask(), signal);
  if (vector === null) return problem === null ? WORDS_ALONE : without(problem);
  let isOther = false;
  return {
    in(index) {
      const cosines = vectors.cosines(index, vector);
      isOther = cosines === null;
      return cosines ?? undefined;
    },
    remarks: () =>
      isOther ? [wordsAlone(`a vector of the query has ${vector.length} numbers, those of the notes have others`)] : [],
  };
}
