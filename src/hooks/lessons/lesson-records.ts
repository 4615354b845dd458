// The records of lessons, for lists of notes: what stands behind a lesson that was judged.

import { judgedNotes } from "../../events/judged-notes.ts";
import type { Judgements } from "../../events/log/judgements.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import { documentsTagged } from "../../notes/index/tagged-documents.ts";
import { LESSON_KINDS } from "../../notes/lessons/lesson.ts";
import { recordOf } from "./lesson-lines.ts";

/** A function for the record of a note: "" for one that is no lesson, or that nobody judged. */
export function lessonRecords(index: NoteIndex, judgements: Judgements | null): ((id: number) => string) | null {
  const isLesson = documentsTagged(index, LESSON_KINDS);
  const judged = judgements === null ? null : judgedNotes(index, judgements);
  if (isLesson === null || judged === null) return null;
  return (id) => {
    const counts = isLesson(id) ? judged.countsOf(id) : undefined;
    return counts === undefined ? "" : recordOf(counts);
  };
}
