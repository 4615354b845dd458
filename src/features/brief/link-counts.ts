// How many notes link to each note of some topics. The links are counted from their terms in the index, so that no note
// is read for it.

import type { Segment } from "../../engine/segment/segment.ts";
import { linkTermsBy, liveDocuments, targetsOfIdLinks } from "../../notes/index/link-lookup.ts";
import { ID_LINK_PREFIX, idOfLinkTerm, LINK_NAMESPACE, linkPrefix } from "../../notes/index/link-terms.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { TopicLists } from "./topic-lists.ts";

const ALL = Number.MAX_SAFE_INTEGER;

/** Counts the live links to each document, by document number. Notes without links to them are left out. */
export function linkCounts(index: NoteIndex, topics: readonly string[], lists: TopicLists): Map<number, number> {
  const counts = new Map<number, number>();
  const { base, delta } = index;
  const add = (id: number | undefined, segment: Segment, first: number, ordinal: number) => {
    const links = id === undefined ? 0 : liveDocuments(index, segment, first, ordinal).length;
    if (links > 0) counts.set(id!, (counts.get(id!) ?? 0) + links);
  };
  const targets = targetsOfIdLinks(index);
  if (targets.size > 0) {
    for (const { segment, first } of index.segments) {
      for (const ordinal of segment.termsWithPrefix(ID_LINK_PREFIX, ALL)) {
        add(targets.get(idOfLinkTerm(segment.terms.name(ordinal)) ?? ""), segment, first, ordinal);
      }
    }
  }
  const inBase = base !== null && base.termsWithPrefix(LINK_NAMESPACE, 1).length > 0;
  // The delta's terms are not ordered, so one pass serves all topics.
  const inDelta = linkTermsBy(delta, topicPrefix);
  if (!inBase && inDelta.size === 0) return counts;
  for (const topic of topics) {
    const prefix = linkPrefix(topic);
    const ordinals = [
      ...(inBase ? base.termsWithPrefix(prefix, ALL).map((ordinal) => ({ segment: base, first: 0, ordinal })) : []),
      ...(inDelta.get(prefix) ?? []).map((ordinal) => ({ segment: delta, first: base?.documentCount ?? 0, ordinal })),
    ];
    if (ordinals.length === 0) continue;
    const documents = lists.of(topic);
    for (const { segment, first, ordinal } of ordinals) {
      add(documents[Number(segment.terms.name(ordinal).slice(prefix.length))], segment, first, ordinal);
    }
  }
  return counts;
}

/** The part of a term that links by index to one topic have in common; null for a link by id. */
function topicPrefix(term: string): string | null {
  return idOfLinkTerm(term) === null ? term.slice(0, term.lastIndexOf(":") + 1) : null;
}
