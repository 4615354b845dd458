// Reads the bodies of a topic, however many there are, without keeping anybody waiting: a stretch at a time, with a
// fresh view for each stretch.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { Access } from "../../notes/store/long-work.ts";

/** How many bodies are read in one go. */
const STRETCH = 64;

/** What is to be done with the notes of a topic. All calls are synchronous. */
export interface BodyVisitor {
  /** Called before the first note, and again if reading starts anew because the index was exchanged meanwhile. */
  begin(view: KnowledgeView): void;
  /**
   * Returns a test for the documents to visit. It is called after each `begin`. Without it all documents are visited.
   */
  isWanted?(view: KnowledgeView): (id: number) => boolean;
  /** `body` is null when the record is damaged. */
  entry(view: KnowledgeView, id: number, position: number, body: string | null): void;
}

/** Visits the notes of `topic`, a stored name, in order; `turn` is what `takingTurns` makes. Throws CANCELLED. */
export async function readBodies(
  { base }: Access<"view">,
  topic: string,
  turn: () => Promise<void>,
  visitor: BodyVisitor,
): Promise<void> {
  let view = await base.view();
  for (;;) {
    const { index } = view;
    const documents = view.topicDocuments(topic);
    visitor.begin(view);
    const isWanted = visitor.isWanted?.(view) ?? (() => true);
    let position = 0;
    while (view.index === index && position < documents.length) {
      const end = Math.min(documents.length, position + STRETCH);
      for (; position < end; position++) {
        const id = documents[position]!;
        if (isWanted(id)) visitor.entry(view, id, position, view.body(id));
      }
      if (position === documents.length) return;
      await turn();
      view = await base.view();
    }
    if (documents.length === 0) return;
  }
}
