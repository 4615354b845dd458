// A search for those who have no time: hooks. It looks only at rare words, reads a bounded number of postings and
// touches nothing else of the index, so that a process that has just begun answers within a millisecond. What it leaves
// out are the words that say little. Scores are BM25 over the same postings as a full search, without recency: a hook's
// notes are as good as they are near to the matter.
// Invariants:
// - at most `postingsMax` postings are scored and PASSED_OVER times as many read, whatever is looked for;
// - as long as that suffices, what is found, which words are common and what each weighs depends on the entries of the
//   scope alone: another project's notes, however many, neither make my words common nor mine rare. Beyond that a word
//   is looked for in the first lines of the scope's newest entries.

import { PostingBuffer } from "../postings/posting-buffer.ts";
import type { LiveIndex } from "../segment/live-index.ts";
import { type TermGroup, tokenize } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** Postings that one search scores at most; who has many words and little time gives less. */
export const POSTINGS_MAX = 1024;
/** So many times that are read at most: passing over an entry of another project costs a fraction of scoring one. */
export const PASSED_OVER = 16;
/** A word in more than this share of the scope's entries, and in more than this many, is not looked for. */
export const COMMON_SHARE = 1 / 16;
export const COMMON_MIN = 24;
/** So many of the scope's entries are looked at for words whose lists are too long to be read. */
const LOOKED_AT_MAX = 64;
/** So many hits are ranked; nobody shows more. */
export const HITS_MAX = 16;
/** The length in tokens that counts as neither long nor short: the average would have to be that of the scope. */
export const LENGTH_TYPICAL = 30;

/** The entries among which is searched. */
export interface Scope {
  /** How many there are, deleted ones included: rareness is measured by it. */
  readonly entryCount: number;
  /** Whether an entry, by document number, is one of them; cheap, since it is asked of each posting. */
  readonly accepts: (id: number) => boolean;
  /** The newest of them, live, at most `limit`; asked for only when a word is in very many entries of others. */
  readonly newest: (limit: number) => readonly number[];
}

/** An entry that holds some of the words. */
export interface QuickHit {
  /** Document number. */
  readonly id: number;
  /** Sum of the BM25 scores of its words, times its confidence. */
  readonly score: number;
  /** Which words it holds, by their place in what was searched for, ascending. */
  readonly words: readonly number[];
}

export interface QuickResults {
  /** Best first; of equal ones the newer first; at most HITS_MAX. */
  readonly hits: readonly QuickHit[];
  /** The inverse document frequency of each word that was looked for; 0 for those that were not, or are in no entry. */
  readonly weights: readonly number[];
  /** What words weigh that are common, or in more entries than there is time for; 0 for all others. */
  readonly commonWeights: readonly number[];
}

/** A term where it stands: its ordinal in each segment, -1 where it does not. */
interface Term {
  readonly ordinals: readonly number[];
  /** How long its lists are, whoever's the entries are. */
  readonly frequency: number;
  reading: Reading | null;
}

/** A term as far as it stands in the scope. */
interface Reading {
  /** How many entries hold it, deleted ones included. */
  readonly count: number;
  /** The live ones, ascending; null for a common term. */
  readonly postings: Postings | null;
}

/**
 * Entries that hold a term, and how often each does: as long as they are, since a buffer for each word costs more to
 * make than to fill.
 */
interface Postings {
  readonly documents: readonly number[];
  readonly frequencies: readonly number[];
}

/** A word that is worth it. */
interface Word {
  readonly place: number;
  readonly postings: Postings;
  /** How many postings it is charged for. */
  readonly cost: number;
}

interface Found {
  score: number;
  readonly words: number[];
}

/**
 * The live entries of `scope` that hold at least one of `words`. A word with a whole form counts where that stands; one
 * without, or whose whole form is in none of them, where all of its parts stand, of which those that are common are not
 * asked for. Words that are common are left out, and of many words the more frequent ones.
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
  return { hits: bestOf(index, found), weights, commonWeights };
}

/**
 * The words that are worth it, the rarest in the scope first; what the common ones would weigh goes into
 * `commonWeights`.
 */
function wordsToLookFor(reader: ScopeReader, words: readonly TermGroup[], commonWeights: number[]): Word[] {
  // What is cheap to read is read first: a list of another project's postings must not use up the room of others.
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

/** About how many postings have to be read for a word. */
function frequencyOf(reader: ScopeReader, { whole, parts }: TermGroup): number {
  const frequency = whole === null ? 0 : reader.frequencyOf(whole);
  if (frequency > 0) return frequency;
  let sum = 0;
  for (const part of parts) sum += reader.frequencyOf(part);
  return sum;
}

/**
 * The terms that stand for a word together, the rarest first, common ones at the end; none when one of them is in no
 * entry.
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

/** Reads posting lists, each once, as far as they are of a scope, and so many postings of them at most. */
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

  /** What a word in so many of the scope's entries weighs. */
  weigh(count: number): number {
    return inverseDocumentFrequency(Math.max(this.#scope.entryCount, count), count);
  }

  /** How long the list of a term is, whoever's the entries are. */
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
    // So many entries of the scope hold it at the least: without others all that do.
    const least = frequency - foreign;
    if (least > this.#commonMin && (foreign === 0 || isTooLong)) return { count: least, postings: null };
    return isTooLong ? this.#lookFor(name) : this.#load(term);
  }

  #load({ ordinals, frequency }: Term): Reading {
    const index = this.#index;
    const { accepts } = this.#scope;
    const anyBuried = index.deletedCount > 0;
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
        if (counted > this.#commonMin || (anyBuried && index.isDeleted(id))) continue;
        documents.push(id);
        frequencies.push(buffer.frequencies[posting]!);
      }
    }
    return { count: counted, postings: counted > this.#commonMin ? null : { documents, frequencies } };
  }

  /** Which of the newest entries of the scope have the term in topic, tags or first lines. */
  #lookFor(name: string): Reading {
    this.#beginnings ??= this.#readBeginnings();
    const documents: number[] = [];
    for (const [id, terms] of this.#beginnings) if (terms.has(name)) documents.push(id);
    const count = documents.length;
    return { count, postings: count > this.#commonMin ? null : { documents, frequencies: documents.map(() => 1) } };
  }

  #readBeginnings(): [id: number, terms: ReadonlySet<string>][] {
    // Of a project as large as that there is no short way to the newest.
    if (this.#scope.entryCount > this.#listMax) return [];
    const ids = [...this.#scope.newest(LOOKED_AT_MAX)].sort((a, b) => a - b);
    return ids.map((id) => {
      const { topic, tags, snippet } = this.#index.document(id);
      return [id, new Set(tokenize(`${topic} ${tags.join(" ")} ${snippet[0]} ${snippet[1]}`))];
    });
  }
}

/** What of `list` is in `other` too; both ascend. */
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
 * The best hits in order. Comparing is dear where nothing is compiled yet: only what can be among the best is compared.
 */
function bestOf(index: LiveIndex, found: ReadonlyMap<number, Found>): QuickHit[] {
  const scores = new Float64Array(found.size);
  let hits: QuickHit[] = [];
  for (const [id, { score, words }] of found) {
    const hit = { id, score: score * index.confidenceOf(id), words };
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
