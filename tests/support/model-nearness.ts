// How near the words of a query stand to each other in a text, for the search model: every word of the text against every other, from
// the description alone. Imports nothing of src/.

import { modelPieces } from "./model-tokenizer.ts";

/** A word of the query: what it weighs, and whether a term of a text is one of its forms. */
export interface ModelNearWord {
  readonly idf: number;
  isForm(term: string): boolean;
}

/** The gain of a text by the nearness of these words, before what is known of its entry is multiplied in. */
export function modelNearness(text: string, words: readonly ModelNearWord[]): number {
  const pieces = modelPieces(text);
  const places = words.map((word) => pieces.flatMap((piece, place) => (word.isForm(piece) ? [place] : [])));
  let gain = 0;
  words.forEach((left, first) => {
    words.slice(first + 1).forEach((right, offset) => {
      let frequency = 0;
      for (const here of places[first]!) {
        for (const there of places[first + 1 + offset]!) {
          const distance = Math.abs(here - there);
          if (distance >= 1 && distance <= 8) frequency += 1 / distance;
        }
      }
      gain += (Math.min(left.idf, right.idf) * frequency * 2.2) / (frequency + 1.2);
    });
  });
  return gain / 2;
}
