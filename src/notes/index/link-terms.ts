// A note's links as terms of the index. A link is `@id`, or `topic:index` in older notes and where no such note is. Of
// `[links: @7k3v9xq2mp build:3]` come the terms `\x02@7k3v9xq2mp` and `\x02build:3`, with the topic's name as it would
// be stored. No text can hold such a term.

import { sanitiseTopic } from "../../engine/text/topic.ts";
import { formatNoteId, parseNoteId, shownNoteId } from "../text/note-id.ts";

/** First character of the terms of links: a namespace of its own. */
export const LINK_NAMESPACE = "\u0002";
/** The beginning of the terms of links by id. */
export const ID_LINK_PREFIX = `${LINK_NAMESPACE}@`;
const LINK = /^(.+):(\d+)$/s;

/** The parts of a link by topic and index; null for a link by id, and for text that is no link. */
export function parseLink(link: string): { topic: string; index: number } | null {
  const match = LINK.exec(link);
  return match === null ? null : { topic: match[1]!, index: Number(match[2]) };
}

/** The id that a link leads to, as it is written in notes; null for a link by topic and index. */
export function linkedId(link: string): string | null {
  const key = link.startsWith("@") ? parseNoteId(link) : null;
  return key === null ? null : formatNoteId(key);
}

/** The term of a link. */
export function linkTerm(link: string): string {
  const parts = parseLink(link);
  if (parts !== null) return `${linkPrefix(parts.topic)}${parts.index}`;
  const id = linkedId(link);
  return LINK_NAMESPACE + (id === null ? link : shownNoteId(id));
}

/** The id of the term of a link; null if it is a link by topic and index. */
export function idOfLinkTerm(term: string): string | null {
  return linkedId(term.slice(LINK_NAMESPACE.length));
}

/** The prefix of the terms of all links to a topic by index. */
export function linkPrefix(topic: string): string {
  return `${LINK_NAMESPACE}${sanitiseTopic(topic) || topic}:`;
}
