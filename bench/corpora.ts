// The corpora that are measured, and what is asked of them: the same at each call, so that runs compare.

import { Corpus } from "./corpus.ts";

export const SEED = 7;
const QUERY_SEED = 11;

/** The corpus of so many entries: a topic for each hundred. */
export function corpusOf(size: number, draws?: number): Corpus {
  return new Corpus(SEED, Math.max(10, Math.round(size / 100)), draws);
}

/** The queries that helix and its peers are asked, the same at each call. */
export function queriesOf(size: number): () => string {
  const corpus = corpusOf(size, QUERY_SEED);
  return () => corpus.query();
}
