// The notes that are known about an error, for whichever hook it came up in.

import { CAPTURED_TAG, RESOLVED_CONFIDENCE } from "../captured-tag.ts";
import type { HookContext } from "../hook-context.ts";
import { NoteList } from "../note-list.ts";
import { isOwnEntry } from "../own-entries.ts";
import { type ErrorWords, entriesAbout } from "./error-words.ts";

/** How many notes one error may bring. */
const NOTES_MAX = 3;

/** The notes about an error, opened by `opening`; null when nothing can be looked up. */
export function knownNotes(
  context: HookContext,
  opening: string,
  words: ErrorWords,
  paths: readonly string[],
): NoteList | null {
  if (words.groups.length === 0 || context.isLate()) return null;
  const view = context.view();
  if (view === null) return null;
  const isOwn = isOwnEntry(view.index, context.project);
  const found = entriesAbout(view, words, paths, isOwn);
  const list = new NoteList(view, context.session, context.event.agent, opening);
  // What was captured and not resolved says no more than the error that it is found by.
  const worth = found.filter((id) => {
    const { tags, confidence } = view.document(id);
    return !(confidence < RESOLVED_CONFIDENCE && tags.includes(CAPTURED_TAG));
  });
  list.add("notes", worth, NOTES_MAX);
  return list;
}
