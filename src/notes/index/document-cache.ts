// Documents for callers that ask for the same ones again and again, as hooks do in a server. What was looked up for a
// document is there the next time, its snippet from the log included. Searches do not use the cache: they ask for ever
// other documents, which would only fill the memory. If a record is damaged while its snippet is cached, callers that
// show the snippet do not notice. A caller that reads the note is told.
// Invariants:
// - At most DOCUMENTS_MAX documents are kept, some 600 bytes each (2 kB if their two lines are in other letters).
// - The oldest document goes first.

import { ownText } from "../../base/utf8.ts";
import { NoteDocument, type NotePlace, type SnippetReader } from "./note-document.ts";

/** Enough for the documents of some fifty to a hundred files with notes. */
export const DOCUMENTS_MAX = 2048;

export class DocumentCache {
  readonly #locate: (id: number) => NotePlace;
  readonly #readSnippet: SnippetReader;
  readonly #known = new Map<number, NoteDocument>();

  /** `locate` says where the index has a document. */
  constructor(locate: (id: number) => NotePlace, readSnippet: SnippetReader) {
    this.#locate = locate;
    this.#readSnippet = (location, topic) => {
      const [first, second] = readSnippet(location, topic);
      return [ownText(first), ownText(second)];
    };
  }

  /** The document with this number. */
  of(id: number): NoteDocument {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= DOCUMENTS_MAX) this.#known.delete(this.#known.keys().next().value!);
    const document = new NoteDocument(this.#locate(id), this.#readSnippet);
    this.#known.set(id, document);
    return document;
  }
}
