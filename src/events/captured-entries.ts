// Entries that hooks captured from failed runs: how such an entry is recognised, and how it is found again by its
// error.

import { quickSearch } from "../engine/search/quick-search.ts";
import { termGroups } from "../engine/text/tokenizer.ts";
import type { NoteDocument } from "../notes/index/note-document.ts";
import { noteScope } from "../notes/index/note-index.ts";
import type { NoteView } from "../notes/store/note-view.ts";
import { snippetLines } from "../notes/text/snippet.ts";
import { errorHash } from "./run-names.ts";

/** The tag of entries that were captured from a failed run. */
export const CAPTURED_TAG = "captured";
/** The confidence of a captured entry once it says what resolved the error. */
export const RESOLVED_CONFIDENCE = 0.6;

/** How many hits are compared, and how many of the topic's last entries. */
const COMPARED_MAX = 32;
const LAST_COMPARED_MAX = 64;

/**
 * Finds the captured entry of `topic`, a stored name, whose first line names the same error as `text`. Returns its
 * index, or -1 if there is none.
 */
export function findCaptured(view: NoteView, topic: string, text: string, accepts: (id: number) => boolean): number {
  const documents = view.topicDocuments(topic);
  const [title] = snippetLines(text);
  const hash = errorHash(title);
  const isSame = (id: number) =>
    accepts(id) && isCaptured(view, id) && errorHash(view.document(id).snippet[0]) === hash;
  const last = documents.slice(-LAST_COMPARED_MAX).findLast(isSame);
  if (last !== undefined) return documents.indexOf(last);
  if (documents.length <= LAST_COMPARED_MAX) return -1;
  const topicOf = view.index.topicKeys();
  const wanted = topicOf(documents[0]!);
  const isOfTopic = (id: number) => topicOf(id) === wanted && accepts(id);
  const newest = () => documents.slice(-LAST_COMPARED_MAX).filter(accepts);
  const scope = { entryCount: documents.length, accepts: isOfTopic, newest, ...noteScope(view.index) };
  const { hits } = quickSearch(view.index, termGroups(title), scope);
  const hit = hits.slice(0, COMPARED_MAX).find(({ id }) => isSame(id));
  return hit === undefined ? -1 : documents.indexOf(hit.id);
}

/** Whether an entry was captured by a hook. */
export function isCaptured(view: NoteView, id: number): boolean {
  return view.document(id).tags.includes(CAPTURED_TAG);
}

/**
 * Whether an entry was captured and says no more than the error itself. Such an entry helps nobody who meets the error
 * again.
 */
export function isMereFailure({ tags, confidence }: Pick<NoteDocument, "tags" | "confidence">): boolean {
  return confidence < RESOLVED_CONFIDENCE && tags.includes(CAPTURED_TAG);
}

/** What a session's file says of a captured entry: its key, its place, and the first line of `text`. */
export function capturedValue(key: string, index: number, topic: string, text: string): string {
  const [title] = snippetLines(text);
  return `${key} ${index} ${topic}\t${title.replace(/\t/g, " ")}`;
}
