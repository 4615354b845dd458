// A search for those who have no time: hooks. It looks only at rare words, reads a bounded number of postings and touches nothing else of
// the index, so that a process that has just begun answers within a millisecond. What it leaves out are the words that say little.
// Scores are BM25 over the same postings as a full search, without recency: a hook's notes are as good as they are near to the matter.
// Invariants: at most `postingsMax` postings are read, whatever is looked for; what a word counts for is counted over all live entries, so
// that it does not depend on who asks.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex } from "../index/live-index.ts";
import type { TermGroup } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** Postings that one search reads at most; who has many words and little time gives less. */
export const POSTINGS_MAX = 1024;
/** A word in more than this share of the entries, and in more than this many, is not looked for. */
export const COMMON_SHARE = 1 / 16;
export const COMMON_MIN = 24;
/** So many hits are ranked; nobody shows more. */
export const HITS_MAX = 16;

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
}

/** A term where it stands: its ordinal in each segment, -1 where it does not. */
interface Term {
  readonly ordinals: readonly number[];
  /** Buried entries included. */
  readonly frequency: number;
}

interface Word {
  readonly place: number;
  /** The rarest first. */
  readonly terms: readonly Term[];
  /** How many postings are read for it. */
  readonly cost: number;
}

interface Found {
  score: number;
  readonly words: number[];
}

/**
 * The live entries that `accepts` takes and that hold at least one of `words`. A word with a whole form counts where that stands; one
 * without, or whose whole form is unknown, where all of its parts stand, of which those that are common are not asked for. Words that are
 * common are left out, and of many words the more frequent ones.
 */
export function quickSearch(
  index: LiveIndex,
  words: readonly TermGroup[],
  accepts: (id: number) => boolean,
  postingsMax = POSTINGS_MAX,
): QuickResults {
  const looked = wordsToLookFor(index, words);
  const weights: number[] = [];
  for (let place = 0; place < words.length; place++) weights.push(0);
  const found = new Map<number, Found>();
  const { liveCount } = index;
  const averageLength = Math.max(1, index.tokenTotal / Math.max(1, liveCount));
  const lengthOf = index.lengths();
  const postings = new PostingBuffer();
  let room = postingsMax;
  for (const { place, terms, cost } of looked) {
    if (cost > room) break;
    room -= cost;
    loadWord(index, terms, postings);
    const { documents, frequencies, count } = postings;
    if (count === 0) continue;
    const weight = inverseDocumentFrequency(liveCount, count);
    weights[place] = weight;
    for (let at = 0; at < count; at++) {
      const id = documents[at]!;
      if (!accepts(id)) continue;
      const score = termScore(weight, frequencies[at]!, lengthOf(id), averageLength);
      const known = found.get(id);
      if (known === undefined) found.set(id, { score, words: [place] });
      else {
        known.score += score;
        known.words.push(place);
      }
    }
  }
  return { hits: bestOf(index, found), weights };
}

/** The words that are worth it, the rarest first. */
function wordsToLookFor(index: LiveIndex, words: readonly TermGroup[]): Word[] {
  const common = Math.max(COMMON_MIN, index.liveCount * COMMON_SHARE);
  const looked: Word[] = [];
  for (let place = 0; place < words.length; place++) {
    const terms = termsOf(index, words[place]!, common);
    let cost = 0;
    for (const { frequency } of terms) cost += frequency;
    if (cost > 0) looked.push({ place, terms, cost });
  }
  return looked.sort((a, b) => a.cost - b.cost || a.place - b.place);
}

/** The terms that stand for a word together; none for a word that is common, or in no entry. */
function termsOf(index: LiveIndex, { whole, parts, prefix }: TermGroup, common: number): Term[] {
  if (prefix) return [];
  if (whole !== null) {
    const term = lookUp(index, whole);
    if (term.frequency > 0) return term.frequency > common ? [] : [term];
  }
  const terms: Term[] = [];
  for (const part of parts) {
    const term = lookUp(index, part);
    if (term.frequency === 0) return [];
    if (term.frequency <= common) terms.push(term);
  }
  return terms.length < 2 ? terms : terms.sort((a, b) => a.frequency - b.frequency);
}

function lookUp(index: LiveIndex, name: string): Term {
  const ordinals: number[] = [];
  let frequency = 0;
  for (const { segment } of index.segments) {
    const ordinal = segment.findTerm(name);
    ordinals.push(ordinal);
    if (ordinal >= 0) frequency += segment.frequencyOf(ordinal);
  }
  return { ordinals, frequency };
}

/** The live documents that hold all of the terms, with how often the first stands there. */
function loadWord(index: LiveIndex, terms: readonly Term[], into: PostingBuffer): void {
  into.count = 0;
  load(index, terms[0]!, into);
  for (let at = 1; at < terms.length && into.count > 0; at++) {
    const other = new PostingBuffer();
    load(index, terms[at]!, other);
    keepCommon(into, other);
  }
}

/** Puts the live postings of a term into an empty buffer, ascending. */
function load(index: LiveIndex, { ordinals }: Term, into: PostingBuffer): void {
  const anyBuried = index.buriedCount > 0;
  for (let at = 0; at < ordinals.length; at++) {
    if (ordinals[at]! < 0) continue;
    const { segment, first } = index.segments[at]!;
    let kept = into.count;
    segment.postings(ordinals[at]!, into);
    if (first === 0 && !anyBuried) continue;
    const { documents, frequencies, count } = into;
    for (let posting = kept; posting < count; posting++) {
      const id = first + documents[posting]!;
      if (anyBuried && index.isBuried(id)) continue;
      documents[kept] = id;
      frequencies[kept] = frequencies[posting]!;
      kept++;
    }
    into.count = kept;
  }
}

/** Leaves in `list` only what `other` has too; both ascend. */
function keepCommon(list: PostingBuffer, other: PostingBuffer): void {
  const { documents, frequencies, count } = list;
  let kept = 0;
  let across = 0;
  for (let at = 0; at < count; at++) {
    const id = documents[at]!;
    while (across < other.count && other.documents[across]! < id) across++;
    if (across === other.count) break;
    if (other.documents[across] !== id) continue;
    documents[kept] = id;
    frequencies[kept] = frequencies[at]!;
    kept++;
  }
  list.count = kept;
}

/** The best hits in order. Comparing is dear where nothing is compiled yet: only what can be among the best is compared. */
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
