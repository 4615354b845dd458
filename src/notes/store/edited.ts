// Which entries were edited since they were stored, and when, as far as the log tells. An edit keeps the time of its
// entry. Its record stands where the edit was written, so the edit is later than every record before it. A revision
// also writes its own time into the entry.
// Invariants:
// - If very many entries were edited, only the last ones in the log are read.
// - A log that was rewritten by a compaction no longer tells which entries were edited.

import type { BaseSegment } from "../../engine/segment/base-segment.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { entryDate } from "../text/entry-date.ts";
import { parseEntryText } from "../text/entry-text.ts";
import type { KnowledgeView } from "./knowledge-view.ts";

/**
 * How many edited entries are read for the time of their revision, the last in the log first, and how many bytes of
 * them.
 */
const READ_MAX = 500;
const READ_BYTES_MAX = 2 * 1024 * 1024;

/** The edited documents of a base, which never changes. They include documents that were deleted since. */
const editedOfBase = new WeakMap<BaseSegment, readonly number[]>();

/** Times of revisions by document, in UTC minutes since 1970, of the entries that were edited last. */
export function revisions(view: KnowledgeView): Map<number, number> {
  const times = new Map<number, number>();
  const edited = editedDocuments(view.index);
  let room = READ_BYTES_MAX;
  for (const id of edited.slice(-READ_MAX).reverse()) {
    const { size } = view.document(id);
    if (size > room) continue;
    room -= size;
    const minutes = view.minutesOf(id);
    const date = entryDate(minutes, parseEntryText(view.body(id) ?? "").modified);
    if (date > minutes) times.set(id, date);
  }
  return times;
}

/**
 * When entries were edited, by document, in UTC minutes since 1970. It is the time of a revision, or that of the newest
 * entry that stands before the edit in the log. Edits that are not known to be later than their entries are left out,
 * and so are entries from after `now` when the newest is looked for.
 */
export function editTimes(view: KnowledgeView, now: number): Map<number, number> {
  const { index } = view;
  const times = revisions(view);
  const edited = editedDocuments(index);
  let newest = Number.NEGATIVE_INFINITY;
  for (let id = 0, at = 0; at < edited.length; id++) {
    const minutes = index.minutesOf(id);
    if (edited[at] === id) {
      at++;
      if (newest > Math.max(minutes, times.get(id) ?? minutes)) times.set(id, newest);
    }
    if (minutes <= now && minutes > newest) newest = minutes;
  }
  return times;
}

/** The live documents whose records do not stand where the entry was first written, in the order of the log. */
function editedDocuments(index: NoteIndex): number[] {
  const { base, delta } = index;
  const first = base?.documentCount ?? 0;
  const found = (base === null ? [] : editedIn(base)).filter((id) => !index.isDeleted(id));
  for (let id = 0; id < delta.documentCount; id++) {
    if (delta.documentAt(delta.originOf(id)) !== id && !index.isDeleted(first + id)) found.push(first + id);
  }
  return found;
}

function editedIn(base: BaseSegment): readonly number[] {
  const known = editedOfBase.get(base);
  if (known !== undefined) return known;
  const found: number[] = [];
  for (let id = 0; id < base.documentCount; id++) if (base.documentAt(base.originOf(id)) !== id) found.push(id);
  editedOfBase.set(base, found);
  return found;
}
