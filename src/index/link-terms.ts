// Links between entries as terms of the index, so that the entries that link to one are found without reading any. A link
// `topic:index` is the term `\x02topic:index`, with the topic's name as it would be stored; no text can hold such a term.

import { PostingBuffer } from "../format/posting-codec.ts";
import { sanitiseTopic } from "../text/topic.ts";
import type { LiveIndex } from "./live-index.ts";

/** First character of the terms of links: a namespace of its own. */
export const LINK_NAMESPACE = "\u0002";
const LINK = /^(.+):(\d+)$/s;

/** A link in its parts; null for text that is no link. */
export function parseLink(link: string): { topic: string; index: number } | null {
  const match = LINK.exec(link);
  return match === null ? null : { topic: match[1]!, index: Number(match[2]) };
}

/** The term of a link. */
export function linkTerm(link: string): string {
  const parts = parseLink(link);
  if (parts === null) return LINK_NAMESPACE + link;
  return `${linkPrefix(parts.topic)}${parts.index}`;
}

/** What the terms of all links to a topic begin with. */
export function linkPrefix(topic: string): string {
  return `${LINK_NAMESPACE}${sanitiseTopic(topic) || topic}:`;
}

/** The live documents that link to an entry of the topic, or of one whose name is sanitised to the same; ascending. */
export function documentsLinkingTo(index: LiveIndex, topic: string): number[] {
  const found = new Set<number>();
  for (const { segment, first } of index.segments) {
    const buffer = new PostingBuffer();
    for (const ordinal of segment.termsWithPrefix(linkPrefix(topic), Number.MAX_SAFE_INTEGER)) {
      buffer.count = 0;
      segment.postings(ordinal, buffer);
      for (let at = 0; at < buffer.count; at++) {
        const id = first + buffer.documents[at]!;
        if (!index.isBuried(id)) found.add(id);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** How many live entries link to the entry at `position` of the topic, or of one whose name is sanitised to the same. */
export function linkCount(index: LiveIndex, topic: string, position: number): number {
  let count = 0;
  const buffer = new PostingBuffer();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(`${linkPrefix(topic)}${position}`);
    if (ordinal < 0) continue;
    buffer.count = 0;
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) if (!index.isBuried(first + buffer.documents[at]!)) count++;
  }
  return count;
}
