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
/** How many candidates are compared in full. */
const CANDIDATES_MAX = 32;

/** Live documents of `topic` that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(index: LiveIndex, topic: string, tokens: ReadonlySet<string>): number[] {
  const buffer = new PostingBuffer();
  const loaded: Uint32Array[] = [];
  for (const token of tokens) {
    const found: number[] = [];
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
    loaded.push(Uint32Array.from(found));
  }
  loaded.sort((a, b) => a.length - b.length);
  const prefix = tokens.size - Math.ceil(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Map<number, number>();
  for (const ids of loaded.slice(0, prefix)) for (const id of ids) shared.set(id, 0);
  if (shared.size === 0) return [];
  for (const ids of loaded) {
    for (const id of ids) {
      const count = shared.get(id);
      if (count !== undefined) shared.set(id, count + 1);
    }
  }
  const needed = DUPLICATE_SIMILARITY * tokens.size;
  return [...shared]
    .filter(([, count]) => count >= needed)
    .sort(([a, countA], [b, countB]) => countB - countA || b - a)
    .slice(0, CANDIDATES_MAX)
    .map(([id]) => id);
}
