// How near the words of a query stand to each other in a text. Words that a query names together and a text has
// together belong together: `index rebuild` is less said by a text that has an index here and a rebuild there. Each
// word collects, for every time that another one stands d words from it, within eight words, what the other weighs,
// divided by d and by how far apart the two are in the query; half of it where the text has them the other way round.
// What is collected saturates as a frequency does, and counts a half. After Buettcher, Clarke and Lushman, "Term
// Proximity Scoring for Ad-Hoc Retrieval on Very Large Text Collections", 2006, who divide by the square of d and look
// at neither the distance in the query nor the order.
// Invariant: words are told apart as the tokenizer does; a compound
// word counts by its parts.

import { normaliseText } from "../text/normalise.ts";
import { partTerm, tokenize } from "../text/tokenizer.ts";
import { WordCursor } from "../text/word-cursor.ts";
import { K1 } from "./bm25.ts";

/** Words that are further apart have nothing to do with each other. */
const NEAR_WORDS = 8;
/** How much words count that stand in another order than in the query. */
const REVERSED_WEIGHT = 0.5;
/** How much it counts that a word has others near it; less if it is one that nearly all entries have. */
const NEARNESS_WEIGHT = 0.5;
/** The words of a query that weigh most; others are not looked for. */
const TERMS_MAX = 32;
/** Of where a query has a word the first places count. */
const PLACES_MAX = 16;
/** How much is read of all texts of a search together, in bytes. */
export const NEARNESS_BYTES_MAX = 1_000_000;

/** A word that is looked for, in all the forms that count as it. */
export interface NearTerm {
  readonly names: readonly string[];
  readonly idf: number;
  /** Where the query has it, counted in words. */
  readonly places: readonly number[];
}

/**
 * How much is read of each of some texts, by their sizes. Short ones are read whole, and what they leave is shared by
 * the long ones: the shortest first, each gets at most an equal share of what is left.
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
export class Proximity {
  /** Which word a term is a form of; of several the one that weighs most. */
  readonly #wordOf = new Map<string, number>();
  readonly #idf: readonly number[];
  /** By the first code unit of a term below 128: whether any is looked for that begins so. */
  readonly #begins = new Uint8Array(128);
  /** By two words, the one that a text has first in front: how much they belong together, by the query. */
  readonly #bonds: Float64Array;
  /** By word: what it has collected from those near it. */
  readonly #collected: Float64Array;
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
    this.#bonds = Float64Array.from(
      chosen.flatMap((before) => chosen.map((after) => bond(before.places, after.places))),
    );
    this.#collected = new Float64Array(chosen.length);
  }

  /** What the text gains by the proximity of the words in it. */
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

/** How much two words belong together that a text has in this order, by where the query has them: 1 for neighbours. */
function bond(before: readonly number[], after: readonly number[]): number {
  let most = 0;
  for (const left of before.slice(0, PLACES_MAX)) {
    for (const right of after.slice(0, PLACES_MAX)) {
      if (left !== right) most = Math.max(most, (left < right ? 1 : REVERSED_WEIGHT) / Math.abs(left - right));
    }
  }
  return most;
}
