// How much a note weighs beside others that are as near to the matter: what must not be broken or repeated comes before
// what is only told.

import type { IndexedDocument } from "../../engine/segment/document.ts";

/** What a gotcha, an invariant or a decision counts more. */
const WARNING_BOOST = 1.25;

/** A factor for the tags that warn. */
export function tagBoost({ tags }: Pick<IndexedDocument, "tags">): number {
  return tags.includes("gotcha") || tags.includes("invariant") || tags.includes("decision") ? WARNING_BOOST : 1;
}

/** A note, and how much it weighs. */
export interface Weighed {
  readonly id: number;
  readonly weight: number;
}

/** The entries, those of the greatest weight first; equal ones stay in their order. */
export function idsOf(notes: Weighed[]): number[] {
  if (notes.length > 1) notes.sort((a, b) => b.weight - a.weight);
  const ids: number[] = [];
  for (const { id } of notes) ids.push(id);
  return ids;
}
