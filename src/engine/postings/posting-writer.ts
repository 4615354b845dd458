// Writes posting lists in the layout of posting-codec.ts.

import { bytesOf } from "../../base/bytes.ts";
import { ByteWriter } from "../../base/varint.ts";
import { BLOCK_SIZE, bitWidth, pack, packedWords } from "./bit-packing.ts";
import { rowWords, setBits } from "./bit-rows.ts";
import { PostingBuffer } from "./posting-buffer.ts";
import {
  BIT_ROW,
  BIT_ROW_WORDS_MORE,
  EXCEPTIONS_BITS,
  IN_FIRST_LINE,
  type PostingList,
  SINGLE,
  SINGLE_DOCUMENT_END,
  TABLE_WORDS,
  WIDTH_BITS,
} from "./posting-codec.ts";

/** The cost in bytes of a number behind the columns when widths are chosen: it takes two bytes, and time. */
const EXCEPTION_BYTES = 3;

/** Writes posting lists one after the other. */
export class PostingWriter {
  readonly #bytes: ByteWriter;
  readonly #gaps = new Uint32Array(BLOCK_SIZE);
  readonly #counts = new Uint32Array(BLOCK_SIZE);
  readonly #lines = new Uint32Array(BLOCK_SIZE);
  readonly #exceptions = new ByteWriter(64);
  readonly #data = new ByteWriter();

  readonly #tail = new PostingBuffer();
  /** How many bytes `take` has handed over. */
  #taken = 0;

  /** Appends to `bytes`, which holds nothing else. */
  constructor(bytes: ByteWriter) {
    this.#bytes = bytes;
  }

  /** Hands over the bytes written since the last call, and makes room again. */
  take(sink: (bytes: Uint8Array) => void): void {
    sink(this.#bytes.view());
    this.#taken += this.#bytes.length;
    this.#bytes.clear();
  }

  /** Writes a list of at least one posting, ascending by document; returns its number for `term.postings`. */
  add(postings: PostingBuffer): number {
    const { documents, frequencies, firstLine, count } = postings;
    if (count === 1 && frequencies[0] === 1 && documents[0]! < SINGLE_DOCUMENT_END) {
      return documents[0]! + SINGLE + (firstLine[0]! > 0 ? IN_FIRST_LINE : 0);
    }
    return this.#addList(postings, null);
  }

  /**
   * Writes a list of another section, whose documents keep their numbers, and behind it the postings `more`, whose
   * documents come behind all of those. Returns its number for `term.postings`.
   */
  extend(list: PostingList, more: PostingBuffer): number {
    const tail = this.#tail;
    tail.count = 0;
    list.decodeRest(tail);
    for (let at = 0; at < more.count; at++) tail.push(more.documents[at]!, more.frequencies[at]!, more.firstLine[at]!);
    return list.inBlocks === 0 ? this.add(tail) : this.#addList(tail, list);
  }

  /** Writes the blocks of `before` and, behind them, `postings`. */
  #addList(postings: PostingBuffer, before: PostingList | null): number {
    const { documents, frequencies, firstLine, count } = postings;
    const place = this.#length;
    if (place >= SINGLE) throw new RangeError("the posting lists would be longer than 2 GiB");
    this.#bytes.varint((before?.inBlocks ?? 0) + count);
    const inBlocks = count - (count % BLOCK_SIZE);
    let previous = before === null ? 0 : lastInBlocks(before);
    if (inBlocks > 0 || before !== null) this.#addBlocks(postings, inBlocks, before);
    if (inBlocks > 0) previous = documents[inBlocks - 1]!;
    for (let at = inBlocks; at < count; at++) {
      this.#addPosting(documents[at]! - previous, frequencies[at]!, firstLine[at]!);
      previous = documents[at]!;
    }
    return place;
  }

  get #length(): number {
    return this.#taken + this.#bytes.length;
  }

  #addPosting(gap: number, frequency: number, firstLine: number): void {
    const kind = frequency === 1 && firstLine < 2 ? firstLine : frequency === 2 && firstLine === 0 ? 2 : 3;
    this.#bytes.varint(gap * 4 + kind);
    if (kind < 3) return;
    this.#bytes.varint(frequency);
    this.#bytes.varint(firstLine);
  }

  #addBlocks(postings: PostingBuffer, inBlocks: number, before: PostingList | null): void {
    const written = before?.encodedBlocks();
    const tableBefore = written?.table.length ?? 0;
    const table = new Uint32Array(tableBefore + (inBlocks / BLOCK_SIZE) * TABLE_WORDS);
    this.#data.clear();
    if (written !== undefined) {
      table.set(written.table);
      this.#data.append(bytesOf(written.data));
    }
    let previous = before === null ? -1 : lastInBlocks(before);
    for (let from = 0, entry = tableBefore; from < inBlocks; from += BLOCK_SIZE, entry += TABLE_WORDS) {
      this.#addBlock(postings, from, previous);
      previous = postings.documents[from + BLOCK_SIZE - 1]!;
      table[entry] = previous;
      table[entry + 1] = this.#data.length >>> 2;
    }
    while (this.#length % 4 !== 0) this.#bytes.varint(0);
    this.#bytes.append(bytesOf(table));
    this.#bytes.append(this.#data.view());
  }

  #addBlock({ documents, frequencies, firstLine }: PostingBuffer, from: number, previous: number): void {
    const gaps = this.#gaps;
    const counts = this.#counts;
    const lines = this.#lines;
    let last = previous;
    let allGaps = 0;
    for (let index = 0; index < BLOCK_SIZE; index++) {
      const document = documents[from + index]!;
      gaps[index] = document - last - 1;
      allGaps |= gaps[index]!;
      last = document;
      counts[index] = frequencies[from + index]! - 1;
      lines[index] = firstLine[from + index]!;
    }
    const gapWidth = bitWidth(allGaps);
    const countWidth = bestWidth(counts);
    const lineWidth = bestWidth(lines);
    this.#exceptions.clear();
    const countExceptions = this.#putAside(counts, countWidth, 1);
    const lineExceptions = this.#putAside(lines, lineWidth, 0);
    const row = rowWords(previous + 1, last);
    const isRow = gapWidth > 0 && row <= packedWords(gapWidth) + BIT_ROW_WORDS_MORE;
    const columns = 1 + (isRow ? row : packedWords(gapWidth));
    const words = new Uint32Array(columns + packedWords(countWidth + lineWidth));
    const widths = (isRow ? BIT_ROW : gapWidth) | (countWidth << WIDTH_BITS) | (lineWidth << (2 * WIDTH_BITS));
    words[0] = widths | (countExceptions << (3 * WIDTH_BITS)) | (lineExceptions << (3 * WIDTH_BITS + EXCEPTIONS_BITS));
    if (isRow) setBits(documents, from, BLOCK_SIZE, previous + 1, words, 1);
    else pack(gaps, gapWidth, words, 1);
    pack(counts, countWidth, words, columns);
    pack(lines, lineWidth, words, columns + packedWords(countWidth));
    this.#data.append(bytesOf(words));
    this.#data.append(this.#exceptions.view());
    while (this.#data.length % 4 !== 0) this.#data.varint(0);
  }

  /**
   * Writes each number that needs more bits than `width`, plus `added` and behind its place, and zeros it. Returns how
   * many there are.
   */
  #putAside(numbers: Uint32Array, width: number, added: number): number {
    let count = 0;
    for (let index = 0; index < BLOCK_SIZE; index++) {
      if (bitWidth(numbers[index]!) <= width) continue;
      this.#exceptions.varint(index);
      this.#exceptions.varint(numbers[index]! + added);
      numbers[index] = 0;
      count++;
    }
    return count;
  }
}

/** The last document in the blocks of a list that has blocks. */
function lastInBlocks(list: PostingList): number {
  return list.lastOf(list.inBlocks / BLOCK_SIZE - 1);
}

/** The width at which a block and its exceptions take the least room. */
function bestWidth(numbers: Uint32Array): number {
  const perWidth = new Uint8Array(33);
  for (let index = 0; index < BLOCK_SIZE; index++) perWidth[bitWidth(numbers[index]!)]!++;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  let exceptions = BLOCK_SIZE;
  for (let width = 0; width < 2 ** WIDTH_BITS; width++) {
    exceptions -= perWidth[width]!;
    const size = packedWords(width) * 4 + exceptions * EXCEPTION_BYTES;
    if (size >= least) continue;
    best = width;
    least = size;
  }
  return best;
}
