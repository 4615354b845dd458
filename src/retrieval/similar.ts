// Finds entries of a topic that say nearly the same as a text, without reading the topic.
//
// Two token sets with a Jaccard similarity above t share more than t of the tokens of either. So of any ordering of a set's
// tokens, a similar set must hold one of the first (1 - t) n + 1 (the prefix filter of Chaudhuri, Ganti and Kaushik, "A
// Primitive Operator for Similarity Joins in Data Cleaning", 2006). With the rarest tokens first, few entries are looked at.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex } from "../index/live-index.ts";

/** Above this Jaccard similarity two entries are near-duplicates. */
export const DUPLICATE_SIMILARITY = 0.7;
/** Fewer tokens say too little to be compared. */
export const DUPLICATE_TOKENS_MIN = 6;
/** How many candidates are worth comparing in full. */
const CANDIDATES_MAX = 16;
/** How many postings may be looked through for one text; the rarest tokens come first, and one list at least is read. */
const POSTINGS_MAX = 30_000;

/** Live documents of `topic` that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(index: LiveIndex, topic: string, tokens: ReadonlySet<string>): number[] {
  if (!index.hasTopic(topic)) return [];
  const rarestFirst = [...tokens]
    .map((token) => ({ token, frequency: index.documentFrequency(token) }))
    .sort((a, b) => a.frequency - b.frequency);
  const prefixLength = tokens.size - Math.ceil(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Uint16Array(index.capacity);
  const touched: number[] = [];
  let read = 0;
  for (const { token, frequency } of rarestFirst.slice(0, prefixLength)) {
    if (read > 0 && read + frequency > POSTINGS_MAX) break;
    read += frequency;
    for (const id of documentsInTopic(index, token, topic)) if (shared[id]!++ === 0) touched.push(id);
  }
  // An entry may hold all the tokens and be no duplicate, because it says much more: its length counts as well.
  const lengths = index.lengths();
  const likeness = (id: number) => {
    const length = lengths(id);
    return (shared[id]! * Math.min(tokens.size, length)) / Math.max(tokens.size, length);
  };
  return highest(touched, likeness, CANDIDATES_MAX);
}

/** The `count` documents of the highest value, highest first; of equal ones the newer first. */
function highest(documents: readonly number[], likeness: (id: number) => number, count: number): number[] {
  const best: { id: number; value: number }[] = [];
  for (const id of documents) {
    const value = likeness(id);
    const last = best[count - 1];
    if (last !== undefined && (value < last.value || (value === last.value && id < last.id))) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]!.value < value || (best[at - 1]!.value === value && best[at - 1]!.id < id))) at--;
    best.splice(at, 0, { id, value });
    if (best.length > count) best.pop();
  }
  return best.map(({ id }) => id);
}

/** The live documents of `topic` that hold `token`. */
function documentsInTopic(index: LiveIndex, token: string, topic: string): number[] {
  const found: number[] = [];
  const buffer = new PostingBuffer();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(token);
    const topicOrdinal = segment.findTopic(topic);
    if (ordinal < 0 || topicOrdinal < 0) continue;
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const id = buffer.documents[at]!;
      if (segment.topicOf(id) === topicOrdinal && !index.isBuried(first + id)) found.push(first + id);
    }
  }
  return found;
}
