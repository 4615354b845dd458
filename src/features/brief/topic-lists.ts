// The notes of topics in order. Each topic is listed only once for a whole briefing. Also finds the place of a note in
// its list.

import { partitionPoint } from "../../base/sorted-search.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";

export class TopicLists {
  readonly #view: KnowledgeView;
  readonly #listed = new Map<string, readonly number[]>();

  constructor(view: KnowledgeView) {
    this.#view = view;
  }

  /** The live notes of a topic, by stored name. The position in the list is the index. */
  of(topic: string): readonly number[] {
    const known = this.#listed.get(topic);
    if (known !== undefined) return known;
    const documents = this.#view.topicDocuments(topic);
    this.#listed.set(topic, documents);
    return documents;
  }

  /** The index of a document in its topic. */
  indexOf(topic: string, id: number): number {
    const documents = this.of(topic);
    const { index } = this.#view;
    const place = partitionPoint(0, documents.length, (at) => index.compare(documents[at]!, id) < 0);
    return documents[place] === id ? place : documents.indexOf(id);
  }
}
