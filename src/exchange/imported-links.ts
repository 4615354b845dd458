// Links that an import brings along. An export of the original program, or of an older helix, has links by index, which
// count the entries of the knowledge base that the file came from: `topic:index` means the index-th entry of that topic
// in the file, in order of time. Such a link becomes one by the id of that entry, whether the import adds the entry or
// it was there already.
// Invariants:
// - A link to an entry that the file does not hold stays as it is.

import { sanitiseTopic } from "../engine/text/topic.ts";
import { parseLink } from "../notes/index/link-terms.ts";
import type { KnowledgeView } from "../notes/store/knowledge-view.ts";
import { formatEntryText } from "../notes/text/entry-format.ts";
import { parseEntryText } from "../notes/text/entry-text.ts";
import { derivedKey, formatNoteId, shownNoteId } from "../notes/text/note-id.ts";
import { entryKey } from "./known-entries.ts";
import type { PreparedEntry } from "./prepare-entries.ts";

export class ImportedLinks {
  /** The entries of the file by topic, in order. */
  readonly #own = new Map<string, PreparedEntry[]>();
  /** Ids that were given out, or promised to an entry that a link leads to. */
  readonly #taken = new Set<string>();
  readonly #promised = new Map<PreparedEntry, string>();

  /** `entries`: all entries of the import. Those of one topic are in order of time. */
  constructor(entries: readonly PreparedEntry[]) {
    for (const entry of entries) {
      const list = this.#own.get(entry.topic);
      if (list) list.push(entry);
      else this.#own.set(entry.topic, [entry]);
    }
  }

  /** The id that an entry keeps when it is added; null: it brings none, or another note has it. */
  idOf(view: KnowledgeView, entry: PreparedEntry): string | null {
    return this.#promised.get(entry) ?? this.#take(view, parseEntryText(entry.body).id ?? entry.id);
  }

  /** Makes a function that gives the body of an entry with its links by id, while the view is valid. */
  rewriter(view: KnowledgeView): (entry: PreparedEntry) => string {
    const stored = new StoredIds(view);
    const idOf = (target: PreparedEntry) => {
      const id =
        this.#promised.get(target) ?? stored.take(target) ?? this.idOf(view, target) ?? this.#makeId(view, target);
      this.#promised.set(target, id);
      return id;
    };
    return ({ body }) => {
      if (!body.includes("[links:")) return body;
      const parsed = parseEntryText(body);
      const links = parsed.links.map((link) => {
        const target = this.#target(link);
        return target === null ? link : shownNoteId(idOf(target));
      });
      const isSame = links.every((link, at) => link === parsed.links[at]);
      return isSame ? body : formatEntryText({ ...parsed, links: [...new Set(links)] });
    };
  }

  /** The entry of the file that a link by index leads to; null for none. */
  #target(link: string): PreparedEntry | null {
    const parts = parseLink(link);
    if (parts === null) return null;
    const own = this.#own.get(parts.topic) ?? this.#own.get(sanitiseTopic(parts.topic));
    return own?.[parts.index] ?? null;
  }

  #take(view: KnowledgeView, id: string | null): string | null {
    if (id === null || this.#taken.has(id) || view.findNote(id) !== null) return null;
    this.#taken.add(id);
    return id;
  }

  /** An id for an entry that brings none: the derived one, or, if that is taken, one like it. */
  #makeId(view: KnowledgeView, { topic, body, minutes }: PreparedEntry): string {
    const { text } = parseEntryText(body);
    for (let attempt = 0; ; attempt++) {
      const id = formatNoteId(derivedKey(topic, minutes ?? 0, `${text}${"\0".repeat(attempt)}`));
      if (this.#take(view, id) !== null) return id;
    }
  }
}

/** The stored name that an entry of an import goes under. */
export function storedTopic(view: KnowledgeView, { given, topic }: PreparedEntry): string {
  return view.resolveTopic(given) ?? topic;
}

/** The ids of notes that are stored, by what an import compares (`entryKey`). Of equal notes, each is taken once. */
class StoredIds {
  readonly #view: KnowledgeView;
  readonly #topics = new Map<string, Map<string, string[]>>();

  constructor(view: KnowledgeView) {
    this.#view = view;
  }

  /** The id of the stored note that an entry of the file equals; null for none. */
  take(entry: PreparedEntry): string | null {
    const topic = storedTopic(this.#view, entry);
    let ids = this.#topics.get(topic);
    if (ids === undefined) {
      ids = this.#idsIn(topic);
      this.#topics.set(topic, ids);
    }
    return ids.get(entryKey(entry.body, entry.minutes))?.shift() ?? null;
  }

  /** By their keys with their time and without. */
  #idsIn(topic: string): Map<string, string[]> {
    const ids = new Map<string, string[]>();
    for (const document of this.#view.topicDocuments(topic)) {
      const body = this.#view.body(document);
      if (body === null) continue;
      for (const key of [entryKey(body, this.#view.minutesOf(document)), entryKey(body, null)]) {
        const known = ids.get(key);
        if (known) known.push(this.#view.noteId(document));
        else ids.set(key, [this.#view.noteId(document)]);
      }
    }
    return ids;
  }
}
