// The part that all edits of one note have in common: the note is found, changed and written under the lock, and the
// answer names it. The note keeps its time, its place, and all metadata that the edit does not name.

import type { Answer } from "../../base/answer.ts";
import { isoTime } from "../../engine/text/dates.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import { checkEntryBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { ChangedData } from "./data.ts";
import { type EntryAddress, type TargetFinder, titleOf } from "./target.ts";

/** An edit of one note. */
export interface EntryEdit {
  readonly action: ChangedData["action"];
  /** How the answer begins: `appended to`. */
  readonly done: string;
  /** The topic as it was given. */
  readonly topic: string;
  readonly target: TargetFinder;
  /** How many bytes the note may have after the edit, and what to do when it would have more. */
  readonly bytesMax: number;
  readonly advice: string;
  /** Makes the new note. Called under the lock. */
  change(entry: EntryText, view: KnowledgeView, name: string): EntryChange;
}

/** The result of an edit. `entry` is null when the note stays as it is. */
export interface EntryChange {
  readonly entry: EntryText | null;
  /** Lines for the answer. */
  readonly notes: readonly string[];
}

/** The stored name of a topic as it was given. Throws NOT_FOUND. */
export function knownTopic(view: KnowledgeView, given: string): string {
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  return topic;
}

/** What a caller names: a topic, or an entry by its id. Throws NOT_FOUND. */
export function addressed(view: KnowledgeView, given: string): EntryAddress {
  const named = view.resolve(given);
  if (named === null) throw unknownTopic(given, view);
  return named;
}

/** Makes the edit. Throws NOT_FOUND, INVALID_ARGUMENT, LIMIT, and what a write throws; then nothing was changed. */
export async function changeEntry(ports: Writing, edit: EntryEdit): Promise<Answer> {
  const early = await ports.base.view(indexingProgress(ports));
  // What is not there is no reason to wait for the lock, or to make a directory.
  edit.target.find(early, addressed(early, edit.topic));
  let answer: Answer | null = null;
  await ports.base.change((view) => {
    const address = addressed(view, edit.topic);
    const { topic } = address;
    const target = edit.target.find(view, address);
    const name = `${topicName(topic)}:${target.index}`;
    const { entry, notes } = edit.change(target.entry, view, name);
    const shown = entry ?? target.entry;
    const { tags, source, confidence, links, modified, projects, text } = shown;
    const line = `${entry === null ? "unchanged" : edit.done} ${name} ${view.shownId(target.id)}: ${titleOf(shown)}`;
    answer = {
      found: true,
      ...(entry === null ? {} : { operation: line }),
      text: (wording) =>
        [line, ...[...notes, ...(target.left?.notes(wording) ?? [])].map((note) => `  ${note}`)].join("\n"),
      data: (): ChangedData => ({
        action: edit.action,
        id: view.noteId(target.id),
        topic,
        index: target.index,
        time: isoTime(view.minutesOf(target.id)),
        changed: entry !== null,
        entry: { tags, source, confidence, links, modified, projects, text },
        notes,
        ...target.left?.data(),
      }),
    };
    if (entry === null) return [];
    const body = formatEntryText(entry);
    checkEntryBytes(body, edit.bytesMax, () => name, "after this", edit.advice);
    return [{ kind: "replace", id: target.id, body }];
  }, indexingProgress(ports));
  return answer!;
}
