// Finds the notes of a file that the knowledge base does not hold. A note is recognised by its text, source and
// project, whatever its topic: a copy that an unfinished rename made is there already under the old name.

import { createHash } from "node:crypto";
import type { SalvagedEntry } from "../../engine/log/salvage.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";

export class MissingNotes {
  readonly #known = new Set<string>();

  /** `view`: the knowledge base, which is read completely. */
  constructor(view: KnowledgeView) {
    for (const { name } of view.topics()) {
      for (const id of view.topicDocuments(name)) {
        const body = view.body(id);
        if (body !== null) this.#known.add(keyOf(body));
      }
    }
  }

  /** The entries that are missing, each once. An entry that was returned once is not missing any more. */
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
