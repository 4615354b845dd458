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
const CANDIDATES_MAX = 32;
/** How many postings may be looked through for one text; the rarest tokens come first, and one list at least is read. */
const POSTINGS_MAX = 100_000;

/** Live documents of `topic` that may be similar to `tokens`, the likeliest first. */
export function similarCandidates(index: LiveIndex, topic: string, tokens: ReadonlySet<string>): number[] {
  if (!index.hasTopic(topic)) return [];
  const rarestFirst = [...tokens]
    .map((token) => ({ token, frequency: index.documentFrequency(token) }))
    .sort((a, b) => a.frequency - b.frequency);
  const prefixLength = tokens.size - Math.ceil(DUPLICATE_SIMILARITY * tokens.size) + 1;
  const shared = new Map<number, number>();
  let read = 0;
  for (const { token, frequency } of rarestFirst.slice(0, prefixLength)) {
    if (read > 0 && read + frequency > POSTINGS_MAX) break;
    read += frequency;
    for (const id of documentsInTopic(index, token, topic)) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  // An entry may hold all the tokens and be no duplicate, because it says much more: its length counts as well.
  const lengths = index.lengths();
  const likeness = (id: number, count: number) => {
    const length = lengths(id);
    return (count * Math.min(tokens.size, length)) / Math.max(tokens.size, length);
  };
  return Array.from(shared, ([id, count]) => ({ id, likeness: likeness(id, count) }))
    .sort((a, b) => b.likeness - a.likeness || b.id - a.id)
    .slice(0, CANDIDATES_MAX)
    .map(({ id }) => id);
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
