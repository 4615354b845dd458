// Entries that hooks captured from failed runs: how such an entry is recognised, and how it is found again by its
// error.

import { quickSearch } from "../engine/search/quick-search.ts";
import { termGroups } from "../engine/text/tokenizer.ts";
import { capturedFailures } from "../notes/index/captured-failures.ts";
import { noteScope } from "../notes/index/note-index.ts";
import type { NoteView } from "../notes/store/note-view.ts";
import { snippetLines } from "../notes/text/snippet.ts";
import { errorHash } from "./run-names.ts";

/** The confidence of a captured entry once it says what resolved the error. */
export const RESOLVED_CONFIDENCE = 0.6;

/** The topics under which failures are captured: of builds, and of tests. */
export const [BUILD_ERRORS, TEST_FAILURES] = ["build-errors", "test-failures"] as const;
const CAPTURED_TOPICS = [BUILD_ERRORS, TEST_FAILURES];

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
  return capturedFailures(view.index)?.(id) === true;
}

/**
 * The captured entry on the error that `title` names, by document number, if it says what resolved that; else null. An
 * entry that says no more than the error helps nobody who meets it again.
 */
export function resolvedBefore(view: NoteView, title: string, accepts: (id: number) => boolean): number | null {
  for (const topic of CAPTURED_TOPICS) {
    const index = findCaptured(view, topic, title, accepts);
    const id = index < 0 ? undefined : view.topicDocuments(topic)[index];
    if (id !== undefined && view.document(id).confidence >= RESOLVED_CONFIDENCE) return id;
  }
  return null;
}

/** What a session's file says of a captured entry: its key, its place, and the first line of `text`. */
export function capturedValue(key: string, index: number, topic: string, text: string): string {
  const [title] = snippetLines(text);
  return `${key} ${index} ${topic}\t${title.replace(/\t/g, " ")}`;
}
