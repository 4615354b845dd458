// What links lead to. A link by id leads to its note wherever that stands, also after the note was merged into another.
// A link by topic and index, which older notes have, leads to the note that stands there now.

import { linkedId, parseLink } from "../index/link-terms.ts";
import { shownNoteId } from "../text/note-id.ts";
import { topicName } from "../text/topic-names.ts";
import type { KnowledgeView } from "./knowledge-view.ts";

/** Resolves links in one view. It looks up each topic and each id once. */
export class LinkTargets {
  readonly #view: KnowledgeView;
  readonly #topics = new Map<string, readonly number[]>();
  readonly #ids = new Map<string, number | null>();

  constructor(view: KnowledgeView) {
    this.#view = view;
  }

  /** The live note that a link leads to; null for none. */
  of(link: string): number | null {
    const id = linkedId(link);
    if (id !== null) return this.#withId(id);
    const parts = parseLink(link);
    return parts === null ? null : (this.#documents(parts.topic)[parts.index] ?? null);
  }

  /** The link by the id of the note that it leads to, as notes have it; a link that leads nowhere as it is. */
  byId(link: string): string {
    if (linkedId(link) !== null) return link;
    const target = this.of(link);
    return target === null ? link : this.#view.shownId(target);
  }

  /** The link for a reader: `topic:index @id`, or the link itself, if it leads nowhere. */
  shown(link: string): string {
    const target = this.of(link);
    if (target === null) return link;
    const topic = this.#view.index.topicOf(target);
    return `${topicName(topic)}:${this.#documents(topic).indexOf(target)} ${shownNoteId(this.#view.noteId(target))}`;
  }

  #withId(id: string): number | null {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const found = this.#view.findNote(id);
    this.#ids.set(id, found);
    return found;
  }

  #documents(given: string): readonly number[] {
    const known = this.#topics.get(given);
    if (known !== undefined) return known;
    const topic = this.#view.resolveTopic(given);
    const documents = topic === null ? [] : this.#view.topicDocuments(topic);
    this.#topics.set(given, documents);
    return documents;
  }
}
