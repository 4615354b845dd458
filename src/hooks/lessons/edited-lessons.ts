// The failures that an edit may repeat: those whose source is the file, that name what is edited or what the file defines,
// that are on the file by its name, or that tell of an error that this session has not resolved yet.

import { nameOf } from "../../base/path-names.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { namesIn } from "../ambient/ambient.ts";
import { citedRemark, notesCiting } from "../ambient/citing-notes.ts";
import { FileText } from "../ambient/file-text.ts";
import { foundNotes } from "../ambient/found-notes.ts";
import { notesNaming } from "../ambient/naming-notes.ts";
import { removedNames } from "../ambient/removed-names.ts";
import { isOnFile, notesOnStem, stemOf } from "../ambient/stem-notes.ts";
import type { HookContext } from "../common/hook-context.ts";
import { NoteList } from "../common/note-list.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import { entriesAbout, errorWords } from "../post-build/error-words.ts";
import type { FoundLesson } from "./found-lessons.ts";
import type { LessonScope } from "./lesson-scope.ts";

/** How near a failure is to an edit, by what connects the two. */
const ON_FILE = 1;
const ON_ERROR = 0.9;
const NAMES_CODE = 0.7;
const NEAR_ERROR = 0.6;
const ON_STEM = 0.5;

/** The failures, each once, by what connects it best. */
export function lessonsOnEdit(
  context: HookContext,
  view: NoteView,
  file: TouchedFile,
  { isLesson, scope }: LessonScope,
): FoundLesson[] {
  const notes = new NoteList(view, context, "");
  const text = new FileText(context.files, file.path, file.below === null ? null : file.root);
  const found: FoundLesson[] = [];
  const place = file.name;
  for (const id of notesCiting(notes, file, isLesson)) {
    const remark = citedRemark(notes, id, file, text, () => context.isLate());
    if (remark === null) context.trace.hold(view.noteId(id), "elsewhere");
    else found.push({ id, relevance: ON_FILE, remark, place });
  }
  for (const { title } of context.session.failures) {
    if (title === "" || context.isLate()) continue;
    for (const { id, isSure } of entriesAbout(view, errorWords([title], []), [], scope)) {
      if (isLesson(id))
        found.push({ id, relevance: isSure ? ON_ERROR : NEAR_ERROR, remark: "on an error of this session" });
    }
  }
  if (file.below === null || context.isLate()) return found;
  const names = [...removedNames(file, text), ...namesIn(file, text, foundNotes(view.index, file, file.place.project))];
  for (const { id, named } of notesNaming(notes, names, scope)) {
    if (isLesson(id)) found.push({ id, relevance: NAMES_CODE, remark: `names ${named}`, place });
  }
  const stem = stemOf(file.below, file.root);
  if (stem.word === "") return found;
  for (const id of notesOnStem(notes, stem, nameOf(file.path), scope).onStem) {
    const isOwn = isOnFile(notes.document(id), nameOf(file.path));
    if (isLesson(id)) found.push({ id, relevance: ON_STEM, remark: "", ...(isOwn && { place }) });
  }
  return found;
}
