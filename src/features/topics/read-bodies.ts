// Reads the bodies of a topic without keeping anybody waiting, however many there are: a stretch at a time, with a
// fresh view for each.

import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { FeatureContext } from "../common/feature.ts";

/** How many bodies are read in one go. */
const STRETCH = 64;

/** What is to be done with the entries of a topic; calls are synchronous. */
export interface BodyVisitor {
  /** Before the first entry, and again when the index was exchanged meanwhile and the reading starts anew. */
  begin(view: KnowledgeView): void;
  /** Says which documents are visited, as `begin` is called; left out: all of the topic. */
  isWanted?(view: KnowledgeView): (id: number) => boolean;
  /** `body` null: the record is damaged. */
  entry(view: KnowledgeView, id: number, position: number, body: string | null): void;
}

/** Visits the entries of `topic`, a stored name, in order; `turn` is what `takingTurns` makes. Throws CANCELLED. */
export async function readBodies(
  { base }: Pick<FeatureContext, "base">,
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
