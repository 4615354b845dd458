// Finds the entries that link to an entry or a topic, by the terms of links (link-terms.ts).

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { linkPrefix } from "./link-terms.ts";

/** The live documents that link to an entry of the topic, or of a topic whose sanitised name is the same; ascending. */
export function documentsLinkingTo(index: LiveIndex, topic: string): number[] {
  const found = new Set<number>();
  for (const { segment, first } of index.segments) {
    const buffer = new PostingBuffer();
    for (const ordinal of segment.termsWithPrefix(linkPrefix(topic), Number.MAX_SAFE_INTEGER)) {
      buffer.count = 0;
      segment.postings(ordinal, buffer);
      for (let at = 0; at < buffer.count; at++) {
        const id = first + buffer.documents[at]!;
        if (!index.isDeleted(id)) found.add(id);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * How many live entries link to the entry at `position` of the topic, or of a topic whose sanitised name is the same.
 */
export function linkCount(index: LiveIndex, topic: string, position: number): number {
  let count = 0;
  const buffer = new PostingBuffer();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(`${linkPrefix(topic)}${position}`);
    if (ordinal < 0) continue;
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) if (!index.isDeleted(first + buffer.documents[at]!)) count++;
  }
  return count;
}
