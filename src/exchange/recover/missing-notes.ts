// Which of the notes in a file the knowledge base does not hold. A note is known by its text, source and project,
// whatever its topic: what an unfinished rename has copied is there already under the old name.

import { createHash } from "node:crypto";
import type { SalvagedEntry } from "../../engine/log/salvage.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";

export class MissingNotes {
  readonly #known = new Set<string>();

  /** `view`: what the knowledge base holds; all of it is read. */
  constructor(view: KnowledgeView) {
    for (const { name } of view.topics()) {
      for (const id of view.topicDocuments(name)) {
        const body = view.body(id);
        if (body !== null) this.#known.add(keyOf(body));
      }
    }
  }

  /** Those of `entries` that are not there, each once. What was given once is not missing again. */
  take(entries: Iterable<SalvagedEntry>): { missing: SalvagedEntry[]; present: number } {
    const missing: SalvagedEntry[] = [];
    let present = 0;
    for (const entry of entries) {
      const key = keyOf(entry.body);
      if (this.#known.has(key)) present++;
      else missing.push(entry);
      this.#known.add(key);
    }
    return { missing, present };
  }
}

function keyOf(body: string): string {
  const { text, source, projects } = parseEntryText(body);
  return createHash("sha256")
    .update(JSON.stringify([text, source, projects]))
    .digest("base64");
}
