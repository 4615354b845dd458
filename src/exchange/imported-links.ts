// Links that an import brings along. Their indexes count the entries of the knowledge base that the file came from. In
// the file, `topic:index` means the index-th entry of that topic, in order of time. The link is rewritten to the place
// where that entry stands after the import, whether the import adds the entry or it was there already.
// Invariants:
// - A link to an entry that the file does not hold stays as it is.
// - Links into a topic that was empty are right as they are.
// - Entries whose links have to be rewritten are written in one part, so that a failure between parts leaves no link
//   wrong.

import { sanitiseTopic } from "../engine/text/topic.ts";
import { parseLink } from "../notes/index/link-terms.ts";
import { positionsAfter } from "../notes/links/follow-additions.ts";
import { holdsLinks } from "../notes/links/follow-links.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import { formatEntryText } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { entryKey } from "./known-entries.ts";
import type { PreparedEntry } from "./prepare-entries.ts";

/** An entry of the import that is not stored yet, and the stored name of the topic that it goes to. */
export interface NewEntry {
  readonly entry: PreparedEntry;
  readonly topic: string;
  readonly minutes: number;
}

export class ImportedLinks {
  /** The entries of the file by topic, in order. */
  readonly #own = new Map<string, PreparedEntry[]>();

  /** `entries`: all entries of the import. Those of one topic are in order of time. */
  constructor(entries: readonly PreparedEntry[]) {
    for (const entry of entries) {
      const list = this.#own.get(entry.topic);
      if (list) list.push(entry);
      else this.#own.set(entry.topic, [entry]);
    }
  }

  /**
   * Divides the entries: those that have to be written in one part, because links among them are rewritten, and all
   * others.
   */
  divide(
    view: KnowledgeView,
    entries: readonly PreparedEntry[],
  ): { together: PreparedEntry[]; apart: PreparedEntry[] } {
    const mergedTopics = new Set<string>();
    const linking = new Set<PreparedEntry>();
    for (const entry of entries) {
      for (const target of this.#targets(entry.body)) {
        if (view.topicCount(storedTopic(view, target)) === 0) continue;
        mergedTopics.add(target.topic);
        linking.add(entry);
      }
    }
    const isTogether = (entry: PreparedEntry) => mergedTopics.has(entry.topic) || linking.has(entry);
    return mergedTopics.size === 0
      ? { together: [], apart: [...entries] }
      : { together: entries.filter(isTogether), apart: entries.filter((entry) => !isTogether(entry)) };
  }

  /**
   * The bodies of `news` with their links rewritten, in the same order. `news` holds all entries that one write adds.
   */
  rewrite(view: KnowledgeView, news: readonly NewEntry[]): string[] {
    const places = new Map<string, ReadonlyMap<PreparedEntry, number>>();
    const placesIn = (target: PreparedEntry) => {
      const topic = storedTopic(view, target);
      let known = places.get(topic);
      if (known === undefined) {
        const own = this.#own.get(target.topic)!;
        known = view.topicCount(topic) === 0 ? new Map() : placesAfter(view, topic, own, news);
        places.set(topic, known);
      }
      return known;
    };
    return news.map(({ entry: { body } }) => {
      if (!holdsLinks(body)) return body;
      const parsed = parseEntryText(body);
      const links = parsed.links.map((link) => {
        const target = this.#target(link);
        const index = target === null ? undefined : placesIn(target).get(target);
        const parts = parseLink(link);
        return index === undefined || index === parts!.index ? link : `${parts!.topic}:${index}`;
      });
      if (links.every((link, at) => link === parsed.links[at])) return body;
      return formatEntryText({ ...parsed, links: [...new Set(links)] });
    });
  }

  #targets(body: string): PreparedEntry[] {
    if (!holdsLinks(body)) return [];
    return parseEntryText(body).links.flatMap((link) => this.#target(link) ?? []);
  }

  /** The entry of the file that a link points at; null if the file does not hold it. */
  #target(link: string): PreparedEntry | null {
    const parts = parseLink(link);
    if (parts === null) return null;
    const own = this.#own.get(parts.topic) ?? this.#own.get(sanitiseTopic(parts.topic));
    return own?.[parts.index] ?? null;
  }
}

/** The stored name that an entry of an import goes under. */
export function storedTopic(view: KnowledgeView, { given, topic }: PreparedEntry): string {
  return view.resolveTopic(given) ?? topic;
}

/**
 * The positions of the file's entries of a topic after the write: entries that the write adds, and entries that were
 * there.
 */
function placesAfter(
  view: KnowledgeView,
  topic: string,
  own: readonly PreparedEntry[],
  news: readonly NewEntry[],
): Map<PreparedEntry, number> {
  const added = news.filter((each) => each.topic === topic);
  const positions = positionsAfter(
    view,
    topic,
    added.map(({ minutes }) => minutes),
  );
  const places = new Map(added.map(({ entry }, at) => [entry, positions.added[at]!]));
  const indexes = indexesByKey(view, topic);
  for (const entry of own) {
    if (places.has(entry)) continue;
    const index = indexes.get(entryKey(entry.body, entry.minutes))?.shift();
    if (index !== undefined) places.set(entry, positions.existing[index]!);
  }
  return places;
}

/** The indexes of a topic's entries by the keys that an import compares (`entryKey`), with their time and without. */
function indexesByKey(view: KnowledgeView, topic: string): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  view.topicDocuments(topic).forEach((id, index) => {
    const body = view.body(id);
    if (body === null) return;
    for (const key of [entryKey(body, view.minutesOf(id)), entryKey(body, null)]) {
      const list = indexes.get(key);
      if (list) list.push(index);
      else indexes.set(key, [index]);
    }
  });
  return indexes;
}
