// The lessons among the notes that a hook may show. A search for lessons weighs words by all notes: what is common there
// says little, however few lessons have it.

import type { Scope } from "../../engine/search/quick-search.ts";
import type { DocumentTest } from "../../notes/index/document-test.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { documentsTagged } from "../../notes/index/tagged-documents.ts";
import { LESSON_KINDS, type LessonKind } from "../../notes/lessons/lesson.ts";
import type { Project } from "../../notes/projects/project.ts";
import { ownEntries } from "../../notes/scope/own-entries.ts";

/** Whether there is any lesson, even a deleted one, of whatever project. */
export function hasLessons(index: NoteIndex): boolean {
  return documentsTagged(index, LESSON_KINDS) !== null;
}

/** The lessons of some kinds that may be shown in `project`. */
export interface LessonScope {
  /** Whether a note is one of them. */
  readonly isLesson: DocumentTest;
  /** All notes that may be shown, of which only these lessons score. */
  readonly scope: Scope;
}

/** The scope of a search for lessons; null where there are none. */
export function lessonScope(
  index: NoteIndex,
  project: Project | null,
  kinds: readonly LessonKind[] = LESSON_KINDS,
): LessonScope | null {
  const isOfKind = documentsTagged(index, kinds);
  if (isOfKind === null) return null;
  const scope = ownEntries(index, project);
  const isLesson = (id: number) => isOfKind(id) && scope.accepts(id);
  return { isLesson, scope: { ...scope, boostOf: (id) => (isOfKind(id) ? scope.boostOf(id) : 0) } };
}
