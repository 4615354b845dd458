// Walks the entries that hold a term in any of its forms, as if they were one posting list.
// Invariant: `count` is at least how many documents that are; a document that holds several forms is handed out once.

import { PostingBuffer } from "../format/posting-buffer.ts";
import { CHUNK_SIZE, PostingCursor } from "../format/posting-cursor.ts";

/** What matching and scoring ask of a posting list. */
export type TermCursor = Pick<
  PostingCursor,
  "count" | "chunkCount" | "readChunk" | "retain" | "mark" | "frequenciesOf"
>;

/** One cursor over several, of which there must be one at least. */
export function joinedCursor(cursors: readonly PostingCursor[]): TermCursor {
  return cursors.length === 1 ? cursors[0]! : new JoinedCursor(cursors);
}

class JoinedCursor implements TermCursor {
  readonly count: number;
  readonly #cursors: readonly PostingCursor[];
  #candidates = new Uint32Array(0);
  #isKept = new Uint8Array(0);
  #frequencies = new Uint32Array(0);
  #firstLine = new Uint32Array(0);
  #documents: PostingCursor | null = null;

  constructor(cursors: readonly PostingCursor[]) {
    this.#cursors = cursors;
    this.count = cursors.reduce((sum, cursor) => sum + cursor.count, 0);
  }

  get chunkCount(): number {
    return this.#together().chunkCount;
  }

  readChunk(chunk: number, into: Uint32Array): number {
    return this.#together().readChunk(chunk, into);
  }

  retain(candidates: Uint32Array, count: number): number {
    if (this.#candidates.length < count) {
      this.#candidates = new Uint32Array(count);
      this.#isKept = new Uint8Array(count);
    }
    const isKept = this.#isKept;
    const some = this.#candidates;
    isKept.fill(0, 0, count);
    for (const cursor of this.#cursors) {
      for (let at = 0; at < count; at++) some[at] = candidates[at]!;
      const found = cursor.retain(some, count);
      for (let at = 0, next = 0; next < found; at++) {
        if (candidates[at] !== some[next]) continue;
        isKept[at] = 1;
        next++;
      }
    }
    let kept = 0;
    for (let at = 0; at < count; at++) if (isKept[at] === 1) candidates[kept++] = candidates[at]!;
    return kept;
  }

  mark(from: number, to: number, bits: Uint32Array): void {
    for (const cursor of this.#cursors) cursor.mark(from, to, bits);
  }

  frequenciesOf(wanted: Uint32Array, count: number, into: Uint32Array, firstLine: Uint32Array): void {
    if (this.#frequencies.length < count) {
      this.#frequencies = new Uint32Array(CHUNK_SIZE);
      this.#firstLine = new Uint32Array(CHUNK_SIZE);
    }
    const frequencies = this.#frequencies;
    const lines = this.#firstLine;
    into.fill(0, 0, count);
    firstLine.fill(0, 0, count);
    for (const cursor of this.#cursors) {
      cursor.frequenciesOf(wanted, count, frequencies, lines);
      for (let at = 0; at < count; at++) {
        into[at]! += frequencies[at]!;
        firstLine[at]! += lines[at]!;
      }
    }
  }

  /** The documents of all lists as one, made when it is asked for. */
  #together(): PostingCursor {
    if (this.#documents === null) {
      const found = new PostingBuffer(this.count);
      const room = new Uint32Array(CHUNK_SIZE);
      const all = new Uint32Array(this.count);
      let size = 0;
      for (const cursor of this.#cursors) {
        for (let chunk = 0; chunk < cursor.chunkCount; chunk++) {
          const count = cursor.readChunk(chunk, room);
          for (let at = 0; at < count; at++) all[size++] = room[at]!;
        }
      }
      const ordered = all.subarray(0, size).sort();
      for (let at = 0; at < size; at++) if (at === 0 || ordered[at] !== ordered[at - 1]) found.push(ordered[at]!, 1, 0);
      this.#documents = PostingCursor.overBuffer(found);
    }
    return this.#documents;
  }
}
