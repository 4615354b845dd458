// Finds the notes that link to a note or a topic, and what links by id lead to, by the terms of links (link-terms.ts).

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import { parseNoteId } from "../text/note-id.ts";
import { documentWithAlias } from "./alias-terms.ts";
import { ID_LINK_PREFIX, idOfLinkTerm, LINK_NAMESPACE, linkPrefix, linkTerm } from "./link-terms.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

const ALL = Number.MAX_SAFE_INTEGER;
const HALF_RANGE = 2 ** 25;

/** The live documents with a link by index into the topic, or one whose sanitised name is the same; ascending. */
export function documentsLinkingTo(index: NoteIndex, topic: string): number[] {
  return documentsWith(index, (segment) => segment.termsWithPrefix(linkPrefix(topic), ALL));
}

/** The live documents with a link to one of these ids, ascending. */
export function documentsLinkingToIds(index: NoteIndex, ids: Iterable<string>): number[] {
  const terms = Array.from(ids, (id) => linkTerm(`@${id}`));
  return documentsWith(index, (segment) => terms.map((term) => segment.findTerm(term)).filter((found) => found >= 0));
}

/** How many live notes have one of these links. A note that has two of them counts twice. */
export function linkCount(index: NoteIndex, links: readonly string[]): number {
  let count = 0;
  for (const { segment, first } of index.segments) {
    for (const link of links) {
      const ordinal = segment.findTerm(linkTerm(link));
      if (ordinal >= 0) count += liveDocuments(index, segment, first, ordinal).length;
    }
  }
  return count;
}

/** The notes that all links by id lead to: live documents by id. An id that leads nowhere is left out. */
export function targetsOfIdLinks(index: NoteIndex): Map<string, number> {
  const ids = new Map<number, string>();
  for (const { segment } of index.segments) {
    for (const ordinal of segment.termsWithPrefix(ID_LINK_PREFIX, ALL)) {
      const id = idOfLinkTerm(segment.terms.name(ordinal));
      const key = id === null ? null : parseNoteId(id);
      if (id !== null && key !== null) ids.set(key.high * HALF_RANGE + key.low, id);
    }
  }
  const found = new Map<string, number>();
  if (ids.size === 0) return found;
  for (const { segment, first } of index.segments) {
    const { keyHigh, keyLow } = noteColumns(segment);
    for (let document = 0; document < segment.documentCount; document++) {
      const id = ids.get(keyHigh.of(document) * HALF_RANGE + keyLow.of(document));
      if (id !== undefined && !index.isDeleted(first + document)) found.set(id, first + document);
    }
  }
  for (const id of ids.values()) {
    const merged = found.has(id) ? null : documentWithAlias(index, id);
    if (merged !== null) found.set(id, merged);
  }
  return found;
}

/** The terms of all links of a segment, by what `groupOf` makes of each; terms for which it gives null are left out. */
export function linkTermsBy<Group>(segment: Segment, groupOf: (term: string) => Group | null): Map<Group, number[]> {
  const found = new Map<Group, number[]>();
  for (const ordinal of segment.termsWithPrefix(LINK_NAMESPACE, ALL)) {
    const group = groupOf(segment.terms.name(ordinal));
    if (group === null) continue;
    const known = found.get(group);
    if (known) known.push(ordinal);
    else found.set(group, [ordinal]);
  }
  return found;
}

/** The live documents of a segment that hold the term, ascending. */
export function liveDocuments(index: NoteIndex, segment: Segment, first: number, ordinal: number): number[] {
  const buffer = new PostingBuffer();
  segment.postings(ordinal, buffer);
  const found: number[] = [];
  for (let at = 0; at < buffer.count; at++) {
    const id = first + buffer.documents[at]!;
    if (!index.isDeleted(id)) found.push(id);
  }
  return found;
}

function documentsWith(index: NoteIndex, termsIn: (segment: Segment) => number[]): number[] {
  const found = new Set<number>();
  for (const { segment, first } of index.segments) {
    for (const ordinal of termsIn(segment)) {
      for (const id of liveDocuments(index, segment, first, ordinal)) found.add(id);
    }
  }
  return [...found].sort((a, b) => a - b);
}
