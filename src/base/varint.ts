// Variable-length unsigned integers (LEB128): seven bits a byte, low bits first. The high bit says that more bytes
// follow.

/** A byte buffer that grows as it is written. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends an unsigned 32-bit integer in one to five bytes. */
  varint(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Appends raw bytes. */
  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A view of what was written; valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets what was written and keeps the memory. */
  clear(): void {
    this.#length = 0;
  }

  #grow(extra: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + extra));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Reads what a ByteWriter wrote. Throws a RangeError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError("the bytes end in the middle of a number");
  }

  /** A view of the next bytes. */
  bytes(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new RangeError("the bytes end too early");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** A number, and so many items. An item takes a byte at least. */
  list<Item>(item: () => Item): Item[] {
    const length = this.count();
    const items: Item[] = [];
    while (items.length < length) items.push(item());
    return items;
  }

  /** A number of items that follow. */
  count(): number {
    const count = this.varint();
    if (count > this.#bytes.length - this.#at) throw new RangeError("the bytes hold fewer items");
    return count;
  }
}
