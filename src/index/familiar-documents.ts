// Documents for who asks for the same ones again and again, as hooks do in a server: what was looked up of one is there the next time, its
// snippet from the log too.
// Invariant: some 600 bytes are kept of each of DOCUMENTS_MAX at most; the oldest goes first.

import type { LiveDocument } from "./live-document.ts";

/** Those of some two hundred files with notes. */
export const DOCUMENTS_MAX = 4096;

export class FamiliarDocuments {
  readonly #make: (id: number) => LiveDocument;
  readonly #known = new Map<number, LiveDocument>();

  /** `make` makes a document of which nothing was looked up yet. */
  constructor(make: (id: number) => LiveDocument) {
    this.#make = make;
  }

  /** The document with this number. */
  of(id: number): LiveDocument {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= DOCUMENTS_MAX) this.#known.delete(this.#known.keys().next().value!);
    const document = this.#make(id);
    this.#known.set(id, document);
    return document;
  }
}
