// Tests which documents of a live index have a tag. It is a module of its own because hooks need only this.

import type { DocumentTest } from "./document-test.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** Makes a test for the documents that have one of `tags`, deleted ones included; null when there are none. */
export function documentsTagged({ segments }: NoteIndex, tags: readonly string[]): DocumentTest | null {
  const tests = segments.flatMap(({ segment, first }) => {
    const column = noteColumns(segment).tags;
    const sets = new Set(tags.flatMap((tag) => column.setsWith(tag)));
    if (sets.size === 0) return [];
    const end = first + segment.documentCount;
    return [(id: number) => id >= first && id < end && sets.has(column.numbers.of(id - first))];
  });
  const [one, other] = tests;
  if (one === undefined) return null;
  return other === undefined ? one : (id) => one(id) || other(id);
}
