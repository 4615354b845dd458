// Finds a live note by its id. It is a module of its own because hooks need only this.

import type { NoteKey } from "../text/note-id.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** The document number of the live note with this id as its own; null for none. */
export function noteWithId(index: NoteIndex, { high, low }: NoteKey): number | null {
  for (const { segment, first } of index.segments.toReversed()) {
    for (const id of noteColumns(segment).documentsWithKey(high, low).toReversed()) {
      if (!index.isDeleted(first + id)) return first + id;
    }
  }
  return null;
}
