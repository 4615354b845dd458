// How many notes link to each note of some topics. The links are counted from their terms in the index, so that no note
// is read for it.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { MergeSource } from "../../engine/segment/document.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { LINK_NAMESPACE, linkPrefix } from "../../notes/index/link-terms.ts";
import type { TopicLists } from "./topic-lists.ts";

const ALL = Number.MAX_SAFE_INTEGER;

/** Counts the live links to each document, by document number. Notes without links to them are left out. */
export function linkCounts(index: LiveIndex, topics: readonly string[], lists: TopicLists): Map<number, number> {
  const counts = new Map<number, number>();
  const { base, delta } = index;
  const inBase = base !== null && base.termsWithPrefix(LINK_NAMESPACE, 1).length > 0;
  // The delta's terms are not ordered, so one pass serves all topics.
  const inDelta = termsByTopic(delta);
  if (!inBase && inDelta.size === 0) return counts;
  const count = termCounter(index);
  for (const topic of topics) {
    const prefix = linkPrefix(topic);
    const positions = new Map<number, number>();
    const add = (segment: MergeSource, first: number, ordinal: number) => {
      const position = Number(segment.terms.name(ordinal).slice(prefix.length));
      positions.set(position, (positions.get(position) ?? 0) + count(segment, first, ordinal));
    };
    if (inBase) for (const ordinal of base.termsWithPrefix(prefix, ALL)) add(base, 0, ordinal);
    for (const ordinal of inDelta.get(prefix) ?? []) add(delta, base?.documentCount ?? 0, ordinal);
    if (positions.size === 0) continue;
    const documents = lists.of(topic);
    for (const [position, links] of positions) {
      const id = documents[position];
      if (id !== undefined && links > 0) counts.set(id, links);
    }
  }
  return counts;
}

/** The terms of all links, grouped by the prefix of links to one topic. */
function termsByTopic(segment: MergeSource): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const ordinal of segment.termsWithPrefix(LINK_NAMESPACE, ALL)) {
    const name = segment.terms.name(ordinal);
    const prefix = name.slice(0, name.lastIndexOf(":") + 1);
    const known = found.get(prefix);
    if (known) known.push(ordinal);
    else found.set(prefix, [ordinal]);
  }
  return found;
}

/** Makes a function that counts the live notes with a term. */
function termCounter(index: LiveIndex): (segment: MergeSource, first: number, ordinal: number) => number {
  const buffer = new PostingBuffer();
  return (segment, first, ordinal) => {
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    let count = 0;
    for (let at = 0; at < buffer.count; at++) if (!index.isDeleted(first + buffer.documents[at]!)) count++;
    return count;
  };
}
