// How much more a term counts that a query says more than once, for the search model. Imports nothing of src/.

import { type ModelWord, modelWords } from "./model-tokenizer.ts";

/**
 * What a term counts by how often the query says a word that has it: twice says twice as much, four times three times
 * as much.
 */
export function timesSaid(term: string, said: readonly ModelWord[]): number {
  const having = said.filter(({ single, whole, parts }) => !single && (whole === term || parts.includes(term)));
  const counts = having.map((word) => having.filter((other) => keyOf(other) === keyOf(word)).length);
  return 1 + Math.log2(Math.max(1, ...counts));
}

/** The words of a query that stand alone between spaces. */
export function wordsApart(query: string): ModelWord[] {
  return query.split(/\s+/).flatMap((piece) => {
    const words = modelWords(piece);
    return new Set(words.map(keyOf)).size === 1 ? [words[0]!] : [];
  });
}

function keyOf({ whole, parts }: ModelWord): string {
  return JSON.stringify([whole, [...new Set(parts)]]);
}
