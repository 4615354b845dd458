// One posting list as bytes: for each entry, in ascending order, the gap to the one before, how often the term occurs, and how
// often of that in the first line. Most terms occur once and not in the first line: that case is one number.
//
//   varint  gap << 1 | 1                                        once, not in the first line
//   varint  gap << 1, then varint (count << 1 | inFirstLine),   otherwise; with inFirstLine a further varint:
//           then varint firstLineCount                          how often in the first line
//
// Invariant: decoding damaged bytes ends within the list and yields no document at or beyond `documentCount`.

import type { ByteWriter } from "./varint.ts";

/** A decoded posting list; the arrays are reused, only the first `count` elements count. */
export class PostingBuffer {
  documents = new Uint32Array(256);
  frequencies = new Uint32Array(256);
  firstLine = new Uint32Array(256);
  count = 0;

  /** Makes room for `size` postings, keeping what is there. */
  reserve(size: number): void {
    if (size <= this.documents.length) return;
    const capacity = Math.max(size, this.documents.length * 2);
    this.documents = grown(this.documents, capacity);
    this.frequencies = grown(this.frequencies, capacity);
    this.firstLine = grown(this.firstLine, capacity);
  }

  /** Appends one posting. */
  push(document: number, frequency: number, firstLine: number): void {
    this.reserve(this.count + 1);
    this.documents[this.count] = document;
    this.frequencies[this.count] = frequency;
    this.firstLine[this.count] = firstLine;
    this.count++;
  }
}

function grown(array: Uint32Array<ArrayBuffer>, capacity: number): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(capacity);
  result.set(array);
  return result;
}

/** Appends the buffer's postings, ascending by document, to `writer`. */
export function encodePostings(writer: ByteWriter, postings: PostingBuffer): void {
  let previous = 0;
  for (let index = 0; index < postings.count; index++) {
    const document = postings.documents[index]!;
    const frequency = postings.frequencies[index]!;
    const firstLine = postings.firstLine[index]!;
    const gap = document - previous;
    previous = document;
    if (frequency === 1 && firstLine === 0) {
      writer.varint(gap * 2 + 1);
    } else {
      writer.varint(gap * 2);
      writer.varint(frequency * 2 + (firstLine > 0 ? 1 : 0));
      if (firstLine > 0) writer.varint(firstLine);
    }
  }
}

/** Decodes `bytes[from, to)` behind what `into` holds; documents from `documentCount` on end it. */
export function decodePostings(
  bytes: Uint8Array,
  from: number,
  to: number,
  documentCount: number,
  into: PostingBuffer,
): void {
  const end = Math.min(to, bytes.length);
  // A posting takes a byte at least.
  into.reserve(into.count + Math.max(0, end - from));
  const { documents, frequencies, firstLine } = into;
  let count = into.count;
  let document = 0;
  let at = from;
  while (at < end) {
    let byte = bytes[at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80 && at < end; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
    }
    document += value >>> 1;
    let frequency = 1;
    let first = 0;
    if ((value & 1) === 0) {
      byte = at < end ? bytes[at++]! : 2;
      value = byte & 0x7f;
      for (let shift = 7; byte >= 0x80 && at < end; shift += 7) {
        byte = bytes[at++]!;
        value |= (byte & 0x7f) << shift;
      }
      frequency = value >>> 1;
      if ((value & 1) === 1) {
        byte = at < end ? bytes[at++]! : 1;
        first = byte & 0x7f;
        for (let shift = 7; byte >= 0x80 && at < end; shift += 7) {
          byte = bytes[at++]!;
          first |= (byte & 0x7f) << shift;
        }
      }
    }
    if (document >= documentCount) break;
    documents[count] = document;
    frequencies[count] = frequency;
    firstLine[count] = first >>> 0;
    count++;
  }
  into.count = count;
}
