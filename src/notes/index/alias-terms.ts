// Ids of notes that were merged into others, as terms of the index: `\x05` and the id. No text holds such a term.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { NoteIndex } from "./note-index.ts";

/** First character of these terms: a namespace of their own. */
const ALIAS_NAMESPACE = "\u0005";

/** The term of an alias. */
export function aliasTerm(id: string): string {
  return ALIAS_NAMESPACE + id;
}

/** The newest live document that has an alias; null for none. */
export function documentWithAlias(index: NoteIndex, id: string): number | null {
  let found: number | null = null;
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(aliasTerm(id));
    if (ordinal < 0) continue;
    const buffer = new PostingBuffer();
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) {
      const document = first + buffer.documents[at]!;
      if (!index.isDeleted(document)) found = document;
    }
  }
  return found;
}

/** Whether any note has aliases. False is certain. */
export function mayHaveAliases(index: NoteIndex): boolean {
  return index.segments.some(({ segment }) => segment.termsWithPrefix(ALIAS_NAMESPACE, 1).length > 0);
}
