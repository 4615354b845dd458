// Writes the sections of a new index file one after the other, as they are made, so that no section has to be held
// whole. Only the prefix, which says where the sections are, is written last.
// Invariants:
// - Sections begin on multiples of eight, with zeros before them.
// - The checksum covers every byte behind the prefix.

import { bytesOf } from "../../base/bytes.ts";
import { crc32 } from "../../base/crc32.ts";
import { encodeIndexPrefix } from "./index-encoding.ts";
import type { IndexHeader, SectionPlace } from "./index-header.ts";
import { alignSection } from "./index-layout.ts";
import type { Schema } from "./schema.ts";

/** Receives the bytes of the file. The arrays are valid only during the call. */
export interface IndexSink {
  append(bytes: Uint8Array): void;
  overwrite(bytes: Uint8Array, position: number): void;
}

const BUFFER_BYTES = 1024 * 1024;
const FILE_BYTES_MAX = 0xffff_ffff;

export class SectionOutput {
  readonly #schema: Schema;
  readonly #sink: IndexSink;
  readonly #origins = {} as Record<string, SectionPlace>;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #buffered = 0;
  #offset: number;
  #checksum = 0;

  /** Leaves room for the prefix. */
  constructor(schema: Schema, sink: IndexSink) {
    this.#schema = schema;
    this.#sink = sink;
    this.#offset = schema.prefixBytes;
    sink.append(new Uint8Array(schema.prefixBytes));
  }

  /** Writes a whole section. */
  add(name: string, content: Uint8Array | Uint16Array | Uint32Array | Int32Array): void {
    this.begin(name);
    this.append(bytesOf(content));
    this.end(name);
  }

  /**
   * Writes a column with one number for each document, in as few bytes as the greatest number takes. The caller may
   * overwrite the numbers afterwards.
   */
  addNarrow(name: string, numbers: Uint32Array): void {
    let all = 0;
    for (let at = 0; at < numbers.length; at++) all |= numbers[at]!;
    const bits = 32 - Math.clz32(all);
    this.add(name, bits <= 8 ? Uint8Array.from(numbers) : bits <= 16 ? Uint16Array.from(numbers) : numbers);
  }

  /** Begins a section that comes in parts. */
  begin(name: string): void {
    const start = alignSection(this.#offset);
    if (start > this.#offset) this.append(new Uint8Array(start - this.#offset));
    this.#origins[name] = { offset: start, length: 0 };
  }

  append(bytes: Uint8Array): void {
    this.#offset += bytes.length;
    if (this.#offset > FILE_BYTES_MAX) throw new RangeError("the index would be longer than 4 GiB");
    if (this.#buffered + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length >= BUFFER_BYTES) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += bytes.length;
    }
  }

  end(name: string): void {
    this.#origins[name]!.length = this.#offset - this.#origins[name]!.offset;
  }

  /** Writes the prefix, after every section has been written. */
  finish(header: Omit<IndexHeader, "fileSize" | "bodyChecksum">): void {
    this.#flush();
    const prefix = encodeIndexPrefix(this.#schema, {
      header: { ...header, fileSize: this.#offset, bodyChecksum: this.#checksum },
      sections: this.#origins,
    });
    this.#sink.overwrite(prefix, 0);
  }

  #flush(): void {
    if (this.#buffered > 0) this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array): void {
    this.#checksum = crc32(bytes, this.#checksum);
    this.#sink.append(bytes);
  }
}
