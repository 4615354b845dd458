// Documents for who asks for the same ones again and again, as hooks do in a server: what was looked up of one is there
// the next time, its snippet from the log too. Searches ask for ever others, and what is kept for them would only fill
// the memory. A record that is damaged while its snippet is kept is not noticed by those who show that; who reads the
// note is told.
// Invariant: some 600 bytes are kept of each of DOCUMENTS_MAX at most (2 kB if its two lines are of other
// letters); the oldest goes first.

import { ownText } from "../../base/utf8.ts";
import type { Segment, SnippetReader } from "./document.ts";
import { LiveDocument } from "./live-document.ts";

/** Those of some fifty to a hundred files with notes. */
export const DOCUMENTS_MAX = 2048;

export class DocumentCache {
  readonly #locate: (id: number) => readonly [Segment, number];
  readonly #readSnippet: SnippetReader;
  readonly #known = new Map<number, LiveDocument>();

  /** `locate` says in which segment a document is, and which number it has there. */
  constructor(locate: (id: number) => readonly [Segment, number], readSnippet: SnippetReader) {
    this.#locate = locate;
    this.#readSnippet = (location, topic) => {
      const [first, second] = readSnippet(location, topic);
      return [ownText(first), ownText(second)];
    };
  }

  /** The document with this number. */
  of(id: number): LiveDocument {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= DOCUMENTS_MAX) this.#known.delete(this.#known.keys().next().value!);
    const document = new LiveDocument(...this.#locate(id), this.#readSnippet);
    this.#known.set(id, document);
    return document;
  }
}
