// Settles links within a write, so that a link goes on leading to the note that it meant.
// - Links that the write itself brings become links by id, where they lead to a note.
// - Where notes of a topic get another index, older links by index into that topic become links by id.
// - Links to notes that the write deletes are removed, unless another note takes over their ids.
// Invariants:
// - The notes with such links are found by the index. No other body is read.
// - A link that leads to no note stays as it is, since it may be meant for a future note.
// - Of a note that the write does not change otherwise, only the line of links changes. That is no revision of it.

import { minutesOfStored, storedOfMinutes } from "../../engine/log/log-time.ts";
import { mayHaveAliases } from "../index/alias-terms.ts";
import { documentsLinkingTo, documentsLinkingToIds } from "../index/link-lookup.ts";
import { linkedId } from "../index/link-terms.ts";
import { noteColumns } from "../index/note-columns.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { formatEntryText } from "../text/entry-format.ts";
import { parseEntryText } from "../text/entry-text.ts";
import type { Change } from "./changes.ts";
import { checkEntryBytes, checkRewrittenBytes, STORED_BYTES_MAX } from "./edit-size.ts";
import type { KnowledgeView } from "./knowledge-view.ts";
import { LinkTargets } from "./link-targets.ts";

/** The changes of a write with their links settled, and how many links were removed from notes. */
export interface SettledChanges {
  readonly changes: readonly Change[];
  readonly linksRemoved: number;
}

/**
 * Settles the links of a write. Throws LIMIT if more notes have to be rewritten than one write may hold, or if a note
 * would grow too long.
 */
export function settleLinks(view: KnowledgeView, changes: readonly Change[]): SettledChanges {
  const gone = goneIds(view, changes);
  const written = new Set(
    changes.flatMap((change) => ("id" in change && typeof change.id === "number" ? change.id : [])),
  );
  const linking = new Set(documentsLinkingToIds(view.index, gone));
  for (const topic of renumberedTopics(view, changes)) {
    for (const id of documentsLinkingTo(view.index, topic)) linking.add(id);
  }
  for (const id of written) linking.delete(id);
  if (linking.size > 0) checkRewrittenBytes(view, new Set([...linking, ...written]));
  const links = new Links(view, gone);
  const settled = changes.map((change) => {
    if (change.kind === "delete" || change.kind === "restore") return change;
    const body = links.settle(change.body);
    return body === change.body ? change : { ...change, body };
  });
  for (const id of linking) {
    const before = view.body(id);
    const body = before === null ? null : links.settle(before);
    if (body === null || body === before) continue;
    checkEntryBytes(body, STORED_BYTES_MAX, () => view.shownId(id), "with its links rewritten", "shorten it first");
    settled.push({ kind: "replace", id, body });
  }
  return { changes: settled, linksRemoved: links.removed };
}

class Links {
  removed = 0;
  readonly #targets: LinkTargets;
  readonly #gone: ReadonlySet<string>;

  constructor(view: KnowledgeView, gone: ReadonlySet<string>) {
    this.#gone = gone;
    this.#targets = new LinkTargets(view);
  }

  /** The body with its links by id, and without those to notes that go. */
  settle(body: string): string {
    if (!body.includes("[links:")) return body;
    const entry = parseEntryText(body);
    const links = entry.links.map((link) => this.#targets.byId(link));
    const kept = links.filter((link) => !this.#leadsToGone(link));
    this.removed += links.length - kept.length;
    if (kept.length === entry.links.length && kept.every((link, at) => link === entry.links[at])) return body;
    return formatEntryText({ ...entry, links: [...new Set(kept)] });
  }

  #leadsToGone(link: string): boolean {
    if (this.#gone.size === 0) return false;
    const id = linkedId(link);
    return id !== null && this.#gone.has(id);
  }
}

/** The ids that lead to no note any more after the write. */
function goneIds(view: KnowledgeView, changes: readonly Change[]): Set<string> {
  const gone = new Set<string>();
  if (!changes.some(({ kind }) => kind === "delete")) return gone;
  const hasAliases = mayHaveAliases(view.index);
  for (const change of changes) {
    if (change.kind !== "delete") continue;
    gone.add(view.noteId(change.id));
    if (hasAliases) for (const alias of parseEntryText(view.body(change.id) ?? "").aliases) gone.add(alias);
  }
  for (const change of changes) {
    if (change.kind === "delete") continue;
    if (change.kind === "add" && change.id) gone.delete(change.id);
    const { id, aliases } = parseEntryText(change.body);
    if (id !== null) for (const each of [id, ...aliases]) gone.delete(each);
  }
  return gone;
}

/** The topics, by stored name, of which notes get another index or are gone after the write. */
function renumberedTopics(view: KnowledgeView, changes: readonly Change[]): Set<string> {
  const topics = new Set<string>();
  const newest = new Map<string, number>();
  for (const change of changes) {
    if (change.kind === "delete") topics.add(view.index.topicOf(change.id));
    if (change.kind === "move") topics.add(view.index.topicOf(change.id)).add(change.topic);
    if (change.kind !== "add" || topics.has(change.topic)) continue;
    const last = newest.get(change.topic) ?? newestMinutes(view.index, change.topic);
    newest.set(change.topic, last);
    // Notes of the same minute that are there already stand before new ones.
    if (asStored(view, change.minutes) < last) topics.add(change.topic);
  }
  return topics;
}

/** The time of the topic's last live note, in minutes UTC since 1970; minus infinity if there is none. */
function newestMinutes(index: NoteIndex, topic: string): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { segment, first } of index.segments) {
    const { topics } = noteColumns(segment);
    const ordinal = topics.names.find(topic);
    if (ordinal < 0) continue;
    for (let at = topics.size(ordinal) - 1; at >= 0; at--) {
      const id = topics.document(ordinal, at);
      // A damaged index may name documents that do not exist.
      if (id < 0 || id >= segment.documentCount || index.isDeleted(first + id)) continue;
      newest = Math.max(newest, index.minutesOf(first + id));
      break;
    }
  }
  return newest;
}

/**
 * The time as it is read back from the log. Around a change of the clocks, wall-clock time does not have every minute.
 */
function asStored(view: KnowledgeView, minutes: number): number {
  return minutesOfStored(storedOfMinutes(minutes, view.index.timeBase));
}
