// Links between entries as terms of the index, so that the entries that link to one are found without reading any. The
// link `topic:index` becomes the term `\x02topic:index`, with the topic's name as it would be stored. No text can hold
// such a term.

import { sanitiseTopic } from "../../engine/text/topic.ts";

/** First character of the terms of links: a namespace of its own. */
export const LINK_NAMESPACE = "\u0002";
const LINK = /^(.+):(\d+)$/s;

/** The parts of a link; null for text that is no link. */
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

/** The prefix of the terms of all links to a topic. */
export function linkPrefix(topic: string): string {
  return `${LINK_NAMESPACE}${sanitiseTopic(topic) || topic}:`;
}
