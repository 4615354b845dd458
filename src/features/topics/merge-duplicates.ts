// topics action=compact: the entries that repeat newer ones, and their merging: the newest of each stays where it is, with the tags of
// all; links to the others lead to it from then on. Texts that stand in several topics are only reported: which topic is right is for
// a reader to say.

import type { Change } from "../../knowledge/changes.ts";
import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { cleanLine } from "../../text/clean.ts";
import { formatDate } from "../../text/dates.ts";
import { formatEntryText, parseEntryText, splitBody } from "../../text/entry-text.ts";
import { TAG_COUNT_MAX } from "../../text/tags.ts";
import { Answer } from "../answer.ts";
import { followLinks, linkChanges, type Redirect } from "../edit/follow-links.ts";
import { checkRewrittenBytes } from "../edit/size.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { counted } from "../wording.ts";
import {
  type FoundDuplicate,
  type FoundDuplicates,
  type FoundEntry,
  findDuplicates,
  hashOf,
} from "./find-duplicates.ts";
import { UNDO_HINT } from "./listing.ts";
import { firstPart, type Part, PartedChange } from "./parted-change.ts";

const MINUTE_MS = 60_000;
/** How many duplicates and how many texts of several topics are listed, and how many places of each. */
const SHOWN_MAX = 100;
const TEXTS_SHOWN_MAX = 20;
const PLACES_SHOWN_MAX = 10;

/** Lists the duplicates, or merges them. */
export async function mergeDuplicates(context: FeatureContext, apply: boolean): Promise<FeatureResult> {
  await context.base.view(indexingProgress(context));
  const found = await findDuplicates(context);
  return apply && found.duplicates.length > 0 ? merge(context, found) : report(found);
}

function report(found: FoundDuplicates): FeatureResult {
  const { duplicates, acrossTopics, entries } = found;
  const answer = new Answer();
  if (duplicates.length === 0) answer.add(`no duplicates among ${counted(entries, "entry", "entries")}`);
  for (const { duplicate, kept, similarity } of duplicates.slice(0, SHOWN_MAX)) {
    const alike = similarity === 1 ? "same" : `${Math.round(similarity * 100)}%`;
    const [line, newer] = [cleanLine(duplicate.line), cleanLine(kept.line)];
    const where = `[${address(duplicate)}] ${formatDate(duplicate.minutes)} → [${address(kept)}] ${formatDate(kept.minutes)}`;
    answer.add(`  ${where} (${alike}) ${line}`, ...(newer === line ? [] : [`    ${newer}`]));
  }
  const left = duplicates.length - SHOWN_MAX;
  if (left > 0) answer.close(`  ... ${counted(left, "more duplicate", "more duplicates")}`);
  if (duplicates.length > 0) {
    answer.close(
      `${size(duplicates)}; merge them with: topics action=compact apply=true (the newest stays, with the tags of all)`,
    );
  }
  answer.close(...otherLines(found));
  return { text: answer.text(), found: duplicates.length + acrossTopics.length > 0, data: dataOf(found, 0) };
}

async function merge(context: FeatureContext, found: FoundDuplicates): Promise<FeatureResult> {
  const total = found.duplicates.length;
  const change = new PartedChange(context);
  const merged: FoundDuplicate[] = [];
  for (let left = found.duplicates; left.length > 0; ) {
    const part = firstPart(left, ({ kept }) => kept.topic);
    left = left.slice(part.length);
    await change.write((view) => {
      const merging = new Merging(view, part);
      merged.push(...merging.merged);
      return merging.part();
    });
    context.onProgress?.({ done: found.entries + total - left.length, total: null, what: "merging" });
  }
  const head = `merged ${size(merged)}`;
  const lines = change.notes();
  if (merged.length < total) lines.push(`${total - merged.length} were changed meanwhile and left alone`);
  return {
    text: [
      head,
      ...lines.map((line) => `  ${line}`),
      ...(merged.length > 0 ? [UNDO_HINT] : []),
      ...otherLines(found),
    ].join("\n"),
    found: merged.length > 0,
    ...(merged.length > 0 ? { operation: head } : {}),
    data: dataOf({ ...found, duplicates: merged }, merged.length),
  };
}

/** The merging of duplicates as one write: valid for the view under the lock. */
class Merging {
  readonly merged: FoundDuplicate[] = [];
  readonly #view: KnowledgeView;
  /** Documents that go, and the one that stays for each. */
  readonly #keptFor = new Map<number, number>();
  /** Where the entries that stay stand in their topics when the others are gone. */
  readonly #newIndex = new Map<number, number>();

  /** Takes those of `duplicates` of which both entries are still what they were. */
  constructor(view: KnowledgeView, duplicates: readonly FoundDuplicate[]) {
    this.#view = view;
    const documents = new LiveDocuments(view);
    for (const found of duplicates) {
      const duplicate = documents.find(found.duplicate);
      const kept = documents.find(found.kept);
      if (duplicate === null || kept === null) continue;
      this.#keptFor.set(duplicate, kept);
      this.merged.push(found);
    }
  }

  part(): Part {
    const view = this.#view;
    const gone = new Set(this.#keptFor.keys());
    checkRewrittenBytes(view, new Set(this.#keptFor.values()));
    const topics = new Set(this.merged.map(({ kept }) => kept.topic));
    const redirects = new Map(Array.from(topics, (topic) => [topic, this.#redirect(topic)]));
    const followed = followLinks(view, redirects, gone);
    const kept = new Map<number, number[]>();
    for (const [duplicate, id] of this.#keptFor) {
      const duplicates = kept.get(id);
      if (duplicates) duplicates.push(duplicate);
      else kept.set(id, [duplicate]);
    }
    const changes: Change[] = [];
    for (const [id, duplicates] of kept) {
      const stored = view.body(id)!;
      const body = this.#united(id, followed.bodies.get(id) ?? stored, duplicates);
      if (body !== stored) changes.push({ kind: "replace", id, body });
    }
    for (const id of gone) changes.push({ kind: "delete", id });
    return { changes: [...changes, ...linkChanges(followed, new Set(kept.keys()))], followed };
  }

  /** Where links to the entries of a topic lead when the duplicates are gone. */
  #redirect(topic: string): Redirect {
    const documents = this.#view.topicDocuments(topic);
    let next = 0;
    for (const id of documents) if (!this.#keptFor.has(id)) this.#newIndex.set(id, next++);
    return (index) => {
      const id = documents[index];
      return id === undefined ? undefined : { topic, index: this.#newIndex.get(this.#keptFor.get(id) ?? id)! };
    };
  }

  /** The body of an entry that stays, with the tags of its duplicates, and without links to them, which would lead to itself. */
  #united(id: number, body: string, duplicates: readonly number[]): string {
    const entry = parseEntryText(body);
    const { topic } = this.#view.document(id);
    const tags = new Set(entry.tags);
    for (const duplicate of duplicates) for (const tag of this.#view.document(duplicate).tags) tags.add(tag);
    const links = entry.links.filter((link) => link !== `${topic}:${this.#newIndex.get(id)}`);
    if (tags.size === entry.tags.length && links.length === entry.links.length) return body;
    const united = tags.size > TAG_COUNT_MAX ? entry.tags : [...tags].sort();
    return formatEntryText({ ...entry, tags: united, links });
  }
}

/** Finds entries again that were found in another view: their links may have been rewritten since, which keeps place and text. */
class LiveDocuments {
  readonly #view: KnowledgeView;
  /** Documents by place, of each topic that was asked for. */
  readonly #topics = new Map<string, ReadonlyMap<number, number>>();

  constructor(view: KnowledgeView) {
    this.#view = view;
  }

  /** The document of an entry; null when it is not there any more as it was. */
  find({ topic, place, textHash }: FoundEntry): number | null {
    let byPlace = this.#topics.get(topic);
    if (byPlace === undefined) {
      byPlace = new Map(this.#view.topicDocuments(topic).map((id) => [this.#view.document(id).place, id]));
      this.#topics.set(topic, byPlace);
    }
    const id = byPlace.get(place);
    const body = id === undefined ? null : this.#view.body(id);
    // In a log that was rewritten meanwhile another entry may have the place.
    return body !== null && hashOf(splitBody(body).text) === textHash ? id! : null;
  }
}

/** What is said beside the duplicates: texts of several topics, and what was not compared. */
function otherLines({ acrossTopics, cutTopics }: FoundDuplicates): string[] {
  const lines = acrossTopics.slice(0, TEXTS_SHOWN_MAX).map((found) => {
    const places = found.slice(0, PLACES_SHOWN_MAX).map(address).join(", ");
    const more = found.length > PLACES_SHOWN_MAX ? ` and ${found.length - PLACES_SHOWN_MAX} more` : "";
    return `  [${places}${more}] ${cleanLine(found[0]!.line)}`;
  });
  if (acrossTopics.length > TEXTS_SHOWN_MAX) lines.push(`  ... ${acrossTopics.length - TEXTS_SHOWN_MAX} more`);
  if (acrossTopics.length > 0) {
    const what = counted(acrossTopics.length, "text stands", "texts stand");
    lines.push(`${what} in several topics, which is not merged: delete what is too much with: edit action=delete`);
  }
  if (cutTopics.length > 0) {
    lines.push(
      `not all entries were compared, too many are alike in: ${cutTopics.slice(0, PLACES_SHOWN_MAX).map(cleanLine).join(", ")}`,
    );
  }
  return lines;
}

function size(duplicates: readonly FoundDuplicate[]): string {
  const topics = new Set(duplicates.map(({ kept }) => kept.topic)).size;
  return `${counted(duplicates.length, "duplicate", "duplicates")} in ${counted(topics, "topic", "topics")}`;
}

function address({ topic, index }: FoundEntry): string {
  return `${cleanLine(topic)}:${index}`;
}

function dataOf({ duplicates, acrossTopics, cutTopics, entries }: FoundDuplicates, merged: number): object {
  const data = ({ topic, index, minutes, line }: FoundEntry) => ({
    topic,
    index,
    time: new Date(minutes * MINUTE_MS).toISOString(),
    line,
  });
  return {
    entries,
    merged,
    duplicates: duplicates.map(({ duplicate, kept, similarity }) => ({
      similarity,
      duplicate: data(duplicate),
      kept: data(kept),
    })),
    acrossTopics: acrossTopics.map((found) => found.map(data)),
    cutTopics,
  };
}
