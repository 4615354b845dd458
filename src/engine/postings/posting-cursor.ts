// Walks a posting list and decodes only what is asked for. It passes over blocks whose documents nobody wants, and it
// decodes frequencies only where one is wanted. It works on many documents at a time, in plain loops over typed arrays.
// Invariants:
// - Whatever a damaged list holds, each call ends and names no document at or beyond the section's count.

import { lowerBound, partitionPoint } from "../../base/sorted-search.ts";
import { BLOCK_SIZE } from "./bit-packing.ts";
import type { PostingBuffer } from "./posting-buffer.ts";
import type { PostingList } from "./posting-codec.ts";

/** How many blocks of a list make one chunk. */
const CHUNK_BLOCKS = 8;
/** If fewer postings than this are wanted of a block, they are looked up one by one. */
const FEW_IN_BLOCK = 16;
/** No chunk has more documents than this. */
export const CHUNK_SIZE = CHUNK_BLOCKS * BLOCK_SIZE;

const NOTHING = new Uint32Array(0);
/** The arrays are made when something is decoded. */
const NO_ROOM = { documents: NOTHING, frequencies: NOTHING, firstLine: NOTHING };

export class PostingCursor {
  /** How many postings the list has; deleted documents count. */
  readonly count: number;
  /** Null for a list that is decoded already. Such a list is one block, however long it is. */
  readonly #list: PostingList | null;
  readonly #blockCount: number;
  #documents: Uint32Array;
  #frequencies: Uint32Array;
  #firstLine: Uint32Array;
  /**
   * The blocks `[first, end)` are decoded. `size` is how many postings they have. `hasFrequencies` tells whether their
   * frequencies are decoded, too.
   */
  #first = 0;
  #end = 0;
  #size = 0;
  /** The block at which the search for the next one begins. */
  #near = 0;
  #hasFrequencies = false;

  private constructor(
    list: PostingList | null,
    { documents, frequencies, firstLine }: Pick<PostingBuffer, "documents" | "frequencies" | "firstLine">,
    count: number,
  ) {
    this.#list = list;
    this.#documents = documents;
    this.#frequencies = frequencies;
    this.#firstLine = firstLine;
    this.count = count;
    this.#blockCount = list === null ? 1 : list.blockCount;
    if (list !== null) return;
    this.#end = 1;
    this.#size = count;
    this.#hasFrequencies = true;
  }

  /** Walks a list of a section. */
  static overList(list: PostingList): PostingCursor {
    return new PostingCursor(list, NO_ROOM, list.count);
  }

  /** Walks a list that is decoded already. The buffer must not be used for anything else meanwhile. */
  static overBuffer(buffer: PostingBuffer): PostingCursor {
    return new PostingCursor(null, buffer, buffer.count);
  }

  /** Walks the first `count` of these documents. Their frequencies must not be asked for. */
  static overDocuments(documents: Uint32Array, count: number): PostingCursor {
    return new PostingCursor(null, { documents, frequencies: NOTHING, firstLine: NOTHING }, count);
  }

  /** No document of the list is at or beyond this. */
  get end(): number {
    return this.#list === null ? this.#lastOf(0) + 1 : this.#list.end;
  }

  /** How many chunks the list has. Chunks ascend. */
  get chunkCount(): number {
    return Math.ceil(this.count / CHUNK_SIZE);
  }

  /** Writes the documents of a chunk to `into`; returns how many there are. */
  readChunk(chunk: number, into: Uint32Array): number {
    if (this.#list === null) {
      const from = chunk * CHUNK_SIZE;
      const to = Math.min(from + CHUNK_SIZE, this.count);
      for (let at = from; at < to; at++) into[at - from] = this.#documents[at]!;
      return to - from;
    }
    // The chunk stays decoded, since its frequencies are often wanted next.
    const room = Math.min(this.#list.count, CHUNK_SIZE);
    if (this.#documents.length < room) this.#documents = new Uint32Array(room);
    this.#load(chunk * CHUNK_BLOCKS, Math.min((chunk + 1) * CHUNK_BLOCKS, this.#blockCount));
    into.set(this.#size === room ? this.#documents : this.#documents.subarray(0, this.#size));
    return this.#size;
  }

  /** Keeps those of the first `count` candidates, ascending, that the list holds; returns how many are kept. */
  retain(candidates: Uint32Array, count: number): number {
    let kept = 0;
    let next = 0;
    while (next < count) {
      let candidate = candidates[next]!;
      const row = this.#rowOf(candidate);
      if (row >= 0) {
        const end = endOf(candidates, next, count, this.#lastOf(row));
        kept = this.#list!.retainInRow(row, candidates, next, end, kept);
        next = end;
        continue;
      }
      if (!this.#loadBlockOf(candidate)) return kept;
      const documents = this.#documents;
      const last = documents[this.#size - 1]!;
      // A candidate behind the block's last document, but not behind the block's end, is in no other block either.
      if (candidate > last) next++;
      let at = this.#firstFrom(candidate);
      while (next < count) {
        candidate = candidates[next]!;
        if (candidate > last) break;
        while (documents[at]! < candidate) at++;
        if (documents[at] === candidate) candidates[kept++] = candidate;
        next++;
      }
    }
    return kept;
  }

  /** Sets the bits of the list's documents in `[from, to)` in a row of words: bit `document - from`. */
  mark(from: number, to: number, bits: Uint32Array): void {
    for (let next = from; next < to; ) {
      const row = from % 32 === 0 ? this.#rowOf(next) : -1;
      if (row >= 0) {
        this.#list!.markRow(row, from, to, bits);
        next = this.#lastOf(row) + 1;
        continue;
      }
      if (!this.#loadBlockOf(next)) return;
      const documents = this.#documents;
      const size = this.#size;
      for (let at = this.#firstFrom(next); at < size; at++) {
        const document = documents[at]!;
        if (document >= to) return;
        bits[(document - from) >>> 5]! |= 1 << ((document - from) & 31);
      }
      next = Math.max(next, this.#lastOf(this.#end - 1)) + 1;
    }
  }

  /**
   * Adds to each number in `into` how often the term occurs in the document at the same place of `wanted`, and to each
   * number in `firstLine` how often in the first line. The first `count` documents are wanted; they ascend.
   */
  addFrequencies(wanted: Uint32Array, count: number, into: Uint32Array, firstLine: Uint32Array): void {
    let next = 0;
    while (next < count) {
      const row = this.#rowOf(wanted[next]!);
      if (row >= 0) {
        const end = endOf(wanted, next, count, this.#lastOf(row));
        if (end - next < FEW_IN_BLOCK) {
          for (; next < end; next++) {
            const place = this.#list!.placeInRow(row, wanted[next]!);
            if (place >= 0) this.#list!.addFrequency(row, place, into, firstLine, next);
          }
          continue;
        }
      }
      if (!this.#loadBlockOf(wanted[next]!)) return;
      const documents = this.#documents;
      const last = documents[this.#size - 1]!;
      // As in `retain`.
      if (wanted[next]! > last) next++;
      let at = next < count ? this.#firstFrom(wanted[next]!) : 0;
      if (this.#areFew(wanted, next, count)) {
        for (; next < count && wanted[next]! <= last; next++) {
          while (documents[at]! < wanted[next]!) at++;
          if (documents[at] !== wanted[next]) continue;
          const block = this.#first + Math.floor(at / BLOCK_SIZE);
          this.#list!.addFrequency(block, at % BLOCK_SIZE, into, firstLine, next);
        }
        continue;
      }
      if (!this.#hasFrequencies) this.#loadFrequencies();
      const frequencies = this.#frequencies;
      const lines = this.#firstLine;
      for (; next < count; next++) {
        const document = wanted[next]!;
        if (document > last) break;
        while (documents[at]! < document) at++;
        if (documents[at] !== document) continue;
        into[next]! += frequencies[at]!;
        firstLine[next]! += lines[at]!;
      }
    }
  }

  /** The block in which a document would stand, if it is a row and not decoded; else -1. */
  #rowOf(document: number): number {
    if (this.#list === null || this.#holds(document)) return -1;
    const block = this.#blockOf(document);
    this.#near = block;
    return block < this.#blockCount && this.#list.isRow(block) ? block : -1;
  }

  /** The first block that ends at a document or behind it; the number of blocks if there is none. */
  #blockOf(document: number): number {
    if (this.#near === 0) return this.#search(0, this.#blockCount, document);
    if (this.#lastOf(this.#near - 1) >= document) return this.#search(0, this.#near, document);
    // A block farther on is found in steps that double.
    let low = this.#near;
    let step = 1;
    while (low + step < this.#blockCount && this.#lastOf(low + step - 1) < document) {
      low += step;
      step *= 2;
    }
    return this.#search(low, Math.min(low + step, this.#blockCount), document);
  }

  /**
   * Whether so few documents of the decoded blocks are wanted that looking up their frequencies one by one is better.
   */
  #areFew(wanted: Uint32Array, from: number, count: number): boolean {
    const list = this.#list;
    if (list === null || this.#hasFrequencies || this.#end * BLOCK_SIZE > list.inBlocks) return false;
    const many = from + FEW_IN_BLOCK * (this.#end - this.#first);
    return many >= count || wanted[many]! > this.#documents[this.#size - 1]!;
  }

  #loadFrequencies(): void {
    if (this.#frequencies.length < this.#documents.length) {
      this.#frequencies = new Uint32Array(this.#documents.length);
      this.#firstLine = new Uint32Array(this.#documents.length);
    }
    for (let block = this.#first, to = 0; block < this.#end; block++, to += BLOCK_SIZE) {
      this.#list!.frequencies(block, this.#frequencies, to, this.#firstLine);
    }
    this.#hasFrequencies = true;
  }

  #lastOf(block: number): number {
    if (this.#list !== null) return this.#list.lastOf(block);
    return this.count === 0 ? -1 : this.#documents[this.count - 1]!;
  }

  /** The first block in `[low, high)` that ends at `document` or behind it, else `high`. */
  #search(low: number, high: number, document: number): number {
    return partitionPoint(low, high, (block) => this.#lastOf(block) < document);
  }

  /** Whether the block in which a document may stand is decoded. */
  #holds(document: number): boolean {
    return (
      this.#size > 0 &&
      this.#lastOf(this.#end - 1) >= document &&
      (this.#first === 0 || this.#lastOf(this.#first - 1) < document)
    );
  }

  /**
   * Decodes the block in which a document may stand, or a later one with documents; false when there is none. A block
   * that is decoded already stays.
   */
  #loadBlockOf(document: number): boolean {
    if (this.#holds(document)) return true;
    for (let block = this.#blockOf(document); block < this.#blockCount; block++) {
      if (this.#list !== null) this.#load(block, block + 1);
      if (this.#size > 0) return true;
    }
    return false;
  }

  /** Decodes the blocks `[first, end)`, up to one that is damaged. */
  #load(first: number, end: number): void {
    if (this.#documents.length === 0) this.#documents = new Uint32Array(Math.min(this.count, BLOCK_SIZE));
    this.#first = first;
    this.#end = first;
    this.#size = 0;
    this.#hasFrequencies = false;
    while (this.#end < end && this.#size === (this.#end - first) * BLOCK_SIZE) {
      this.#size += this.#list!.documents(this.#end, this.#documents, this.#size);
      this.#end++;
    }
    this.#near = this.#end;
  }

  /** The index of the first decoded document that is not below `document`. */
  #firstFrom(document: number): number {
    return lowerBound(this.#documents, document, this.#size);
  }
}

/** The index, from `from` on, of the first document above `last`; `count` if there is none. */
function endOf(documents: Uint32Array, from: number, count: number, last: number): number {
  let end = from;
  while (end < count && documents[end]! <= last) end++;
  return end;
}
