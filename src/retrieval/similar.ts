// Finds entries of a topic that say nearly the same as a text, without reading the topic.
//
// Two token sets with a Jaccard similarity above t share more than t of the tokens of either. So of any ordering of a set's
// tokens, a similar set must hold one of the first (1 - t) n + 1 (the prefix filter of Chaudhuri, Ganti and Kaushik, "A
// Primitive Operator for Similarity Joins in Data Cleaning", 2006), and with each further token one more. With the rarest tokens
// first, few entries are looked at. Nothing here costs more in a larger knowledge base but the posting lists, which are bounded.

import { PostingBuffer } from "../format/posting-codec.ts";
import type { LiveIndex } from "../index/live-index.ts";

/** Above this Jaccard similarity two entries are near-duplicates. */
export const DUPLICATE_SIMILARITY = 0.7;
/** Fewer tokens say too little to be compared. */
export const DUPLICATE_TOKENS_MIN = 6;
/** How many candidates are worth comparing in full. */
const CANDIDATES_MAX = 16;
/** How many tokens are looked up beyond those that a similar entry must hold one of. */
const FURTHER_TOKENS = 2;
/** How many postings may be looked through for one text; the rarest tokens come first, and one list at least is read. */
const POSTINGS_MAX = 30_000;

/** Live documents of `topic` that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(index: LiveIndex, topic: string, tokens: ReadonlySet<string>): number[] {
  if (!index.hasTopic(topic)) return [];
  const rarestFirst = [...tokens]
    .map((token) => ({ token, frequency: index.documentFrequency(token) }))
    .sort((a, b) => a.frequency - b.frequency);
  const sharedMin = Math.floor(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Map<number, number>();
  let lists = 0;
  let read = 0;
  for (const { token, frequency } of rarestFirst.slice(0, tokens.size - sharedMin + 1 + FURTHER_TOKENS)) {
    if (lists > 0 && read + frequency > POSTINGS_MAX) break;
    lists++;
    read += frequency;
    if (frequency > 0) countInTopic(index, token, topic, shared);
  }
  const touched: number[] = [];
  for (const [id, count] of shared) if (count + tokens.size - lists >= sharedMin) touched.push(id);
  // An entry may hold all the tokens and be no duplicate, because it says much more: its length counts as well.
  const lengths = index.lengths();
  const likeness = (id: number) => {
    const length = lengths(id);
    return (shared.get(id)! * Math.min(tokens.size, length)) / Math.max(tokens.size, length);
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

/** Counts the token for each live document of `topic` that holds it. */
function countInTopic(index: LiveIndex, token: string, topic: string, shared: Map<number, number>): void {
  const buffer = new PostingBuffer();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(token);
    const topicOrdinal = segment.findTopic(topic);
    if (ordinal < 0 || topicOrdinal < 0) continue;
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const id = buffer.documents[at]!;
      if (segment.topicOf(id) !== topicOrdinal || index.isBuried(first + id)) continue;
      shared.set(first + id, (shared.get(first + id) ?? 0) + 1);
    }
  }
}
