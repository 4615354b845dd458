// Fuzzy terms: all terms that are one typing error away from a word that nobody wrote. An error is a letter too many,
// one missing, a wrong one, or two letters swapped (Damerau, "A technique for computer detection and correction of
// spelling errors", 1964). All candidates are looked up, so that the cost depends on the length of the word and not on
// how many terms there are. They are looked up by their hashes. Each hash goes on from that of the letters before the
// error, and a candidate is written down only if its hash may be there.

import { FNV_START, fnvLetter } from "../../base/fnv.ts";

/** Shorter words are one typing error away from too many others. */
const WORD_MIN = 5;
const WORD_MAX = 24;
const FIRST_LETTER = 0x61;
const LETTERS = 26;

/** A dictionary that rules out a term by its hash (FNV-1a) more quickly than by looking for it. */
export interface HashedTerms {
  mayHaveTerm(hash: number): boolean;
  hasTerm(term: string): boolean;
}

/** All terms of `dictionary` one typing error away from a word of the letters a to z, each once. */
export function fuzzyTerms(word: string, dictionary: HashedTerms): string[] {
  if (word.length < WORD_MIN || word.length > WORD_MAX || /[^a-z]/.test(word)) return [];
  const found = new Set<string>();
  /** Whether there may be a term that begins with the letters of `hash` and goes on with the word from `from` on. */
  const isLikely = (hash: number, from: number): boolean => {
    let whole = hash;
    for (let at = from; at < word.length; at++) whole = fnvLetter(whole, word.charCodeAt(at));
    return dictionary.mayHaveTerm(whole >>> 0);
  };
  const consider = (candidate: string): void => {
    if (candidate !== word && dictionary.hasTerm(candidate)) found.add(candidate);
  };
  let before = FNV_START;
  for (let at = 0; at <= word.length; at++) {
    const head = word.slice(0, at);
    for (let letter = 0; letter < LETTERS; letter++) {
      const hash = fnvLetter(before, FIRST_LETTER + letter);
      if (isLikely(hash, at)) consider(head + String.fromCharCode(FIRST_LETTER + letter) + word.slice(at));
      if (at < word.length && isLikely(hash, at + 1)) {
        consider(head + String.fromCharCode(FIRST_LETTER + letter) + word.slice(at + 1));
      }
    }
    if (at === word.length) break;
    if (isLikely(before, at + 1)) consider(head + word.slice(at + 1));
    if (at + 1 < word.length) {
      const swapped = fnvLetter(fnvLetter(before, word.charCodeAt(at + 1)), word.charCodeAt(at));
      if (isLikely(swapped, at + 2)) consider(head + word[at + 1]! + word[at]! + word.slice(at + 2));
    }
    before = fnvLetter(before, word.charCodeAt(at));
  }
  return [...found];
}
