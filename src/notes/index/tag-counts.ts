// Counts how common each tag is.

import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** How many live entries have each tag. */
export function tagCounts(index: NoteIndex): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { segment, first } of index.segments) {
    const { numbers, sets } = noteColumns(segment).tags;
    // Many notes have the same tags, so the notes of each set of tags are counted first.
    const { all } = numbers;
    const ofSet: number[] = [];
    for (let id = 0; id < segment.documentCount; id++) {
      if (!index.isDeleted(first + id)) ofSet[all[id] ?? 0] = (ofSet[all[id] ?? 0] ?? 0) + 1;
    }
    ofSet.forEach((count, set) => {
      for (const tag of sets.namesOf(set)) counts.set(tag, (counts.get(tag) ?? 0) + count);
    });
  }
  return counts;
}
