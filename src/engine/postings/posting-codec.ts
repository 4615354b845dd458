// Posting lists as bytes. A list has, for each document that holds a term, in ascending order, how often the term
// occurs there, and how often in the first line. FORMAT.md ("Postings") has the layout. A term that occurs once, in one
// document, is a number in `term.postings`. Other lists are a count, whole blocks with a table in front, and varints for
// the postings that do not fill a block. The table names the last document of each block and the end of its data, so
// that a reader can skip the block. In the data each of the three columns is packed in bits (bit-packing.ts). The few
// numbers that are larger than the others stand behind the columns and are put in their places, so that no other number
// needs a test.
//
// Behind the blocks stands, for each posting:
//   varint  gap << 2 | kind       kind 0: once; 1: once, in the first line; 2: twice, not in the first line;
//                                 3: otherwise, and two varints: how often, and how often in the first line
//
// Invariants:
// - Decoding damaged bytes ends within the section and yields no document at or beyond `documentCount`.

import { BLOCK_SIZE, packedWords, unpack, unpackAscending, unpackOne } from "./bit-packing.ts";
import { maskOf, rankOf, readBits, rowWords } from "./bit-rows.ts";
import type { PostingBuffer } from "./posting-buffer.ts";

/** In `term.postings`: the term occurs once, in one document. */
export const SINGLE = 0x8000_0000;
/** With SINGLE: the term stands in the first line. */
export const IN_FIRST_LINE = 0x4000_0000;
/** A document with SINGLE has a number below this. */
export const SINGLE_DOCUMENT_END = IN_FIRST_LINE;

/**
 * Words of the table for each block: its last document, and the end of its data in words from the start of all data.
 */
export const TABLE_WORDS = 2;
/** In place of the width of gaps: the documents are a row of bits. */
export const BIT_ROW = 31;
/** A row may take this many words more than the gaps, because it is read in less time. */
export const BIT_ROW_WORDS_MORE = 4;
/** No row has more words. */
const BIT_ROW_WORDS_MAX = 128;
/**
 * The word in front of a block's data has three widths (gaps, frequencies, first lines). Then it says how many numbers
 * of the last two columns stand behind them.
 */
export const WIDTH_BITS = 5;
export const EXCEPTIONS_BITS = 8;

/** The section of posting lists, and what is needed to read it. */
export interface PostingSection {
  readonly bytes: Uint8Array;
  /** The same bytes as words. */
  readonly words: Uint32Array;
  readonly documentCount: number;
}

/** One posting list of a section, found and measured, not decoded. */
export class PostingList {
  /** How many postings are in blocks, and how many there are in all. */
  readonly inBlocks: number;
  readonly count: number;
  readonly #section: PostingSection;
  readonly #number: number;
  /** In words: where the table begins, and where the data of the blocks begin. */
  readonly #table: number;
  readonly #data: number;
  /** In bytes: where the postings begin when there are no blocks. */
  readonly #head: number;
  /** Where the next varint is read. */
  #at = 0;

  /** `number` is the term's number in `term.postings`. */
  constructor(section: PostingSection, number: number) {
    this.#section = section;
    this.#number = number;
    const { bytes, words, documentCount } = section;
    if (number >= SINGLE) {
      this.inBlocks = 0;
      this.count = number % SINGLE_DOCUMENT_END < documentCount ? 1 : 0;
      this.#head = 0;
      this.#table = 0;
      this.#data = 0;
      return;
    }
    this.#at = number;
    const count = this.#varint();
    const inBlocks = count - (count % BLOCK_SIZE);
    this.#head = this.#at;
    this.#table = (this.#at + 3) >>> 2;
    this.#data = this.#table + (inBlocks / BLOCK_SIZE) * TABLE_WORDS;
    const isWhole = inBlocks === 0 ? this.#at <= bytes.length : this.#data <= words.length;
    const isSound = isWhole && count <= documentCount;
    this.count = isSound ? count : 0;
    this.inBlocks = isSound ? inBlocks : 0;
  }

  /** How many blocks there are; the postings behind the blocks count as one. */
  get blockCount(): number {
    return Math.ceil(this.count / BLOCK_SIZE);
  }

  /** No document is at or beyond this. */
  get end(): number {
    return Math.min(this.#section.documentCount, this.lastOf(this.blockCount - 1) + 1);
  }

  /** The last document of a block. For the postings behind the blocks, the last one that the section can have. */
  lastOf(block: number): number {
    if (block * BLOCK_SIZE >= this.inBlocks) return this.#section.documentCount - 1;
    return this.#section.words[this.#table + block * TABLE_WORDS]!;
  }

  /** Decodes the documents of a block to `into[to …]`; returns how many there are. */
  documents(block: number, into: Uint32Array, to: number): number {
    const { words, documentCount } = this.#section;
    if (block * BLOCK_SIZE >= this.inBlocks) return this.#rest(into, to, null, null);
    const previous = block === 0 ? -1 : this.lastOf(block - 1);
    const data = this.#dataOf(block);
    const width = widthOf(words[data]!, 0);
    if (width === BIT_ROW) {
      const size = this.#rowWords(block);
      return size === 0 ? 0 : readBits(words, data + 1, previous + 1, this.lastOf(block), into, to, BLOCK_SIZE);
    }
    const last = unpackAscending(words, data + 1, width, previous, into, to);
    if (last < documentCount) return BLOCK_SIZE;
    // The block is damaged: documents count only as long as they ascend and are below `documentCount`.
    let size = 0;
    for (let sum = previous; size < BLOCK_SIZE && into[to + size]! > sum && into[to + size]! < documentCount; size++) {
      sum = into[to + size]!;
    }
    return size;
  }

  /**
   * Whether the block shows at once if it holds a given document. A row of bits does, and so does a block that holds
   * all documents from its first to its last.
   */
  isRow(block: number): boolean {
    if (block * BLOCK_SIZE >= this.inBlocks) return false;
    const width = widthOf(this.#section.words[this.#dataOf(block)]!, 0);
    return width === BIT_ROW
      ? this.#rowWords(block) > 0
      : width === 0 && this.lastOf(block) < this.#section.documentCount;
  }

  /**
   * Keeps those of `candidates[from, to)` that the block, a row, holds, and puts them behind the first `kept`
   * candidates. No candidate stands before the block or behind its last document. Returns how many are kept now.
   */
  retainInRow(block: number, candidates: Uint32Array, from: number, to: number, kept: number): number {
    const { words } = this.#section;
    const data = this.#dataOf(block);
    let end = kept;
    if (widthOf(words[data]!, 0) === 0) {
      for (let at = from; at < to; at++) candidates[end++] = candidates[at]!;
      return end;
    }
    const row = data + 1 - (this.#firstOf(block) >>> 5);
    for (let at = from; at < to; at++) {
      const candidate = candidates[at]!;
      candidates[end] = candidate;
      end += (words[row + (candidate >>> 5)]! >>> (candidate & 31)) & 1;
    }
    return end;
  }

  /** The place of a document in a block that is a row; -1 when the block does not hold it. */
  placeInRow(block: number, document: number): number {
    const { words } = this.#section;
    const data = this.#dataOf(block);
    const from = this.#firstOf(block);
    if (widthOf(words[data]!, 0) === 0) return document - from;
    if (((words[data + rowWords(from, document)]! >>> (document & 31)) & 1) === 0) return -1;
    return rankOf(words, data + 1, from, document) % BLOCK_SIZE;
  }

  /**
   * Sets the bits of those documents of a block, a row, that are in `[from, to)`: bit `document - from`. `from` is a
   * multiple of 32.
   */
  markRow(block: number, from: number, to: number, bits: Uint32Array): void {
    const { words } = this.#section;
    const data = this.#dataOf(block);
    const first = this.#firstOf(block);
    const last = Math.min(this.lastOf(block), to - 1);
    const isWhole = widthOf(words[data]!, 0) === 0;
    const row = data + 1 - (first >>> 5);
    for (let at = Math.max(first, from) >>> 5; at <= last >>> 5; at++) {
      const mask = maskOf(at, first, last);
      bits[at - (from >>> 5)]! |= isWhole ? mask : words[row + at]! & mask;
    }
  }

  /** Decodes the frequencies of a block to `into[to …]`. `firstLine` gets how many of them are in the first line. */
  frequencies(block: number, into: Uint32Array, to: number, firstLine: Uint32Array | null): void {
    if (block * BLOCK_SIZE >= this.inBlocks) {
      this.#rest(null, to, into, firstLine);
      return;
    }
    const { words } = this.#section;
    const data = this.#dataOf(block);
    const head = words[data]!;
    const counts = data + 1 + this.#documentWords(block, head);
    const lines = counts + packedWords(widthOf(head, 1));
    this.#at = (lines + packedWords(widthOf(head, 2))) * 4;
    unpack(words, counts, widthOf(head, 1), 1, into, to);
    this.#putExceptions(exceptionsOf(head, 0), into, to);
    if (firstLine === null) return;
    unpack(words, lines, widthOf(head, 2), 0, firstLine, to);
    this.#putExceptions(exceptionsOf(head, 1), firstLine, to);
  }

  /**
   * Adds the numbers of the posting at `place` of a whole block to `into[to]` and `firstLine[to]`. This is quicker than
   * `frequencies` where few postings of a block are wanted.
   */
  addFrequency(block: number, place: number, into: Uint32Array, firstLine: Uint32Array, to: number): void {
    const { words } = this.#section;
    const data = this.#dataOf(block);
    const head = words[data]!;
    const counts = data + 1 + this.#documentWords(block, head);
    const lines = counts + packedWords(widthOf(head, 1));
    let count = unpackOne(words, counts, widthOf(head, 1), place) + 1;
    let line = unpackOne(words, lines, widthOf(head, 2), place);
    const countExceptions = exceptionsOf(head, 0);
    const lineExceptions = exceptionsOf(head, 1);
    // A number that stands behind the columns is zero in its column.
    if ((count === 1 && countExceptions > 0) || (line === 0 && lineExceptions > 0)) {
      this.#at = (lines + packedWords(widthOf(head, 2))) * 4;
      count = this.#takeException(countExceptions, place, count);
      line = this.#takeException(lineExceptions, place, line);
    }
    into[to]! += count;
    firstLine[to]! += line;
  }

  /** Appends all postings to `into`. */
  decode(into: PostingBuffer): void {
    into.reserve(into.count + this.count);
    for (let block = 0; block * BLOCK_SIZE < this.count; block++) {
      const size = this.documents(block, into.documents, into.count);
      this.frequencies(block, into.frequencies, into.count, into.firstLine);
      into.count += size;
      // Behind a damaged block nothing is in order.
      if (size < BLOCK_SIZE) return;
    }
  }

  /** Appends the postings behind the blocks to `into`. */
  decodeRest(into: PostingBuffer): void {
    const block = this.inBlocks / BLOCK_SIZE;
    into.reserve(into.count + this.count - this.inBlocks);
    const size = this.documents(block, into.documents, into.count);
    this.frequencies(block, into.frequencies, into.count, into.firstLine);
    into.count += size;
  }

  /** The table and the data of the blocks, still encoded. */
  encodedBlocks(): { table: Uint32Array; data: Uint32Array } {
    const blocks = this.inBlocks / BLOCK_SIZE;
    const { words } = this.#section;
    return { table: words.subarray(this.#table, this.#data), data: words.subarray(this.#data, this.#dataOf(blocks)) };
  }

  /** Decodes the postings behind the blocks to those arrays that are not null; returns how many postings there are. */
  #rest(
    documents: Uint32Array | null,
    to: number,
    frequencies: Uint32Array | null,
    firstLine: Uint32Array | null,
  ): number {
    const { bytes, documentCount } = this.#section;
    const number = this.#number;
    if (number >= SINGLE) {
      if (documents !== null) documents[to] = number % SINGLE_DOCUMENT_END;
      if (frequencies !== null) frequencies[to] = 1;
      if (firstLine !== null) firstLine[to] = number % SINGLE >= IN_FIRST_LINE ? 1 : 0;
      return this.count;
    }
    const { inBlocks, count } = this;
    let at = inBlocks === 0 ? this.#head : this.#dataOf(inBlocks / BLOCK_SIZE) * 4;
    let document = inBlocks === 0 ? 0 : this.lastOf(inBlocks / BLOCK_SIZE - 1);
    let size = 0;
    for (; size < count - inBlocks && at < bytes.length; size++) {
      let byte = bytes[at++]!;
      const kind = byte & 3;
      let gap = (byte & 0x7f) >>> 2;
      for (let shift = 5; byte >= 0x80 && shift < 33; shift += 7) {
        byte = bytes[at++]!;
        gap += ((byte & 0x7f) << shift) >>> 0;
      }
      document += gap;
      if (document >= documentCount) break;
      if (documents !== null) documents[to + size] = document;
      let frequency = kind === 2 ? 2 : 1;
      let first = kind & 1;
      if (kind === 3) {
        this.#at = at;
        frequency = this.#varint();
        first = this.#varint();
        at = this.#at;
      }
      if (frequencies !== null) frequencies[to + size] = frequency;
      if (firstLine !== null) firstLine[to + size] = first;
    }
    return size;
  }

  /** Reads `count` numbers, each behind its place, and puts them into a block. */
  #putExceptions(count: number, into: Uint32Array, to: number): void {
    for (let left = count; left > 0; left--) {
      const place = this.#varint() % BLOCK_SIZE;
      into[to + place] = this.#varint();
    }
  }

  /**
   * Reads `count` numbers, each behind its place. Returns the one for the place `wanted`, or `otherwise` if there is
   * none.
   */
  #takeException(count: number, wanted: number, otherwise: number): number {
    let found = otherwise;
    for (let left = count; left > 0; left--) {
      const place = this.#varint() % BLOCK_SIZE;
      const number = this.#varint();
      if (place === wanted) found = number;
    }
    return found;
  }

  /** The first document that a block may hold. */
  #firstOf(block: number): number {
    return block === 0 ? 0 : this.lastOf(block - 1) + 1;
  }

  /** How many words the documents of a block take. */
  #documentWords(block: number, head: number): number {
    const width = widthOf(head, 0);
    return width === BIT_ROW ? this.#rowWords(block) : packedWords(width);
  }

  /** How many words a block's row of bits takes; 0 when the table states an impossible range. */
  #rowWords(block: number): number {
    const from = this.#firstOf(block);
    const last = this.lastOf(block);
    const size = rowWords(from, last);
    return from <= last && last < this.#section.documentCount && size <= BIT_ROW_WORDS_MAX ? size : 0;
  }

  /**
   * Where the data of a block begin, in words of the section. For the block behind the last one: where the rest begins.
   */
  #dataOf(block: number): number {
    return block === 0 ? this.#data : this.#data + this.#section.words[this.#table + (block - 1) * TABLE_WORDS + 1]!;
  }

  /** Reads the next varint. Bytes behind the end of the section count as zeros. */
  #varint(): number {
    const { bytes } = this.#section;
    let byte = bytes[this.#at++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = bytes[this.#at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }
}

function widthOf(head: number, column: number): number {
  return (head >>> (column * WIDTH_BITS)) & (2 ** WIDTH_BITS - 1);
}

function exceptionsOf(head: number, column: number): number {
  return (head >>> (3 * WIDTH_BITS + column * EXCEPTIONS_BITS)) & (2 ** EXCEPTIONS_BITS - 1);
}
