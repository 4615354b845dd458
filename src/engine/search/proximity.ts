// How near the words of a query stand to each other in a text. Words that a query and a text both have side by side
// belong together: a text with an index here and a rebuild there is a weaker match for `index rebuild`. A word collects
// a share from each other query word within eight words of it. The share is the weight of the other word, divided by
// their distance in the text and by their distance in the query. It is halved where the text reverses their order. The
// sum of a word saturates as a frequency does, and counts half. This follows Buettcher, Clarke and Lushman, "Term
// Proximity Scoring for Ad-Hoc Retrieval on Very Large Text Collections", 2006, who divide by the square of the
// distance in the text and ignore the distance and the order in the query.
// Invariants:
// Words are split as the tokenizer splits them. A compound word counts by its parts.

import { normaliseText } from "../text/normalise.ts";
import { partTerm, tokenize } from "../text/tokenizer.ts";
import { WordCursor } from "../text/word-cursor.ts";
import { K1 } from "./bm25.ts";

/** Words that are further apart do not affect each other. */
const NEAR_WORDS = 8;
/** The factor for words in another order than in the query. */
const REVERSED_WEIGHT = 0.5;
/** The factor on what a word gains from the words near it. A word that very many documents have gains less. */
const NEARNESS_WEIGHT = 0.5;
/** How many words of a query are searched: those that weigh most. */
const TERMS_MAX = 32;
/** How many places of a word in the query count: the first ones. */
const PLACES_MAX = 16;
/** How many bytes of all texts of a search are read together. */
export const NEARNESS_BYTES_MAX = 1_000_000;

/** A word to find, with all the forms that count as it. */
export interface NearTerm {
  readonly names: readonly string[];
  readonly idf: number;
  /** The places of the word in the query, counted in words. */
  readonly places: readonly number[];
}

/**
 * Returns how much to read of each text, by their sizes. Short texts are read whole, and long ones share the rest: from
 * the shortest on, each text gets at most an equal share of what is left.
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

/** Measures texts for one query. */
export class Proximity {
  /** The word of which a term is a form. If there are several, the one that weighs most. */
  readonly #wordOf = new Map<string, number>();
  readonly #idf: readonly number[];
  /** By code unit below 128: whether a searched term begins with it. */
  readonly #begins = new Uint8Array(128);
  /** By two words, in the order of the text: how closely the query binds them together. */
  readonly #bonds: Float64Array;
  /** By word: the sum of the shares that it has collected. */
  readonly #collected: Float64Array;
  /** The places of the words found so far, and the words. */
  readonly #places: number[] = [];
  readonly #words: number[] = [];

  constructor(terms: readonly NearTerm[]) {
    // A single letter is a part of too many other words (`x-axis`).
    const telling = terms.filter(({ names }) => names.some((name) => name.length > 1));
    const chosen = telling.toSorted((a, b) => b.idf - a.idf).slice(0, TERMS_MAX);
    this.#idf = chosen.map(({ idf }) => idf);
    chosen.forEach(({ names }, word) => {
      for (const name of names) {
        if (!this.#wordOf.has(name)) this.#wordOf.set(name, word);
        const unit = name.charCodeAt(0);
        if (unit < 128) this.#begins[unit] = 1;
      }
    });
    this.#bonds = Float64Array.from(
      chosen.flatMap((before) => chosen.map((after) => bond(before.places, after.places))),
    );
    this.#collected = new Float64Array(chosen.length);
  }

  /** Returns how much the text gains by the proximity of its words. */
  of(text: string): number {
    this.#collected.fill(0);
    this.#read(text);
    let sum = 0;
    for (let word = 0; word < this.#collected.length; word++) {
      const frequency = this.#collected[word]!;
      sum += (Math.min(1, this.#idf[word]!) * frequency * (K1 + 1)) / (frequency + K1);
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
      const proximity = this.#bonds[other * this.#idf.length + word]! / distance;
      this.#collected[word]! += proximity * this.#idf[other]!;
      this.#collected[other]! += proximity * this.#idf[word]!;
    }
    this.#places.push(place);
    this.#words.push(word);
  }
}

/** Returns how closely the query binds two words that a text has in this order: 1 for neighbours. */
function bond(before: readonly number[], after: readonly number[]): number {
  let most = 0;
  for (const left of before.slice(0, PLACES_MAX)) {
    for (const right of after.slice(0, PLACES_MAX)) {
      if (left !== right) most = Math.max(most, (left < right ? 1 : REVERSED_WEIGHT) / Math.abs(left - right));
    }
  }
  return most;
}
