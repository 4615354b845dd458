// The entries that a conversation has before it: what was injected into it last. A session's file holds no entry, but
// of each one its key, which begins with its time, and its topic: with these it is found again, wherever it stands in
// the log now.

import type { SessionState } from "../../events/session-state.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { entryKey } from "./note-list.ts";

/** So many of the last ones are looked for. */
const LOOKED_FOR_MAX = 16;

/**
 * Of the last injected entries those that still are as they were and that `accepts` takes, the last one first, at most
 * `countMax`.
 */
export function entriesInUse(
  view: NoteView,
  { inUse }: SessionState,
  accepts: (id: number) => boolean,
  countMax: number,
): number[] {
  const found: number[] = [];
  for (const [key, topic] of [...inUse].slice(-LOOKED_FOR_MAX).reverse()) {
    const id = entryWithKey(view, topic, key);
    if (id >= 0 && accepts(id)) found.push(id);
    if (found.length === countMax) break;
  }
  return found;
}

function entryWithKey(view: NoteView, topic: string, key: string): number {
  const minutes = Number.parseInt(key, 36);
  const isMeant = (id: number) => view.minutesOf(id) === minutes && entryKey(view, id) === key;
  return view.topicDocuments(topic).find(isMeant) ?? -1;
}
