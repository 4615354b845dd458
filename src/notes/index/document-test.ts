// Tests which documents of a live index belong to some projects. It is a module of its own because hooks need only
// this.

import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** Whether a document, given by its number, is wanted. */
export type DocumentTest = (id: number) => boolean;

/**
 * Makes a test that says whether `matches` accepts the project keys of a document. Each project of the base is asked
 * about once.
 */
export function documentsOfProjects(index: NoteIndex, matches: (keys: readonly string[]) => boolean): DocumentTest {
  const inDelta = noteColumns(index.delta).withProject(matches);
  const inBase = index.base && noteColumns(index.base).withProject(matches);
  const first = index.baseCount;
  return (id) => (id < first ? inBase!(id) : inDelta(id - first));
}
