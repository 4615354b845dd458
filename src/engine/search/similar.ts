// Finds entries of a topic that say nearly the same as a text, without reading the topic.
//
// Two token sets with a Jaccard similarity above t share more than t of the tokens of either. So of any ordering of a
// set's tokens, a similar set must hold one of the first (1 - t) n + 1 (the prefix filter of Chaudhuri, Ganti and
// Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", 2006), and with each further token one more.
// With the rarest tokens first, few entries are looked at. Nothing here costs more in a larger knowledge base but the
// posting lists, which are bounded.

import { BLOCK_SIZE } from "../postings/bit-packing.ts";
import { PostingBuffer } from "../postings/posting-buffer.ts";
import type { Segment } from "../segment/document.ts";
import type { LiveIndex } from "../segment/live-index.ts";

/** Above this Jaccard similarity two entries are near-duplicates. */
export const DUPLICATE_SIMILARITY = 0.7;
/** Fewer tokens say too little to be compared. */
export const DUPLICATE_TOKENS_MIN = 6;
/** How many candidates are worth comparing in full. */
const CANDIDATES_MAX = 16;
/** How many tokens are looked up beyond those that a similar entry must hold one of. */
const FURTHER_TOKENS = 2;
/** How many postings may be decoded for one text; the rarest tokens come first, and one list at least is read. */
const POSTINGS_MAX = 30_000;

/** In how many documents a token stands. */
export type FrequencyOf = (token: string) => number;

/**
 * Asks the index for each token once: for several texts, which have many words in common, while the index stays as it
 * is.
 */
export function rememberedFrequencies(index: LiveIndex): FrequencyOf {
  const known = new Map<string, number>();
  return (token) => {
    let frequency = known.get(token);
    if (frequency === undefined) {
      frequency = index.documentFrequency(token);
      known.set(token, frequency);
    }
    return frequency;
  };
}

/** Live documents of `topic` that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(
  index: LiveIndex,
  topic: string,
  tokens: ReadonlySet<string>,
  frequencyOf: FrequencyOf = (token) => index.documentFrequency(token),
): number[] {
  if (!index.hasTopic(topic)) return [];
  const members = new TopicMembers(index, topic);
  const rarestFirst = [...tokens]
    .map((token) => ({ token, frequency: frequencyOf(token) }))
    .sort((a, b) => a.frequency - b.frequency);
  const sharedMin = Math.floor(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Map<number, number>();
  let lists = 0;
  let read = 0;
  for (const { token, frequency } of rarestFirst.slice(0, tokens.size - sharedMin + 1 + FURTHER_TOKENS)) {
    const cost = members.costOf(frequency);
    if (lists > 0 && read + cost > POSTINGS_MAX) break;
    lists++;
    read += cost;
    if (frequency > 0) members.count(token, shared);
  }
  const touched: number[] = [];
  for (const [id, count] of shared) {
    if (count + tokens.size - lists >= sharedMin && !index.isDeleted(id)) touched.push(id);
  }
  // An entry may hold all the tokens and be no duplicate, because it says much more: its length counts as well.
  const lengths = index.lengths();
  const resemblance = (id: number) => {
    const length = lengths(id);
    return (shared.get(id)! * Math.min(tokens.size, length)) / Math.max(tokens.size, length);
  };
  return highest(touched, resemblance, CANDIDATES_MAX);
}

/** The `count` documents of the highest value, highest first; of equal ones the newer first. */
function highest(documents: readonly number[], resemblance: (id: number) => number, count: number): number[] {
  const best: { id: number; value: number }[] = [];
  for (const id of documents) {
    const value = resemblance(id);
    const last = best[count - 1];
    if (last !== undefined && (value < last.value || (value === last.value && id < last.id))) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]!.value < value || (best[at - 1]!.value === value && best[at - 1]!.id < id))) at--;
    best.splice(at, 0, { id, value });
    if (best.length > count) best.pop();
  }
  return best.map(({ id }) => id);
}

/** The documents of a topic, and which of them hold a token; deleted ones count. */
class TopicMembers {
  readonly #segments: readonly { segment: Segment; first: number; ordinal: number; members: Uint32Array }[];
  readonly #most: number;
  readonly #kept: Uint32Array;
  #buffer: PostingBuffer | null = null;

  constructor(index: LiveIndex, topic: string) {
    this.#segments = index.segments.flatMap(({ segment, first }) => {
      const ordinal = segment.findTopic(topic);
      if (ordinal < 0) return [];
      return [{ segment, first, ordinal, members: ascending(segment.topicDocuments(ordinal)) }];
    });
    this.#most = Math.max(0, ...this.#segments.map(({ members }) => members.length));
    this.#kept = new Uint32Array(this.#most);
  }

  /**
   * How many postings are decoded at most to look through a list of so many: a topic of few documents meets few of its
   * blocks.
   */
  costOf(frequency: number): number {
    return Math.min(frequency, this.#most * BLOCK_SIZE);
  }

  /** Adds one for each document of the topic that holds the token. */
  count(token: string, counts: Map<number, number>): void {
    for (const { segment, first, ordinal, members } of this.#segments) {
      const term = segment.findTerm(token);
      if (term < 0) continue;
      if (segment.frequencyOf(term) <= members.length) {
        this.#countList(segment, term, ordinal, first, counts);
        continue;
      }
      this.#kept.set(members);
      const kept = segment.retain(term, this.#kept, members.length);
      for (let at = 0; at < kept; at++) addOne(counts, first + this.#kept[at]!);
    }
  }

  /** A list that is shorter than the topic is gone through as a whole. */
  #countList(segment: Segment, term: number, topic: number, first: number, counts: Map<number, number>): void {
    this.#buffer ??= new PostingBuffer();
    const buffer = this.#buffer;
    buffer.count = 0;
    segment.postings(term, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const id = buffer.documents[at]!;
      if (segment.topicOf(id) === topic) addOne(counts, first + id);
    }
  }
}

/** A copy in ascending order; documents that were given the places of others are out of it, and few are. */
function ascending(documents: ArrayLike<number>): Uint32Array {
  const copy = Uint32Array.from(documents);
  for (let at = 1; at < copy.length; at++) if (copy[at - 1]! > copy[at]!) return copy.sort();
  return copy;
}

function addOne(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
