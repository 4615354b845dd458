// What the edits of one entry have in common: the entry is found, changed and written under the lock, and the answer
// names it. Its time and its place stay, and so does every piece of metadata that the edit does not name.

import type { FeatureResult } from "../../base/result.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import { checkEntryBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { FeatureContext } from "../common/feature.ts";
import { type TargetFinder, titleOf } from "./target.ts";

const MINUTE_MS = 60_000;

/** An edit of one entry. */
export interface EntryEdit {
  readonly action: string;
  /** How the answer begins: `appended to`. */
  readonly done: string;
  /** The topic as it was given. */
  readonly topic: string;
  readonly target: TargetFinder;
  /** How long the entry may grow, in bytes, and what to do when it grows longer. */
  readonly bytesMax: number;
  readonly advice: string;
  /** Makes the new entry; called under the lock. */
  change(entry: EntryText, view: KnowledgeView, name: string): EntryChange;
}

/** What becomes of an entry; `entry` null: it stays as it is. */
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

/** Makes the edit. Throws NOT_FOUND, INVALID_ARGUMENT, LIMIT, and what a write throws; then nothing was changed. */
export async function changeEntry(context: FeatureContext, edit: EntryEdit): Promise<FeatureResult> {
  const early = await context.base.view(indexingProgress(context));
  // What is not there is no reason to wait for the lock, or to make a directory.
  edit.target.find(early, knownTopic(early, edit.topic));
  let result: FeatureResult | null = null;
  await context.base.change((view) => {
    const topic = knownTopic(view, edit.topic);
    const target = edit.target.find(view, topic);
    const name = `${topicName(topic)}:${target.index}`;
    const { entry, notes } = edit.change(target.entry, view, name);
    const shown = entry ?? target.entry;
    const line = `${entry === null ? "unchanged" : edit.done} ${name}: ${titleOf(shown)}`;
    const lines = [...notes, ...(target.left?.notes() ?? [])];
    result = {
      text: [line, ...lines.map((note) => `  ${note}`)].join("\n"),
      found: true,
      ...(entry === null ? {} : { operation: line }),
      data: context.wantsData
        ? {
            action: edit.action,
            topic,
            index: target.index,
            time: new Date(view.minutesOf(target.id) * MINUTE_MS).toISOString(),
            changed: entry !== null,
            entry: entryData(shown),
            notes,
            ...target.left?.data(),
          }
        : null,
    };
    if (entry === null) return [];
    const body = formatEntryText(entry);
    checkEntryBytes(body, edit.bytesMax, () => name, "after this", edit.advice);
    return [{ kind: "replace", id: target.id, body }];
  }, indexingProgress(context));
  return result!;
}

/** An entry for `--json`. */
function entryData({ tags, source, confidence, links, modified, projects, text }: EntryText): object {
  return { tags, source, confidence, links, modified, projects, text };
}
