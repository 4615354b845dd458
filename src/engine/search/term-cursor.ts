// Walks the documents that hold a term in any of its forms, as if they were one posting list.
// Invariants:
// - `count` is at least the number of those documents.
// - A document that holds several forms is handed out once.

import { readBits } from "../postings/bit-rows.ts";
import { PostingCursor } from "../postings/posting-cursor.ts";

/** The range of document numbers that is merged at a time. */
const RANGE = 1 << 16;

/**
 * Up to this many postings per candidate the lists are decoded as a whole. Beyond it each candidate is looked up in
 * each list.
 */
const MARKED_EACH_MAX = 8;

/** The part of a posting list's cursor that matching and scoring use. */
export type TermCursor = Pick<
  PostingCursor,
  "count" | "chunkCount" | "readChunk" | "retain" | "mark" | "addFrequencies"
>;

/** Makes one cursor over several. At least one is required. */
export function joinedCursor(cursors: readonly PostingCursor[]): TermCursor {
  return cursors.length === 1 ? cursors[0]! : new JoinedCursor(cursors);
}

class JoinedCursor implements TermCursor {
  readonly count: number;
  readonly #cursors: readonly PostingCursor[];
  /** All document numbers are below this. */
  readonly #end: number;
  #bits = new Uint32Array(0);
  #candidates = new Uint32Array(0);
  #isKept = new Uint8Array(0);
  #documents: PostingCursor | null = null;

  constructor(cursors: readonly PostingCursor[]) {
    this.#cursors = cursors;
    this.count = cursors.reduce((sum, cursor) => sum + cursor.count, 0);
    this.#end = cursors.reduce((end, cursor) => Math.max(end, cursor.end), 0);
  }

  get chunkCount(): number {
    return this.#together().chunkCount;
  }

  readChunk(chunk: number, into: Uint32Array): number {
    return this.#together().readChunk(chunk, into);
  }

  retain(candidates: Uint32Array, count: number): number {
    const from = count === 0 ? 0 : candidates[0]! - (candidates[0]! % 32);
    const span = count === 0 ? 0 : candidates[count - 1]! + 1 - from;
    // The candidates stand close together, so all documents of their range are marked at once.
    const isDense = span <= RANGE && this.count * span < MARKED_EACH_MAX * count * this.#end;
    return isDense ? this.#retainMarked(candidates, count, from, span) : this.#retainByList(candidates, count);
  }

  #retainMarked(candidates: Uint32Array, count: number, from: number, span: number): number {
    const words = (span + 31) >>> 5;
    if (this.#bits.length < words) this.#bits = new Uint32Array(words);
    const bits = this.#bits;
    bits.fill(0, 0, words);
    this.mark(from, from + span, bits);
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const place = candidates[at]! - from;
      candidates[kept] = candidates[at]!;
      kept += (bits[place >>> 5]! >>> (place & 31)) & 1;
    }
    return kept;
  }

  #retainByList(candidates: Uint32Array, count: number): number {
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

  addFrequencies(wanted: Uint32Array, count: number, into: Uint32Array, firstLine: Uint32Array): void {
    for (const cursor of this.#cursors) cursor.addFrequencies(wanted, count, into, firstLine);
  }

  /** The documents of all lists as one list, made at the first request. */
  #together(): PostingCursor {
    this.#documents ??= this.#merged();
    return this.#documents;
  }

  #merged(): PostingCursor {
    const found = new Uint32Array(this.count);
    const end = this.#end;
    let count = 0;
    const bits = new Uint32Array((Math.min(RANGE, end) + 31) >>> 5);
    for (let from = 0; from < end; from += RANGE) {
      const to = Math.min(from + RANGE, end);
      bits.fill(0);
      this.mark(from, to, bits);
      count += readBits(bits, 0, from, to - 1, found, count, this.count - count);
    }
    return PostingCursor.overDocuments(found, count);
  }
}
