// A list of strings as two sections of index.bin: offsets, and a pool of UTF-8 that they cut up.
// Invariant on reading: any offsets, even damaged ones, give strings and never reach outside the pool.

import { decodeUtf8, encodeUtf8 } from "../format/utf8.ts";
import { ByteWriter } from "../format/varint.ts";

/** Collects strings in the order of their ordinals. */
export class NameTableWriter {
  readonly #offsets: number[] = [0];
  readonly #pool = new ByteWriter();

  /** Adds a string and returns its ordinal. */
  add(name: string): number {
    this.#pool.append(encodeUtf8(name));
    this.#offsets.push(this.#pool.length);
    return this.#offsets.length - 2;
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  offsets(): Uint32Array {
    return Uint32Array.from(this.#offsets);
  }

  pool(): Uint8Array {
    return this.#pool.view();
  }
}

/** A `NameTableWriter` that gives equal strings one ordinal. */
export class InternedNames {
  readonly table = new NameTableWriter();
  readonly #ordinals = new Map<string, number>();

  ordinal(name: string): number {
    let ordinal = this.#ordinals.get(name);
    if (ordinal === undefined) {
      ordinal = this.table.add(name);
      this.#ordinals.set(name, ordinal);
    }
    return ordinal;
  }
}

/** Reads strings straight out of the mapped sections. */
export class NameTable {
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

  /** The ordinal of `name` in an ascending table (by UTF-16 code units), or -1. */
  find(name: string): number {
    const at = this.lowerBound(name);
    return at < this.count && this.name(at) === name ? at : -1;
  }

  /** The first ordinal of an ascending table whose string is not below `name`. */
  lowerBound(name: string): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.name(middle) < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Ordinals of the strings that hold `needle` as bytes, in ascending order. */
  containing(needle: string): number[] {
    const pool = Buffer.from(this.#pool.buffer, this.#pool.byteOffset, this.#pool.length);
    const bytes = encodeUtf8(needle);
    const found: number[] = [];
    if (bytes.length === 0) return found;
    for (let at = pool.indexOf(bytes); at >= 0; ) {
      const ordinal = this.#ordinalAt(at);
      const end = this.#offsets[ordinal + 1] ?? pool.length;
      if (at + bytes.length <= end) found.push(ordinal);
      // The next match may begin in the next string; within this one a further match changes nothing.
      at = pool.indexOf(bytes, at + bytes.length <= end ? Math.max(end, at + 1) : at + 1);
    }
    return found;
  }

  #ordinalAt(position: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#offsets[middle + 1] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
