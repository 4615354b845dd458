// Growing posting lists for many terms at once; documents come one after the other. They are linked lists in a few flat
// arrays, so that a posting costs sixteen bytes and no object.
// Invariants:
// - The postings of a term ascend by document, one for each document, because documents come in that order.

import type { PostingBuffer } from "../postings/posting-buffer.ts";

const NONE = 0xffff_ffff;
const FIRST_CAPACITY = 1024;

export class PostingLists {
  #head = new Uint32Array(FIRST_CAPACITY);
  #tail = new Uint32Array(FIRST_CAPACITY);
  #length = new Uint32Array(FIRST_CAPACITY);
  #document = new Uint32Array(FIRST_CAPACITY);
  #frequency = new Uint32Array(FIRST_CAPACITY);
  #firstLine = new Uint32Array(FIRST_CAPACITY);
  #next = new Uint32Array(FIRST_CAPACITY);
  #terms = 0;
  #postings = 0;

  /** Begins a list; returns its number, counting from 0. */
  addTerm(): number {
    const term = this.#terms++;
    if (term >= this.#head.length) {
      this.#head = doubled(this.#head);
      this.#tail = doubled(this.#tail);
      this.#length = doubled(this.#length);
    }
    this.#head[term] = NONE;
    this.#tail[term] = NONE;
    return term;
  }

  /** Counts one occurrence of a term in `document`, which is the newest document or the one counted last. */
  count(term: number, document: number, inFirstLine: boolean): void {
    const tail = this.#tail[term]!;
    if (tail !== NONE && this.#document[tail] === document) {
      this.#frequency[tail]!++;
      if (inFirstLine) this.#firstLine[tail]!++;
      return;
    }
    const posting = this.#postings++;
    if (posting >= this.#document.length) this.#grow();
    this.#document[posting] = document;
    this.#frequency[posting] = 1;
    this.#firstLine[posting] = inFirstLine ? 1 : 0;
    this.#next[posting] = NONE;
    if (tail === NONE) this.#head[term] = posting;
    else this.#next[tail] = posting;
    this.#tail[term] = posting;
    this.#length[term]!++;
  }

  /** How many postings there are, over all terms. */
  get total(): number {
    return this.#postings;
  }

  /** How many postings a term has. */
  lengthOf(term: number): number {
    return this.#length[term]!;
  }

  /** Appends a term's postings to `into`. */
  read(term: number, into: PostingBuffer): void {
    into.reserve(into.count + this.#length[term]!);
    const { documents, frequencies, firstLine } = into;
    let { count } = into;
    for (let at = this.#head[term]!; at !== NONE; at = this.#next[at]!) {
      documents[count] = this.#document[at]!;
      frequencies[count] = this.#frequency[at]!;
      firstLine[count] = this.#firstLine[at]!;
      count++;
    }
    into.count = count;
  }

  /** Keeps those of the first `count` candidates, ascending documents, that a term has; returns how many are kept. */
  retain(term: number, candidates: Uint32Array, count: number): number {
    let kept = 0;
    let next = 0;
    for (let at = this.#head[term]!; at !== NONE && next < count; at = this.#next[at]!) {
      const document = this.#document[at]!;
      while (next < count && candidates[next]! < document) next++;
      if (next < count && candidates[next] === document) candidates[kept++] = candidates[next++]!;
    }
    return kept;
  }

  #grow(): void {
    this.#document = doubled(this.#document);
    this.#frequency = doubled(this.#frequency);
    this.#firstLine = doubled(this.#firstLine);
    this.#next = doubled(this.#next);
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(array.length * 2);
  result.set(array);
  return result;
}
