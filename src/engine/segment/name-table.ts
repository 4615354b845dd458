// A list of strings as two sections of index.bin: offsets, and a pool of UTF-8 that the offsets cut into strings.
// name-table-writer.ts writes such a list.
// Invariants:
// - Any offsets, even damaged ones, give strings and never reach outside the pool.

import { partitionPoint } from "../../base/sorted-search.ts";
import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";

/** Names by ordinal. */
export interface NameList {
  readonly count: number;
  name(ordinal: number): string;
  /** The ordinal of the name that comes at `rank` in ascending order. */
  ordinalAt(rank: number): number;
  /** The ordinal of `name`, or -1. */
  find(name: string): number;
  /** Ordinals of the names that hold `needle`, ascending; none for an empty one. */
  containing(needle: string): number[];
}

/** Reads strings straight out of the mapped sections. */
export class NameTable implements NameList {
  readonly count: number;
  readonly #offsets: Uint32Array;
  readonly #pool: Uint8Array;

  constructor(offsets: Uint32Array, pool: Uint8Array) {
    this.#offsets = offsets;
    this.#pool = pool;
    this.count = Math.max(0, offsets.length - 1);
  }

  /** The string with this ordinal; "" for one that does not exist. */
  name(ordinal: number): string {
    const from = this.#offsets[ordinal];
    const to = this.#offsets[ordinal + 1];
    if (from === undefined || to === undefined || to <= from) return "";
    return decodeUtf8(this.#pool.subarray(from, to));
  }

  /** Whether `name` is the string with this ordinal. Names in ASCII are compared without decoding. */
  isNamed(ordinal: number, name: string): boolean {
    const from = this.#offsets[ordinal] ?? 0;
    const size = (this.#offsets[ordinal + 1] ?? 0) - from;
    if (size !== name.length) return size > name.length && this.name(ordinal) === name;
    for (let at = 0; at < size; at++) {
      const byte = this.#pool[from + at]!;
      if (byte >= 0x80) return this.name(ordinal) === name;
      if (byte !== name.charCodeAt(at)) return false;
    }
    return true;
  }

  /** In an ascending table the rank of a name is its ordinal. */
  ordinalAt(rank: number): number {
    return rank;
  }

  /** The ordinal of `name` in an ascending table (by UTF-16 code units), or -1. */
  find(name: string): number {
    const at = this.lowerBound(name);
    return at < this.count && this.name(at) === name ? at : -1;
  }

  /** The first ordinal of an ascending table whose string is not below `name`. */
  lowerBound(name: string): number {
    return partitionPoint(0, this.count, (ordinal) => this.name(ordinal) < name);
  }

  containing(needle: string): number[] {
    const pool = Buffer.from(this.#pool.buffer, this.#pool.byteOffset, this.#pool.length);
    const bytes = encodeUtf8(needle);
    const found: number[] = [];
    if (bytes.length === 0) return found;
    for (let at = pool.indexOf(bytes); at >= 0; ) {
      const ordinal = this.#ordinalAt(at);
      const end = this.#offsets[ordinal + 1] ?? pool.length;
      if (at + bytes.length <= end) found.push(ordinal);
      // The next match may begin in the next string. A further match within this string changes nothing.
      at = pool.indexOf(bytes, at + bytes.length <= end ? Math.max(end, at + 1) : at + 1);
    }
    return found;
  }

  #ordinalAt(position: number): number {
    return partitionPoint(0, this.count, (ordinal) => (this.#offsets[ordinal + 1] ?? 0) <= position);
  }
}
