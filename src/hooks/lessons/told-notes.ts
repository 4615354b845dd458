// The notes that the main conversation holds, with what they tell to do: of a lesson the resolution, since its trigger says
// what went wrong; of any other note all of it.

import { parseLesson } from "../../notes/lessons/lesson.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import type { HookContext } from "../common/hook-context.ts";
import { entriesInUse } from "../common/in-use.ts";

/** At most this many of the notes that were shown last are looked at. */
const NOTES_MAX = 8;

export interface ToldNote {
  /** The note's id. */
  readonly id: string;
  /** What it tells to do. */
  readonly text: string;
  /** The source that it cites; null for none. */
  readonly source: string | null;
}

/** The notes that were shown last, the latest first. */
export function toldNotes({ session, view }: Pick<HookContext, "session" | "view">): ToldNote[] {
  const notes = session.inUse.size === 0 ? null : view();
  if (notes === null) return [];
  return entriesInUse(notes, session, () => true, NOTES_MAX).flatMap((id) => {
    const body = notes.body(id);
    if (body === null) return [];
    const { text, tags, source } = parseEntryText(body);
    return [{ id: notes.noteId(id), text: parseLesson(tags, text)?.resolution ?? text, source }];
  });
}
