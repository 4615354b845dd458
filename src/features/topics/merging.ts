// Merges duplicates in one write. The note that stays keeps its place, its time and its text, and gets the metadata
// that `unite` makes of all. It takes over the ids of the others, so that links to them lead to it.

import type { Reach } from "../../notes/scope/reach.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { type EntryText, parseEntryText, splitBody } from "../../notes/text/entry-text.ts";
import { type FoundDuplicate, type FoundEntry, hashOf } from "./find-duplicates.ts";
import { type Metadata, unite } from "./unite.ts";

/** How many ids of merged entries an entry keeps. */
const ALIASES_MAX = 100;

/** Valid for the view under the lock. */
export class Merging {
  readonly merged: FoundDuplicate[] = [];
  readonly #view: KnowledgeView;
  /** The documents that go, each with the document that stays for it. */
  readonly #keptFor = new Map<number, number>();

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

  /** The changes of the merge. */
  changes(): Change[] {
    const view = this.#view;
    const gone = [...this.#keptFor.keys()];
    checkRewrittenBytes(view, new Set([...this.#keptFor.values(), ...gone]));
    const targets = new LinkTargets(view);
    const duplicates = new Map<number, number[]>();
    for (const [duplicate, id] of this.#keptFor) {
      const known = duplicates.get(id);
      if (known) known.push(duplicate);
      else duplicates.set(id, [duplicate]);
    }
    const replaced = Array.from(duplicates, ([id, others]): Change => {
      return { kind: "replace", id, body: this.#united(id, others, targets) };
    });
    return [...replaced, ...gone.map((id): Change => ({ kind: "delete", id }))];
  }

  /** The body of a note that stays, with what its duplicates bring. Links among them are left out. */
  #united(id: number, duplicates: readonly number[], targets: LinkTargets): string {
    const metadataOf = (entry: EntryText): EntryText => ({
      ...entry,
      links: entry.links.map((link) => targets.byId(link)),
    });
    const entry = metadataOf(parseEntryText(this.#view.body(id)!));
    let metadata: Metadata = entry;
    for (const duplicate of duplicates) {
      const both = unite(metadata, metadataOf(parseEntryText(this.#view.body(duplicate)!)), 0);
      // Links that lead to one note become one. So metadata that fitted in the constructor fits here too.
      if (typeof both !== "string") metadata = both;
    }
    const isAmong = new Set<number | null>([id, ...duplicates]);
    const links = metadata.links.filter((link) => !isAmong.has(targets.of(link)));
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
