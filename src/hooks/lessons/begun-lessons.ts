// The lessons that a subagent begins with. Nobody says what its task is, so only what the session is at counts: errors that
// it has not resolved, and lessons that its conversation holds. Beside them lessons that proved right, by judgement.

import { effectiveness, type Judgements } from "../../events/log/judgements.ts";
import { noteWithId } from "../../notes/index/note-with-id.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseNoteId } from "../../notes/text/note-id.ts";
import type { HookContext } from "../common/hook-context.ts";
import { entriesInUse } from "../common/in-use.ts";
import { entriesAbout, errorWords } from "../post-build/error-words.ts";
import type { FoundLesson } from "./found-lessons.ts";
import type { LessonScope } from "./lesson-scope.ts";

const ON_ERROR = 1;
const IN_USE = 0.8;
const PROVEN = 0.5;
const IN_USE_MAX = 4;
/** A lesson is proven from this many helpful uses on, and where at most a fourth of its uses misled. */
const HELPED_MIN = 2;
const EFFECTIVENESS_MIN = 0.7;
const PROVEN_MAX = 8;

/** The lessons. */
export function lessonsAtBeginning(
  { session }: Pick<HookContext, "session">,
  view: NoteView,
  { isLesson, scope }: LessonScope,
  judgements: Judgements | null,
): FoundLesson[] {
  const found: FoundLesson[] = [];
  for (const { title } of session.failures) {
    if (title === "") continue;
    for (const { id, isSure } of entriesAbout(view, errorWords([title], []), [], scope)) {
      if (isSure && isLesson(id)) found.push({ id, relevance: ON_ERROR, remark: "on an error of this session" });
    }
  }
  for (const id of entriesInUse(view, session, isLesson, IN_USE_MAX)) {
    found.push({ id, relevance: IN_USE, remark: "in use in the main conversation" });
  }
  for (const id of provenNotes(judgements)) {
    const key = parseNoteId(id);
    const document = key === null ? null : noteWithId(view.index, key);
    if (document !== null && isLesson(document)) found.push({ id: document, relevance: PROVEN, remark: "" });
  }
  return found;
}

/** Ids of the notes that helped most, as they were judged. */
function provenNotes(judgements: Judgements | null): string[] {
  return [...(judgements?.notes ?? [])]
    .filter(([, judged]) => judged.helped >= HELPED_MIN && effectiveness(judged) >= EFFECTIVENESS_MIN)
    .sort(
      ([a, first], [b, second]) =>
        effectiveness(second) - effectiveness(first) || second.last - first.last || (a < b ? -1 : 1),
    )
    .slice(0, PROVEN_MAX)
    .map(([id]) => id);
}
