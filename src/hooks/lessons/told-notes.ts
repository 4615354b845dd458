// The notes that the main conversation holds, with what they tell to do: of a lesson the resolution, since its trigger says
// what went wrong; of any other note all of it. They are kept for the next event, since most events change neither.
// Invariants:
// - Nothing is kept beyond the next record that adds or deletes a document.

import type { NoteIndex } from "../../notes/index/note-index.ts";
import { parseLesson } from "../../notes/lessons/lesson.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import type { HookContext } from "../common/hook-context.ts";
import { entriesInUse } from "../common/in-use.ts";
import { commandsIn } from "../common/told-commands.ts";
import { symbolsIn } from "./told-code.ts";

/** At most this many of the notes that were shown last are looked at, in so many sessions. */
const NOTES_MAX = 8;
const SESSIONS_MAX = 64;

export interface ToldNote {
  /** The note's id. */
  readonly id: string;
  /** The commands that it tells, and the names of symbols. */
  readonly commands: readonly string[];
  readonly symbols: readonly string[];
}

interface Memo {
  readonly capacity: number;
  readonly deletedCount: number;
  /** By the keys of the notes that a session holds. */
  readonly notes: Map<string, readonly ToldNote[]>;
}

const memos = new WeakMap<NoteIndex, Memo>();

/** The notes that were shown last, the latest first. */
export function toldNotes({ session, view }: Pick<HookContext, "session" | "view">): readonly ToldNote[] {
  const found = session.inUse.size === 0 ? null : view();
  if (found === null) return [];
  const { capacity, deletedCount } = found.index;
  let memo = memos.get(found.index);
  if (memo?.capacity !== capacity || memo.deletedCount !== deletedCount) {
    memo = { capacity, deletedCount, notes: new Map() };
    memos.set(found.index, memo);
  }
  const keys = [...session.inUse.keys()].slice(-NOTES_MAX).join(" ");
  let notes = memo.notes.get(keys);
  if (notes === undefined) {
    notes = entriesInUse(found, session, () => true, NOTES_MAX).flatMap((id) => toldBy(found, id) ?? []);
    if (memo.notes.size >= SESSIONS_MAX) memo.notes.delete(memo.notes.keys().next().value!);
    memo.notes.set(keys, notes);
  }
  return notes;
}

function toldBy(view: NoteView, id: number): ToldNote | null {
  const body = view.body(id);
  if (body === null) return null;
  const { text, tags, source } = parseEntryText(body);
  const said = parseLesson(tags, text)?.resolution ?? text;
  return { id: view.noteId(id), commands: commandsIn(said), symbols: symbolsIn(said, source) };
}
