// A search for hooks, which have little time. It looks up only rare words and reads a bounded number of postings, so
// that a new process answers within a millisecond. Only words that say little are left out. Scores are BM25 (bm25.ts)
// over the same postings as a full search, times a factor of the document that the scope gives.
// Invariants:
// - At most `postingsMax` postings are scored, and PASSED_OVER times as many are read, whatever the words are.
// - While that suffices, the hits, the common words and the weights depend only on the documents of the scope. However
//   many documents are outside of it, they make no word common or rare.
// - Beyond that, a word is searched in the beginnings of the newest documents of the scope.

import { PostingBuffer } from "../postings/posting-buffer.ts";
import type { LiveIndex } from "../segment/live-index.ts";
import { type TermGroup, tokenize } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** The most postings that one search scores. Callers with many words and little time pass less. */
export const POSTINGS_MAX = 1024;
/**
 * How many times as many postings are read at most. To pass over a document of another scope costs a fraction of
 * scoring one.
 */
export const PASSED_OVER = 16;
/**
 * A word in more than this share of the scope's documents, and in more than COMMON_MIN of them, is common and not
 * looked up.
 */
export const COMMON_SHARE = 1 / 16;
export const COMMON_MIN = 24;
/** How many documents of the scope are searched for words whose lists are too long to be read. */
const LOOKED_AT_MAX = 64;
/** How many hits are ranked. No caller shows more. */
export const HITS_MAX = 16;
/** The length in tokens that counts as neither long nor short. An average would have to be that of the scope. */
export const LENGTH_TYPICAL = 30;

/** The documents among which a search looks. */
export interface Scope {
  /** The number of documents, deleted ones included. It is the measure of how rare a word is. */
  readonly entryCount: number;
  /**
   * Whether a document, by its number, belongs to the scope. It has to be cheap, because it is called for each posting.
   */
  readonly accepts: (id: number) => boolean;
  /**
   * Returns the newest live documents of the scope, at most `limit`. It is called only when a word is in very many
   * documents of others.
   */
  readonly newest: (limit: number) => readonly number[];
  /** The text of a document that says most of it: its names and first lines. */
  readonly beginningOf: (id: number) => string;
  /** The factor of a document's score. */
  readonly boostOf: (id: number) => number;
}

/** A document that holds some of the words. */
export interface QuickHit {
  /** Document number. */
  readonly id: number;
  /** The sum of the BM25 scores of its words, times its factor. */
  readonly score: number;
  /** The words that the document holds, by their place among the searched words, ascending. */
  readonly words: readonly number[];
}

export interface QuickResults {
  /** The best first; of equal ones the newer first. At most HITS_MAX. */
  readonly hits: readonly QuickHit[];
  /**
   * The inverse document frequency of each word that was looked up. 0 for words that were not, or that no document
   * holds.
   */
  readonly weights: readonly number[];
  /** The weights of words that are common, or in more documents than there is time for. 0 for all others. */
  readonly commonWeights: readonly number[];
}

/** A term and its ordinal in each segment; -1 where the segment does not hold the term. */
interface Term {
  readonly ordinals: readonly number[];
  /** The length of its lists, over the documents of all scopes. */
  readonly frequency: number;
  reading: Reading | null;
}

/** What is known of a term within the scope. */
interface Reading {
  /** How many documents hold it, deleted ones included. */
  readonly count: number;
  /** The live documents, ascending. Null for a common term. */
  readonly postings: Postings | null;
}

/**
 * The documents that hold a term, and how often each does. The arrays have just the length that they need: a buffer for
 * each word costs more to make than to fill.
 */
interface Postings {
  readonly documents: readonly number[];
  readonly frequencies: readonly number[];
}

/** A word that is worth looking up. */
interface Word {
  readonly place: number;
  readonly postings: Postings;
  /** The number of postings that the word is charged for. */
  readonly cost: number;
}

interface Found {
  score: number;
  readonly words: number[];
}

/**
 * Finds the live documents of `scope` that hold at least one of `words`. A word matches by its whole form. A word
 * without a whole form, or whose whole form stands in no document of the scope, matches where all of its parts stand;
 * common parts are not required. Common words are left out. When the postings of all words are too many, the more
 * frequent words are left out.
 */
export function quickSearch(
  index: LiveIndex,
  words: readonly TermGroup[],
  scope: Scope,
  postingsMax = POSTINGS_MAX,
): QuickResults {
  const weights: number[] = [];
  const commonWeights: number[] = [];
  for (let place = 0; place < words.length; place++) {
    weights.push(0);
    commonWeights.push(0);
  }
  const reader = new ScopeReader(index, scope, postingsMax * PASSED_OVER);
  const looked = wordsToLookFor(reader, words, commonWeights);
  const found = new Map<number, Found>();
  const lengthOf = index.lengths();
  let room = postingsMax;
  for (const { place, postings, cost } of looked) {
    const { documents, frequencies } = postings;
    const count = documents.length;
    if (count === 0) continue;
    const weight = reader.weigh(count);
    if (cost > room) {
      commonWeights[place] = weight;
      continue;
    }
    room -= cost;
    weights[place] = weight;
    for (let at = 0; at < count; at++) {
      const id = documents[at]!;
      const score = termScore(weight, frequencies[at]!, lengthOf(id), LENGTH_TYPICAL);
      const known = found.get(id);
      if (known === undefined) found.set(id, { score, words: [place] });
      else {
        known.score += score;
        known.words.push(place);
      }
    }
  }
  return { hits: bestOf(index, scope, found), weights, commonWeights };
}

/**
 * Returns the words that are worth looking up, the rarest in the scope first. The weights of common words go into
 * `commonWeights`.
 */
function wordsToLookFor(reader: ScopeReader, words: readonly TermGroup[], commonWeights: number[]): Word[] {
  // Short lists are read first, so that a long list of another scope's postings does not use up the room of other
  // words.
  const order: { place: number; frequency: number }[] = [];
  for (let place = 0; place < words.length; place++) {
    const frequency = words[place]!.prefix ? 0 : frequencyOf(reader, words[place]!);
    if (frequency > 0) order.push({ place, frequency });
  }
  if (order.length > 1) order.sort((a, b) => a.frequency - b.frequency || a.place - b.place);
  const looked: Word[] = [];
  for (const { place } of order) {
    const readings = readWord(reader, words[place]!);
    const first = readings[0];
    if (first === undefined) continue;
    if (first.postings === null) {
      commonWeights[place] = reader.weigh(first.count);
      continue;
    }
    let { postings } = first;
    let cost = 0;
    for (const { count, postings: other } of readings) {
      if (other === null) break;
      cost += count;
      if (other !== postings && other !== first.postings) postings = intersection(postings, other);
    }
    looked.push({ place, postings, cost });
  }
  return looked.sort((a, b) => a.cost - b.cost || a.place - b.place);
}

/** Estimates how many postings have to be read for a word. */
function frequencyOf(reader: ScopeReader, { whole, parts }: TermGroup): number {
  const frequency = whole === null ? 0 : reader.frequencyOf(whole);
  if (frequency > 0) return frequency;
  let sum = 0;
  for (const part of parts) sum += reader.frequencyOf(part);
  return sum;
}

/**
 * Returns the terms that together stand for a word: the rarest first, common ones at the end. Returns none when one of
 * them is in no document.
 */
function readWord(reader: ScopeReader, { whole, parts }: TermGroup): Reading[] {
  if (whole !== null) {
    const reading = reader.read(whole);
    if (reading.count > 0) return [reading];
    // `OS` alone does not stand for `iOS`.
    if (parts.length < 2) return [];
  }
  const readings: Reading[] = [];
  for (const part of parts) {
    const reading = reader.read(part);
    if (reading.count === 0) return [];
    readings.push(reading);
  }
  return readings.length < 2 ? readings : readings.sort((a, b) => a.count - b.count);
}

/** Reads posting lists, each once, and keeps the postings of one scope. The number of postings read is limited. */
class ScopeReader {
  readonly #index: LiveIndex;
  readonly #scope: Scope;
  readonly #commonMin: number;
  readonly #terms = new Map<string, Term>();
  readonly #listMax: number;
  readonly #buffer = new PostingBuffer();
  #room: number;
  #beginnings: [id: number, terms: ReadonlySet<string>][] | undefined;

  constructor(index: LiveIndex, scope: Scope, room: number) {
    this.#index = index;
    this.#scope = scope;
    this.#commonMin = Math.max(COMMON_MIN, scope.entryCount * COMMON_SHARE);
    this.#listMax = room;
    this.#room = room;
  }

  /** Returns the weight of a word that `count` documents of the scope hold. */
  weigh(count: number): number {
    return inverseDocumentFrequency(Math.max(this.#scope.entryCount, count), count);
  }

  /** The length of a term's lists, over the documents of all scopes. */
  frequencyOf(name: string): number {
    return this.#term(name).frequency;
  }

  read(name: string): Reading {
    const term = this.#term(name);
    term.reading ??= this.#read(name, term);
    return term.reading;
  }

  #term(name: string): Term {
    const known = this.#terms.get(name);
    if (known !== undefined) return known;
    const ordinals: number[] = [];
    let frequency = 0;
    for (const { segment } of this.#index.segments) {
      const ordinal = segment.findTerm(name);
      ordinals.push(ordinal);
      if (ordinal >= 0) frequency += segment.frequencyOf(ordinal);
    }
    const term = { ordinals, frequency, reading: null };
    this.#terms.set(name, term);
    return term;
  }

  #read(name: string, term: Term): Reading {
    const { frequency } = term;
    if (frequency === 0) return { count: 0, postings: null };
    const foreign = Math.max(0, this.#index.capacity - this.#scope.entryCount);
    const isTooLong = frequency > this.#room;
    // At least this many documents of the scope hold the term. Without documents of others the number is exact.
    const least = frequency - foreign;
    if (least > this.#commonMin && (foreign === 0 || isTooLong)) return { count: least, postings: null };
    return isTooLong ? this.#lookFor(name) : this.#load(term);
  }

  #load({ ordinals, frequency }: Term): Reading {
    const index = this.#index;
    const { accepts } = this.#scope;
    const anyDeleted = index.deletedCount > 0;
    const buffer = this.#buffer;
    const documents: number[] = [];
    const frequencies: number[] = [];
    let counted = 0;
    this.#room -= frequency;
    for (let at = 0; at < ordinals.length; at++) {
      if (ordinals[at]! < 0) continue;
      const { segment, first } = index.segments[at]!;
      buffer.count = 0;
      segment.postings(ordinals[at]!, buffer);
      for (let posting = 0; posting < buffer.count; posting++) {
        const id = first + buffer.documents[posting]!;
        if (!accepts(id)) continue;
        counted++;
        if (counted > this.#commonMin || (anyDeleted && index.isDeleted(id))) continue;
        documents.push(id);
        frequencies.push(buffer.frequencies[posting]!);
      }
    }
    return { count: counted, postings: counted > this.#commonMin ? null : { documents, frequencies } };
  }

  /** Finds the newest documents of the scope that have the term in their beginnings. */
  #lookFor(name: string): Reading {
    this.#beginnings ??= this.#readBeginnings();
    const documents: number[] = [];
    for (const [id, terms] of this.#beginnings) if (terms.has(name)) documents.push(id);
    const count = documents.length;
    return { count, postings: count > this.#commonMin ? null : { documents, frequencies: documents.map(() => 1) } };
  }

  #readBeginnings(): [id: number, terms: ReadonlySet<string>][] {
    // In so large a scope there is no short way to the newest documents.
    if (this.#scope.entryCount > this.#listMax) return [];
    const ids = [...this.#scope.newest(LOOKED_AT_MAX)].sort((a, b) => a - b);
    return ids.map((id) => [id, new Set(tokenize(this.#scope.beginningOf(id)))]);
  }
}

/** Returns the postings of `list` whose documents are in `other` too. Both ascend. */
function intersection(list: Postings, other: Postings): Postings {
  const documents: number[] = [];
  const frequencies: number[] = [];
  let across = 0;
  for (let at = 0; at < list.documents.length; at++) {
    const id = list.documents[at]!;
    while (across < other.documents.length && other.documents[across]! < id) across++;
    if (across === other.documents.length) break;
    if (other.documents[across] !== id) continue;
    documents.push(id);
    frequencies.push(list.frequencies[at]!);
  }
  return { documents, frequencies };
}

/**
 * Returns the best hits in order. Comparing is slow in code that is not compiled yet, so only hits that can be among
 * the best are compared.
 */
function bestOf(index: LiveIndex, { boostOf }: Scope, found: ReadonlyMap<number, Found>): QuickHit[] {
  const scores = new Float64Array(found.size);
  let hits: QuickHit[] = [];
  for (const [id, { score, words }] of found) {
    const hit = { id, score: score * boostOf(id), words };
    scores[hits.length] = hit.score;
    hits.push(hit);
  }
  if (hits.length > HITS_MAX) {
    const least = scores.sort()[hits.length - HITS_MAX]!;
    hits = hits.filter(({ score }) => score >= least);
  }
  hits.sort((a, b) => b.score - a.score || index.compare(b.id, a.id));
  for (const { words } of hits) if (words.length > 1) (words as number[]).sort((a, b) => a - b);
  return hits.length > HITS_MAX ? hits.slice(0, HITS_MAX) : hits;
}
