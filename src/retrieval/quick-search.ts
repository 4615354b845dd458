// A search for those who have no time: hooks. It looks only at rare words, reads a bounded number of postings and touches nothing else of
// the index, so that a process that has just begun answers within a millisecond. What it leaves out are the words that say little.
// Scores are BM25 over the same postings as a full search, without recency: a hook's notes are as good as they are near to the matter.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex } from "../index/live-index.ts";
import type { TermGroup } from "../text/tokenizer.ts";
import { inverseDocumentFrequency, termScore } from "./bm25.ts";

/** Postings that one search reads at most. */
const POSTINGS_MAX = 2048;
/** A word in more than this share of the entries, and in more than this many, is not looked for. */
const COMMON_SHARE = 1 / 16;
const COMMON_MIN = 24;

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
  /** Best first; of equal ones the newer first. */
  readonly hits: readonly QuickHit[];
  /** The inverse document frequency of each word that was looked for; 0 for those that were not, or are in no entry. */
  readonly weights: readonly number[];
}

interface Word {
  readonly place: number;
  readonly terms: readonly string[];
  readonly frequency: number;
}

/**
 * The live entries that `accepts` takes and that hold at least one of `words`. A word with a whole form counts where that stands; one
 * without, or whose whole form is unknown, where all of its parts stand.
 */
export function quickSearch(
  index: LiveIndex,
  words: readonly TermGroup[],
  accepts: (id: number) => boolean,
): QuickResults {
  const common = Math.max(COMMON_MIN, index.liveCount * COMMON_SHARE);
  const looked: Word[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = wordOf(index, words[place]!, place);
    if (word !== null && word.frequency > 0 && word.frequency <= common) looked.push(word);
  }
  looked.sort((a, b) => a.frequency - b.frequency || a.place - b.place);
  const weights = new Array<number>(words.length).fill(0);
  const found = new Map<number, { score: number; words: number[] }>();
  const averageLength = Math.max(1, index.tokenTotal / Math.max(1, index.liveCount));
  const lengthOf = index.lengths();
  let budget = POSTINGS_MAX;
  for (const { place, terms, frequency } of looked) {
    if (frequency > budget) break;
    budget -= frequency;
    const idf = inverseDocumentFrequency(index.liveCount, frequency);
    weights[place] = idf;
    for (const [id, count] of documentsWith(index, terms)) {
      if (!accepts(id)) continue;
      const score = termScore(idf, count, lengthOf(id), averageLength);
      const known = found.get(id);
      if (known === undefined) found.set(id, { score, words: [place] });
      else {
        known.score += score;
        known.words.push(place);
      }
    }
  }
  const hits: QuickHit[] = [];
  for (const [id, { score, words: held }] of found) {
    hits.push({ id, score: score * index.confidenceOf(id), words: held.sort((a, b) => a - b) });
  }
  hits.sort((a, b) => b.score - a.score || index.compare(b.id, a.id));
  return { hits, weights };
}

/** Which terms stand for a word, and in at most how many entries they stand together. */
function wordOf(index: LiveIndex, { whole, parts, prefix }: TermGroup, place: number): Word | null {
  if (prefix) return null;
  if (whole !== null) {
    const frequency = index.documentFrequency(whole);
    if (frequency > 0 || parts.length === 0) return { place, terms: [whole], frequency };
  }
  if (parts.length === 0) return null;
  // The rarest part says how many entries can hold them all.
  const frequencies = parts.map((term) => ({ term, frequency: index.documentFrequency(term) }));
  frequencies.sort((a, b) => a.frequency - b.frequency);
  return { place, terms: frequencies.map(({ term }) => term), frequency: frequencies[0]!.frequency };
}

/** The live documents that hold all of the terms, with how often the first stands there. The first term is the rarest. */
function documentsWith(index: LiveIndex, terms: readonly string[]): Map<number, number> {
  let documents = postingsOf(index, terms[0]!);
  for (let at = 1; at < terms.length && documents.size > 0; at++) {
    // A part in very many entries is not read for a word that few have.
    if (index.documentFrequency(terms[at]!) > POSTINGS_MAX) continue;
    const others = postingsOf(index, terms[at]!);
    documents = new Map([...documents].filter(([id]) => others.has(id)));
  }
  return documents;
}

function postingsOf(index: LiveIndex, term: string): Map<number, number> {
  const documents = new Map<number, number>();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(term);
    if (ordinal < 0) continue;
    const buffer = new PostingBuffer();
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const id = first + buffer.documents[at]!;
      if (!index.isBuried(id)) documents.set(id, buffer.frequencies[at]!);
    }
  }
  return documents;
}
