// Weighs a note against others that match equally well. A note on something that must not be broken or repeated comes
// before a note that only tells something.

import type { NoteDocument } from "../../notes/index/note-document.ts";

/** The factor for a gotcha, an invariant or a decision. */
const WARNING_BOOST = 1.25;

/** A factor for the tags that warn; 1 without them. */
export function tagBoost({ tags }: Pick<NoteDocument, "tags">): number {
  return tags.includes("gotcha") || tags.includes("invariant") || tags.includes("decision") ? WARNING_BOOST : 1;
}

/** A note with its weight. */
export interface Weighed {
  readonly id: number;
  readonly weight: number;
}

/** The ids of the notes, by descending weight; notes of equal weight stay in their order. */
export function idsOf(notes: Weighed[]): number[] {
  if (notes.length > 1) notes.sort((a, b) => b.weight - a.weight);
  const ids: number[] = [];
  for (const { id } of notes) ids.push(id);
  return ids;
}
