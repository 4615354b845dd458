// Which notes a session goes without for `helix lift`. A lesson counts as a lesson wherever it is shown.
// Invariants:
// - Pinned notes and invariants are never withheld.

import type { LiftKind } from "../../events/lift.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { lessonKind } from "../../notes/lessons/lesson.ts";

/** Tags of notes that every session gets. */
const ALWAYS: readonly string[] = ["invariant", "pinned"];

/** Whether notes with such tags are shown to every session. */
export function isAlwaysShown(tags: readonly string[]): boolean {
  return tags.some((tag) => ALWAYS.includes(tag));
}

/** Whether a session that goes without some kinds of help goes without a note. */
export function isNoteWithheld(
  { tags }: Pick<NoteDocument, "tags">,
  withholds: ((kind: LiftKind) => boolean) | undefined,
): boolean {
  if (withholds === undefined || isAlwaysShown(tags)) return false;
  return withholds(lessonKind(tags) === null ? "notes" : "lessons");
}
