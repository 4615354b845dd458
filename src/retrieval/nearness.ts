// How near the words of a query stand to each other in a text. Words that a query names together and a text has together belong together:
// `index rebuild` is less said by a text that has an index here and a rebuild there.
// Each pair of words gets 1 / d for every time they stand d words apart, in either order, within eight words. That is the frequency of the
// pair; it saturates as that of a word does, and weighs as much as the commoner of the two words, times 0.5. After Rasolofo and Savoy, "Term
// Proximity Scoring for Keyword-Based Retrieval Systems", 2003, who take 1 / d² within five words.
// Invariant: words are told apart as the tokenizer does; a compound word counts by its parts.

import { normaliseText } from "../text/fold.ts";
import { partTerm, tokenize } from "../text/tokenizer.ts";
import { WordCursor } from "../text/word-cursor.ts";
import { K1 } from "./bm25.ts";

/** How much nearness counts beside the words themselves. */
const NEARNESS_WEIGHT = 0.5;
/** Words that are further apart have nothing to do with each other. */
export const NEAR_WORDS = 8;
/** The words of a query that weigh most; others are not looked for. */
const TERMS_MAX = 32;
/** How much is read of all texts of a search together, in bytes. */
export const NEARNESS_BYTES_MAX = 1_000_000;

/** A word that is looked for, in all the forms that count as it. */
export interface NearTerm {
  readonly names: readonly string[];
  readonly idf: number;
}

/**
 * How much is read of each of some texts, by their sizes. Short ones are read whole, and what they leave is shared by the long ones: the
 * shortest first, each gets at most an equal share of what is left.
 */
export function readingShares(sizes: readonly number[], most = NEARNESS_BYTES_MAX): number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  const shortestFirst = [...sizes.keys()].sort((a, b) => sizes[a]! - sizes[b]!);
  let left = most;
  shortestFirst.forEach((at, before) => {
    shares[at] = Math.min(sizes[at]!, Math.floor(left / (sizes.length - before)));
    left -= shares[at];
  });
  return shares;
}

/** Reads texts for one query. */
export class Nearness {
  /** Which word a term is a form of; of several the one that weighs most. */
  readonly #wordOf = new Map<string, number>();
  readonly #idf: readonly number[];
  /** By the first code unit of a term below 128: whether any is looked for that begins so. */
  readonly #begins = new Uint8Array(128);
  /** By two words, the lower number first. */
  readonly #frequencies: Float64Array;
  /** Where the words found so far stand, and which they are. */
  readonly #places: number[] = [];
  readonly #words: number[] = [];

  constructor(terms: readonly NearTerm[]) {
    const chosen = terms.toSorted((a, b) => b.idf - a.idf).slice(0, TERMS_MAX);
    this.#idf = chosen.map(({ idf }) => idf);
    chosen.forEach(({ names }, word) => {
      for (const name of names) {
        if (!this.#wordOf.has(name)) this.#wordOf.set(name, word);
        const unit = name.charCodeAt(0);
        if (unit < 128) this.#begins[unit] = 1;
      }
    });
    this.#frequencies = new Float64Array(chosen.length * chosen.length);
  }

  /** What the text gains by the nearness of the words in it. */
  of(text: string): number {
    this.#frequencies.fill(0);
    this.#read(text);
    const idf = this.#idf;
    let sum = 0;
    for (let first = 0; first < idf.length; first++) {
      for (let second = first + 1; second < idf.length; second++) {
        const frequency = this.#frequencies[first * idf.length + second]!;
        // The words stand in the order of their weight.
        if (frequency > 0) sum += (idf[second]! * frequency * (K1 + 1)) / (frequency + K1);
      }
    }
    return NEARNESS_WEIGHT * sum;
  }

  #read(text: string): void {
    this.#places.length = 0;
    this.#words.length = 0;
    const words = new WordCursor(normaliseText(text));
    let place = 0;
    while (words.next()) {
      if (words.isUnspaced) {
        for (const term of tokenize(words.text.slice(words.start, words.end))) this.#take(term, place++);
        continue;
      }
      for (let part = 0; part < words.partCount; part++) {
        const unit = words.text.charCodeAt(words.bounds[part * 2]!);
        // 32 makes a capital letter a small one.
        const isSought = unit >= 128 || !words.isAscii || this.#begins[unit] === 1 || this.#begins[unit | 32] === 1;
        if (isSought) this.#take(partTerm(words, part), place);
        place++;
      }
    }
  }

  #take(term: string, place: number): void {
    const word = this.#wordOf.get(term);
    if (word === undefined) return;
    for (let before = this.#places.length - 1; before >= 0; before--) {
      const distance = place - this.#places[before]!;
      if (distance > NEAR_WORDS) break;
      const other = this.#words[before]!;
      if (other === word) continue;
      this.#frequencies[Math.min(word, other) * this.#idf.length + Math.max(word, other)]! += 1 / distance;
    }
    this.#places.push(place);
    this.#words.push(word);
  }
}
