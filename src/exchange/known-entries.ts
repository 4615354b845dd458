// How many entries of each text a knowledge base holds already, at each minute and at any minute. Each entry of an
// import that is found uses up one of them. So two equal entries come back as two, and a second import adds nothing.
// Hashes are kept, not texts, since an import may be as large as the log.

import { createHash } from "node:crypto";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import { formatEntryText } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { guardedBody } from "../notes/text/guarded-body.ts";

/** How many entries a topic holds, by the hash of the text alone and by hash and minute. */
type Counts = Map<string, number>;

export class KnownEntries {
  readonly #topics = new Map<string, Counts>();

  /**
   * Whether the topic, a stored name, holds one more such entry that no earlier call took; takes it then. The entries
   * are counted at the first call for a topic. `minutes` null: the entry has no time, and matches any entry with its
   * text.
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
 * The key by which an import recognises an entry: the text with its metadata except the links, and the time. `minutes`
 * null: any time.
 */
export function entryKey(body: string, minutes: number | null): string {
  const text = hashOf(body);
  return minutes === null ? text : atMinute(text, minutes);
}

/**
 * Equal hashes are equal texts: SHA-256. Links are left out, which change when what they lead to moves, and ids, which
 * an older export does not have. A body counts as
 * it is written.
 */
function hashOf(body: string): string {
  return createHash("sha256")
    .update(comparable(guardedBody(body)))
    .digest("base64");
}

function comparable(body: string): string {
  const entry = parseEntryText(body);
  if (entry.links.length === 0 && entry.id === null) return body;
  return formatEntryText({ ...entry, id: null, aliases: [], links: [] });
}

function atMinute(text: string, minutes: number): string {
  return `${text} ${minutes}`;
}
