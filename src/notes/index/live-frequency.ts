// In how many notes a term stands, without the deleted ones: each edit leaves the former record of a note in the index
// until the next merge, so that the words of a note that is edited often seem to be in many.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { NoteIndex } from "./note-index.ts";

/** Counts exactly where it is about `most` or fewer; a greater number may be too great. */
export function liveFrequency(index: NoteIndex, term: string, most: number): number {
  const all = index.documentFrequency(term);
  if (all <= most || all - index.deletedCount > most) return all;
  let live = 0;
  const buffer = new PostingBuffer();
  for (const { segment, first } of index.segments) {
    const ordinal = segment.findTerm(term);
    if (ordinal < 0) continue;
    segment.postings(ordinal, buffer);
    for (let at = 0; at < buffer.count; at++) if (!index.isDeleted(first + buffer.documents[at]!)) live++;
  }
  return live;
}
