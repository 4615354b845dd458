// Writes posting lists in the layout of posting-codec.ts.

import { BLOCK_SIZE, bitWidth, pack, packedWords } from "./bit-packing.ts";
import { bytesOf } from "./bytes.ts";
import {
  CODE_WIDTH_BITS,
  FREQUENCY_BITS,
  FREQUENCY_MAX,
  GAP_WIDTH_BITS,
  IN_FIRST_LINE,
  LENGTH_MAX,
  PostingBuffer,
  type PostingList,
  SINGLE,
  SINGLE_DOCUMENT_END,
  TABLE_WORDS,
} from "./posting-codec.ts";
import { ByteWriter } from "./varint.ts";

/** Wider codes are left to varints. */
const CODE_WIDTH_MAX = 15;

/** Writes posting lists one behind the other. */
export class PostingWriter {
  readonly #bytes: ByteWriter;
  readonly #lengthOf: (document: number) => number;
  readonly #gaps = new Uint32Array(BLOCK_SIZE);
  readonly #codes = new Uint32Array(BLOCK_SIZE);
  readonly #escaped = new ByteWriter(64);
  readonly #data = new ByteWriter();
  readonly #tail = new PostingBuffer();
  /** How many bytes were taken away. */
  #taken = 0;

  /** Appends to `bytes`, which holds nothing else; `lengthOf` knows the length of every entry in tokens. */
  constructor(bytes: ByteWriter, lengthOf: (document: number) => number) {
    this.#bytes = bytes;
    this.#lengthOf = lengthOf;
  }

  /** Hands over what was written since the last time, and has room again. */
  take(sink: (bytes: Uint8Array) => void): void {
    sink(this.#bytes.view());
    this.#taken += this.#bytes.length;
    this.#bytes.clear();
  }

  /** Writes a list of one posting or more, ascending by document; returns its number for `termPostings`. */
  add(postings: PostingBuffer): number {
    const { documents, frequencies, firstLine, count } = postings;
    if (count === 1 && frequencies[0] === 1 && documents[0]! < SINGLE_DOCUMENT_END) {
      return documents[0]! + SINGLE + (firstLine[0]! > 0 ? IN_FIRST_LINE : 0);
    }
    return this.#addList(postings, null);
  }

  /** Writes a list of another section, whose entries keep their numbers, and `more` of its postings, whose entries come behind all of those. */
  extend(list: PostingList, more: PostingBuffer): number {
    const tail = this.#tail;
    tail.count = 0;
    list.decodeRest(tail);
    for (let at = 0; at < more.count; at++) tail.push(more.documents[at]!, more.frequencies[at]!, more.firstLine[at]!);
    return list.inBlocks === 0 ? this.add(tail) : this.#addList(tail, list);
  }

  /** Writes what is in blocks in `before`, and behind it `postings`. */
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
    // A gap can have more bits than are left beside the code.
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
      table[entry + 2] = this.#addBlock(postings, from, previous);
      previous = postings.documents[from + BLOCK_SIZE - 1]!;
      table[entry] = previous;
      table[entry + 1] = this.#data.length >>> 2;
    }
    while (this.#length % 4 !== 0) this.#bytes.varint(0);
    this.#bytes.append(bytesOf(table));
    this.#bytes.append(this.#data.view());
  }

  /** Writes the data of a block; returns its widths and bounds. */
  #addBlock({ documents, frequencies, firstLine }: PostingBuffer, from: number, previous: number): number {
    const gaps = this.#gaps;
    const codes = this.#codes;
    let last = previous;
    let allGaps = 0;
    let most = 0;
    let shortest = LENGTH_MAX;
    for (let index = 0; index < BLOCK_SIZE; index++) {
      const document = documents[from + index]!;
      const frequency = frequencies[from + index]!;
      const first = firstLine[from + index]!;
      gaps[index] = document - last - 1;
      allGaps |= gaps[index]!;
      last = document;
      codes[index] = first > 1 ? 0xffff_ffff : (frequency - 1) * 2 + first;
      most = Math.max(most, frequency);
      shortest = Math.min(shortest, this.#lengthOf(document));
    }
    const gapWidth = bitWidth(allGaps);
    const codeWidth = bestCodeWidth(codes);
    const beyond = (1 << codeWidth) - 1;
    this.#escaped.clear();
    for (let index = 0; codeWidth > 0 && index < BLOCK_SIZE; index++) {
      if (codes[index]! < beyond) continue;
      codes[index] = beyond;
      this.#escaped.varint(frequencies[from + index]!);
      this.#escaped.varint(firstLine[from + index]!);
    }
    const words = new Uint32Array(packedWords(gapWidth + codeWidth));
    pack(gaps, gapWidth, words, 0);
    pack(codes, codeWidth, words, packedWords(gapWidth));
    this.#data.append(bytesOf(words));
    this.#data.append(this.#escaped.view());
    while (this.#data.length % 4 !== 0) this.#data.varint(0);
    const bounds = Math.min(most, FREQUENCY_MAX) + shortest * 2 ** FREQUENCY_BITS;
    return gapWidth + codeWidth * 2 ** GAP_WIDTH_BITS + bounds * 2 ** (GAP_WIDTH_BITS + CODE_WIDTH_BITS);
  }
}

/** The last document of a list's blocks, of which there are some. */
function lastInBlocks(list: PostingList): number {
  return list.lastOf(list.inBlocks / BLOCK_SIZE - 1);
}

/** The width that takes the least room with what it leaves to varints. */
function bestCodeWidth(codes: Uint32Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let width = 0; width <= CODE_WIDTH_MAX; width++) {
    const beyond = width === 0 ? 1 : (1 << width) - 1;
    let escapes = 0;
    for (let index = 0; index < BLOCK_SIZE; index++) if (codes[index]! >= beyond) escapes++;
    if (width === 0 && escapes > 0) continue;
    const size = packedWords(width) * 4 + escapes * 2;
    if (size >= least) continue;
    best = width;
    least = size;
    if (escapes === 0) break;
  }
  return best;
}
