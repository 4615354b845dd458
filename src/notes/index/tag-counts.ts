// Counts how common each tag is.

import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** How many live entries have each tag. */
export function tagCounts(index: NoteIndex): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { segment, first } of index.segments) {
    const { tags } = noteColumns(segment);
    for (let id = 0; id < segment.documentCount; id++) {
      if (index.isDeleted(first + id)) continue;
      for (const tag of tags.of(id)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  return counts;
}
