// What a knowledge base holds already of an import: how many of each text, at each minute and at any. An entry of the
// import uses up one of them, so that two equal entries come back as two, and coming again add nothing. Keeps hashes,
// not texts: an import may be as large as the log.

import { createHash } from "node:crypto";
import { holdsLinks } from "../notes/links/follow-links.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import { formatEntryText } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { guardedBody } from "../notes/text/guarded-body.ts";

/** How many entries a topic holds, by hash of the text, alone and with the minute. */
type Counts = Map<string, number>;

export class KnownEntries {
  readonly #topics = new Map<string, Counts>();

  /**
   * Whether the topic, by stored name, held one more such entry when it was first asked about; it counts no longer
   * then. `minutes` null: an entry that comes without a time, which is any of its text.
   */
  take(view: KnowledgeView, topic: string, body: string, minutes: number | null): boolean {
    let counts = this.#topics.get(topic);
    if (counts === undefined) {
      counts = countEntries(view, topic);
      this.#topics.set(topic, counts);
    }
    const text = hashOf(body);
    const key = minutes === null ? text : atMinute(text, minutes);
    if ((counts.get(key) ?? 0) <= 0) return false;
    count(counts, key, -1);
    if (minutes !== null) count(counts, text, -1);
    return true;
  }
}

function countEntries(view: KnowledgeView, topic: string): Counts {
  const counts: Counts = new Map();
  for (const id of view.topicDocuments(topic)) {
    const body = view.body(id);
    if (body === null) continue;
    const text = hashOf(body);
    count(counts, text, 1);
    count(counts, atMinute(text, view.minutesOf(id)), 1);
  }
  return counts;
}

function count(counts: Counts, key: string, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change);
}

/**
 * What an import knows an entry by: its text with its metadata but the links, and its time. `minutes` null: whatever
 * its time.
 */
export function entryKey(body: string, minutes: number | null): string {
  const text = hashOf(body);
  return minutes === null ? text : atMinute(text, minutes);
}

/**
 * Equal hashes are equal texts: SHA-256. Links are left out: they change when what they lead to moves. A body counts as
 * it is written.
 */
function hashOf(body: string): string {
  return createHash("sha256")
    .update(withoutLinks(guardedBody(body)))
    .digest("base64");
}

function withoutLinks(body: string): string {
  if (!holdsLinks(body)) return body;
  const entry = parseEntryText(body);
  return entry.links.length === 0 ? body : formatEntryText({ ...entry, links: [] });
}

function atMinute(text: string, minutes: number): string {
  return `${text} ${minutes}`;
}
