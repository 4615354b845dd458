// Finds the notes that a conversation works with: the notes that were last injected into it. A session's file holds no
// notes. For each injected note it holds the key, which begins with the note's time, and the topic. With these two the
// note is found again, wherever it stands in the log now.

import type { SessionState } from "../../events/session-state.ts";
import { capturedFailures } from "../../notes/index/captured-failures.ts";
import { documentsTagged } from "../../notes/index/tagged-documents.ts";
import type { NoteView } from "../../notes/store/note-view.ts";
import { ARCHIVED_TAG } from "../../notes/text/archived.ts";
import { entryKey } from "./note-list.ts";

/** At most this many of the last injected notes are looked for. */
const LOOKED_FOR_MAX = 16;

/**
 * The last injected notes that are unchanged, neither archived nor captured failures, and that `accepts` takes, the latest first, at most
 * `countMax`.
 */
export function entriesInUse(
  view: NoteView,
  { inUse }: SessionState,
  accepts: (id: number) => boolean,
  countMax: number,
): number[] {
  const found: number[] = [];
  const isArchived = documentsTagged(view.index, [ARCHIVED_TAG]);
  const isCaptured = capturedFailures(view.index);
  for (const [key, topic] of [...inUse].slice(-LOOKED_FOR_MAX).reverse()) {
    const id = entryWithKey(view, topic, key);
    if (id >= 0 && isArchived?.(id) !== true && isCaptured?.(id) !== true && accepts(id)) found.push(id);
    if (found.length === countMax) break;
  }
  return found;
}

function entryWithKey(view: NoteView, topic: string, key: string): number {
  const minutes = Number.parseInt(key, 36);
  const isMeant = (id: number) => view.minutesOf(id) === minutes && entryKey(view, id) === key;
  return view.topicDocuments(topic).find(isMeant) ?? -1;
}
