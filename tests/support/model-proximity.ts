// How near the words of a query stand to each other in a text, for the search model: every word of the text against
// every other, from the description alone. Imports nothing of src/.

import { modelPieces } from "./model-tokenizer.ts";

/** A word of the query: what it weighs, where the query has it, and whether a term of a text is one of its forms. */
export interface ModelNearWord {
  readonly idf: number;
  readonly places: readonly number[];
  isForm(term: string): boolean;
}

/** The gain of a text by the proximity of these words, before what is known of its entry is multiplied in. */
export function modelNearness(text: string, words: readonly ModelNearWord[]): number {
  const pieces = modelPieces(text);
  const wordOf = (place: number) => words.find((word) => word.isForm(pieces[place]!));
  return words.reduce((gain, word) => {
    let collected = 0;
    for (let here = 0; here < pieces.length; here++) {
      if (wordOf(here) !== word) continue;
      for (let there = Math.max(0, here - 8); there <= Math.min(pieces.length - 1, here + 8); there++) {
        const other = wordOf(there);
        if (other === undefined || other === word) continue;
        const [front, back] = here < there ? [word, other] : [other, word];
        collected += (other.idf * togetherness(front, back)) / Math.abs(here - there);
      }
    }
    return gain + (0.5 * Math.min(1, word.idf) * collected * 2.2) / (collected + 1.2);
  }, 0);
}

/** 1 for what follows upon another in the query, less the further apart, half for what comes before it. */
function togetherness(front: ModelNearWord, back: ModelNearWord): number {
  const distances = front.places
    .flatMap((first) => back.places.map((second) => second - first))
    .filter((by) => by !== 0);
  return Math.max(0, ...distances.map((by) => (by > 0 ? 1 / by : -0.5 / by)));
}
