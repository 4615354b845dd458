// The lessons that are stored: notes that are tagged as such, read as trigger and resolution.

import { contentTokens, tokenize } from "../../engine/text/tokenizer.ts";
import type { DocumentTest } from "../index/document-test.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { type EntryText, parseEntryText } from "../text/entry-text.ts";
import { ARCHIVED_TAG, LESSON_KINDS, type Lesson, lessonName, parseLesson } from "./lesson.ts";
import { type TriggerDetails, triggerDetails } from "./trigger-details.ts";

/** At most this many lessons are looked at, the newest. */
export const LESSONS_MAX = 10_000;

/** A lesson with what is known of its note. */
export interface StoredLesson extends Lesson {
  /** Document number. */
  readonly document: number;
  readonly id: string;
  /** Its id, and those of the notes that were merged into it. Judgements are found by any of them. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly topic: string;
  /** When it was stored, in UTC minutes since 1970. */
  readonly minutes: number;
  readonly entry: EntryText;
  /** The terms of trigger, resolution, tags, topic and source. */
  readonly terms: ReadonlySet<string>;
  /** The words of the trigger by which lessons are compared. */
  readonly compared: ReadonlySet<string>;
  /** What tells it from lessons that have nearly the same words. */
  readonly details: () => TriggerDetails;
}

/** The lessons of a view. */
export interface StoredLessons {
  /** The newest first. */
  readonly lessons: readonly StoredLesson[];
  /** How many older ones were not looked at. */
  readonly leftOut: number;
}

type Read = Omit<StoredLesson, "document" | "topic" | "minutes">;
/** What was read of each record, by its offset, as long as offsets mean the same records. */
const known = new WeakMap<object, Map<number, Read | null>>();

/** The live lessons that `accepts` takes, without archived ones. */
export function storedLessons(view: KnowledgeView, accepts: DocumentTest, most = LESSONS_MAX): StoredLessons {
  const documents = taggedDocuments(view)
    .filter(accepts)
    .sort((a, b) => view.minutesOf(b) - view.minutesOf(a) || b - a);
  const lessons = documents.slice(0, most).flatMap((document) => lessonAt(view, document) ?? []);
  return { lessons, leftOut: Math.max(0, documents.length - most) };
}

/** How many archived lessons `accepts` takes. */
export function archivedCount(view: KnowledgeView, accepts: DocumentTest): number {
  return taggedDocuments(view, true).filter(accepts).length;
}

/** A document as a lesson; null for a note that is none. */
export function lessonAt(view: KnowledgeView, document: number): StoredLesson | null {
  const read = readLesson(view, document);
  if (read === null) return null;
  return { ...read, document, topic: view.index.topicOf(document), minutes: view.minutesOf(document) };
}

/** All ids by which a note is judged: its own, and those of the notes that were merged into it. */
export function judgedIds(view: KnowledgeView, document: number): readonly string[] {
  const body = view.body(document);
  return [view.noteId(document), ...(body === null ? [] : parseEntryText(body).aliases)];
}

function taggedDocuments({ index }: KnowledgeView, isArchived = false): number[] {
  const found: number[] = [];
  for (const { segment, first } of index.segments) {
    const { tags } = noteColumns(segment);
    const [isFailure, isPattern] = LESSON_KINDS.map((kind) => tags.with(kind));
    if (isFailure === null && isPattern === null) continue;
    const hasArchivedTag = tags.with(ARCHIVED_TAG);
    for (let id = 0; id < segment.documentCount; id++) {
      if (!isFailure?.(id) && !isPattern?.(id)) continue;
      if ((hasArchivedTag?.(id) ?? false) === isArchived && !index.isDeleted(first + id)) found.push(first + id);
    }
  }
  return found;
}

function readLesson(view: KnowledgeView, document: number): Read | null {
  const log = view.logIdentity;
  if (log === null) return null;
  let reads = known.get(log);
  if (reads === undefined) {
    reads = new Map();
    known.set(log, reads);
  }
  const { offset } = view.index.recordOf(document);
  let read = reads.get(offset);
  if (read === undefined) {
    // Records of lessons that were edited away stay in it.
    if (reads.size >= 2 * LESSONS_MAX) reads.clear();
    read = parsed(view, document);
    reads.set(offset, read);
  }
  return read;
}

function parsed(view: KnowledgeView, document: number): Read | null {
  const body = view.body(document);
  if (body === null) return null;
  const entry = parseEntryText(body);
  const lesson = parseLesson(entry.tags, entry.text);
  if (lesson === null) return null;
  const id = view.noteId(document);
  const { tags, source, aliases } = entry;
  let details: TriggerDetails | undefined;
  const said = [lesson.trigger, lesson.resolution, tags.join(" "), view.index.topicOf(document), source ?? ""];
  return {
    ...lesson,
    id,
    ids: [id, ...aliases],
    name: lessonName(lesson.trigger),
    entry,
    terms: new Set(tokenize(said.join("\n"))),
    compared: contentTokens(lesson.trigger),
    details: () => (details ??= triggerDetails(lesson.trigger)),
  };
}
