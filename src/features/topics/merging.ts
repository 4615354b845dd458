// Merges duplicates in one write. The note that stays keeps its place, its time and its text, and gets the metadata
// that `unite` makes of all. Links to the other notes lead to it from then on.

import { type Followed, followLinks, linkChanges, type Redirect } from "../../notes/links/follow-links.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { type EntryText, parseEntryText, splitBody } from "../../notes/text/entry-text.ts";
import { type FoundDuplicate, type FoundEntry, hashOf } from "./find-duplicates.ts";
import type { Part } from "./parted-change.ts";
import { type Metadata, unite } from "./unite.ts";

/** How many ids of merged entries an entry keeps. */
const ALIASES_MAX = 100;

/** Valid for the view under the lock. */
export class Merging {
  readonly merged: FoundDuplicate[] = [];
  readonly #view: KnowledgeView;
  /** The documents that go, each with the document that stays for it. */
  readonly #keptFor = new Map<number, number>();
  /** The index of each note that stays, in its topic without the notes that go. */
  readonly #newIndex = new Map<number, number>();

  /**
   * Takes those of `duplicates` whose two notes still have their places and texts, are within reach, and can still be
   * merged.
   */
  constructor(view: KnowledgeView, duplicates: readonly FoundDuplicate[], reach: Reach) {
    this.#view = view;
    const documents = new LiveDocuments(view, reach.in(view.index));
    const united = new Map<number, Metadata>();
    for (const found of duplicates) {
      const duplicate = documents.find(found.duplicate);
      const kept = documents.find(found.kept);
      if (duplicate === null || kept === null) continue;
      const metadata = united.get(kept.id) ?? parseEntryText(kept.body);
      const both = unite(metadata, parseEntryText(duplicate.body), Buffer.byteLength(kept.body));
      if (typeof both === "string") continue;
      united.set(kept.id, both);
      this.#keptFor.set(duplicate.id, kept.id);
      this.merged.push(found);
    }
  }

  part(): Part {
    const view = this.#view;
    const gone = new Set(this.#keptFor.keys());
    checkRewrittenBytes(view, new Set([...this.#keptFor.values(), ...gone]));
    const topics = new Set(this.merged.map(({ kept }) => kept.topic));
    const redirects = new Map(Array.from(topics, (topic) => [topic, this.#redirect(topic)]));
    // The links in notes that go are rewritten too, because the notes that stay get them.
    const all = followLinks(view, redirects);
    const kept = new Map<number, number[]>();
    for (const [duplicate, id] of this.#keptFor) {
      const duplicates = kept.get(id);
      if (duplicates) duplicates.push(duplicate);
      else kept.set(id, [duplicate]);
    }
    const changes: Change[] = [];
    for (const [id, duplicates] of kept) {
      const body = this.#united(id, duplicates, all);
      if (body !== view.body(id)) changes.push({ kind: "replace", id, body });
    }
    for (const id of gone) changes.push({ kind: "delete", id });
    const followed = { bodies: new Map([...all.bodies].filter(([id]) => !gone.has(id))), removed: all.removed };
    return { changes: [...changes, ...linkChanges(followed, new Set(kept.keys()))], followed };
  }

  /** Where links to the notes of a topic lead when the duplicates are gone. */
  #redirect(topic: string): Redirect {
    const documents = this.#view.topicDocuments(topic);
    let next = 0;
    for (const id of documents) if (!this.#keptFor.has(id)) this.#newIndex.set(id, next++);
    return (index) => {
      const id = documents[index];
      return id === undefined ? undefined : { topic, index: this.#newIndex.get(this.#keptFor.get(id) ?? id)! };
    };
  }

  /**
   * The body of a note that stays, with what its duplicates bring. Links to the duplicates are left out, because they
   * would lead to the note itself.
   */
  #united(id: number, duplicates: readonly number[], { bodies }: Followed): string {
    const bodyOf = (document: number) => bodies.get(document) ?? this.#view.body(document)!;
    const body = bodyOf(id);
    const entry = parseEntryText(body);
    const own = `${this.#view.document(id).topic}:${this.#newIndex.get(id)}`;
    let metadata: Metadata = entry;
    for (const duplicate of duplicates) {
      const both = unite(metadata, parseEntryText(bodyOf(duplicate)), 0);
      // Rewriting can only make links fewer. So metadata that fitted in the constructor fits here too.
      if (typeof both !== "string") metadata = both;
    }
    const links = metadata.links.filter((link) => link !== own);
    const ownId = entry.id ?? this.#view.noteId(id);
    return formatEntryText({
      ...entry,
      ...metadata,
      links,
      id: ownId,
      aliases: this.#aliases(entry, duplicates, ownId),
    });
  }

  /** The ids that lead to the entry that stays: those that it has, then those of its duplicates; the last ones of many. */
  #aliases({ aliases }: EntryText, duplicates: readonly number[], own: string): string[] {
    const found = new Set(aliases);
    for (const duplicate of duplicates) {
      found.add(this.#view.noteId(duplicate));
      for (const alias of parseEntryText(this.#view.body(duplicate)!).aliases) found.add(alias);
    }
    found.delete(own);
    return [...found].slice(-ALIASES_MAX);
  }
}

/**
 * Finds notes again that were found in another view. Their metadata may have been rewritten since; their places and
 * texts stay the same.
 */
class LiveDocuments {
  readonly #view: KnowledgeView;
  /** Documents by place, of each topic that was asked for. */
  readonly #topics = new Map<string, ReadonlyMap<number, number>>();
  readonly #isWanted: (id: number) => boolean;

  constructor(view: KnowledgeView, isWanted: (id: number) => boolean) {
    this.#view = view;
    this.#isWanted = isWanted;
  }

  /** The document of a note, with its body. null when the note is gone, its text has changed, or it is out of reach. */
  find({ topic, origin, textHash }: FoundEntry): { id: number; body: string } | null {
    let byPlace = this.#topics.get(topic);
    if (byPlace === undefined) {
      byPlace = new Map(this.#view.topicDocuments(topic).map((id) => [this.#view.document(id).origin, id]));
      this.#topics.set(topic, byPlace);
    }
    const id = byPlace.get(origin);
    if (id === undefined || !this.#isWanted(id)) return null;
    const body = this.#view.body(id);
    // In a log that was rewritten meanwhile, another note may have this origin.
    return body !== null && hashOf(splitBody(body).text) === textHash ? { id, body } : null;
  }
}
