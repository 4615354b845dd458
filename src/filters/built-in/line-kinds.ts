// Puts the lines of an output into kinds, and says how rare each line is. Lines of a kind have the same common words in
// the same order, and something else between them: `Compiling foo v1` and `Compiling bar v2` are of one kind.
//
// How: a line is cut into words (line-words.ts). A word is common if a part of all lines holds it. Every other word
// becomes a gap. The kind is the sequence of common words and gaps.

import { addWords, isOfLetters, type KnownWords } from "./line-words.ts";

/** A word is common if it stands in this part of the lines, and in this many. */
const COMMON_PART = 0.02;
const COMMON_MIN = 3;
const GAP = 0;
/** Words are counted in at most so many buckets. Rare words that share one count as a bit less rare. */
const BUCKETS_MAX = 1 << 17;
const BUCKETS_MIN = 1 << 8;
const PRIME = 0x01000193;
const OTHER_PRIME = 0x5bd1e995;

/** What is known of the lines of an output, by their numbers. */
export interface LineKinds {
  /** The kind of each line. */
  readonly kinds: Uint32Array;
  /** How many lines each kind has. */
  readonly counts: readonly number[];
  /** Whether the lines of a kind have a common word with letters. */
  readonly hasWords: readonly boolean[];
  /** The mean information of the words of each line: the rarer they are, the higher. */
  readonly information: Float64Array;
}

/** Finds the kinds of lines. */
export function lineKinds(texts: readonly string[]): LineKinds {
  const words: number[] = [];
  const known: KnownWords = new Map();
  const ends = new Uint32Array(texts.length);
  for (const [at, text] of texts.entries()) {
    addWords(text, words, known);
    ends[at] = words.length;
  }
  const buckets = bucketsFor(words.length);
  const frequency = lineFrequency(words, ends, buckets);
  const commonMin = Math.max(COMMON_MIN, texts.length * COMMON_PART);
  const kindIds = new Map<number, number>();
  const counts: number[] = [];
  const hasWords: boolean[] = [];
  const kinds = new Uint32Array(texts.length);
  const information = new Float64Array(texts.length);
  // The logarithm costs more than all else here, and there are few numbers to take it of.
  const logarithms = new Float64Array(texts.length + 1);
  for (let at = 0, word = 0; at < texts.length; at++) {
    const start = word;
    let [hash, other, last, sum] = [0, 0, -1, 0];
    let isWorded = false;
    for (; word < ends[at]!; word++) {
      const count = frequency[bucketOf(words[word]!, buckets)]!;
      const part = count >= commonMin ? words[word]! : GAP;
      isWorded ||= part !== GAP && isOfLetters(part);
      sum += logarithms[count] ||= Math.log(texts.length / count);
      if (part === GAP && last === GAP) continue;
      hash = Math.imul(hash ^ part, PRIME);
      other = Math.imul(other + part, OTHER_PRIME) ^ (other >>> 13);
      last = part;
    }
    const key = (hash >>> 0) * 0x20_0000 + (other >>> 11);
    let kind = kindIds.get(key);
    if (kind === undefined) {
      kind = counts.length;
      kindIds.set(key, kind);
      counts.push(0);
      hasWords.push(isWorded);
    }
    counts[kind]!++;
    kinds[at] = kind;
    information[at] = word === start ? 0 : sum / (word - start);
  }
  return { kinds, counts, hasWords, information };
}

/** In how many lines the words of each bucket stand. */
function lineFrequency(words: readonly number[], ends: Uint32Array, buckets: number): Uint32Array {
  const frequency = new Uint32Array(buckets);
  const lastLine = new Int32Array(buckets).fill(-1);
  for (let at = 0, word = 0; at < ends.length; at++) {
    for (; word < ends[at]!; word++) {
      const bucket = bucketOf(words[word]!, buckets);
      if (lastLine[bucket] === at) continue;
      lastLine[bucket] = at;
      frequency[bucket]!++;
    }
  }
  return frequency;
}

/** A power of two, with room for most words. */
function bucketsFor(words: number): number {
  let buckets = BUCKETS_MIN;
  while (buckets < 8 * words && buckets < BUCKETS_MAX) buckets *= 2;
  return buckets;
}

function bucketOf(word: number, buckets: number): number {
  const mixed = Math.imul(word ^ (word >>> 15), 0x9e3779b1);
  return (mixed ^ (mixed >>> 16)) & (buckets - 1);
}
