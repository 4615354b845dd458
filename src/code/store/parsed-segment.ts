// A file that holds what the parser said of many texts, by the key of the text: `NAME.parsed`.
//
// | part | bytes |
// |---|---|
// | magic, `hxparsed` | 8 |
// | fingerprint of the parser that wrote it | 8 |
// | how many texts | 4 |
// | CRC-32 of the tables | 4 |
// | keys, ascending | 8 each |
// | where each one's bytes end | 4 each |
// | CRC-32 of each one's bytes | 4 each |
// | the bytes, in the order of the keys | |
//
// Invariants:
// - What another version of the parser wrote, and what is damaged, is not there.

import { bytesOf } from "../../base/bytes.ts";
import { crc32 } from "../../base/crc32.ts";
import { orNull } from "../../base/errors.ts";
import { lowerBound } from "../../base/sorted-search.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { removeQuietly } from "./segment-file.ts";

/** A text's key, and what the parser said of it, encoded. */
export type ParsedEntry = readonly [key: bigint, bytes: Uint8Array];

const MAGIC = new TextEncoder().encode("hxparsed");
const HEADER_BYTES = 24;
const TABLE_BYTES = 16;
const U32 = 2 ** 32;

export class ParsedSegment {
  readonly #keys: BigUint64Array;
  readonly #ends: Uint32Array;
  readonly #checks: Uint32Array;
  readonly #data: Uint8Array;
  /** Places of what was found damaged. */
  readonly #damaged = new Set<number>();

  private constructor(bytes: Uint8Array, count: number) {
    const { buffer, byteOffset } = bytes;
    const at = byteOffset + HEADER_BYTES;
    this.#keys = new BigUint64Array(buffer, at, count);
    this.#ends = new Uint32Array(buffer, at + count * 8, count);
    this.#checks = new Uint32Array(buffer, at + count * 12, count);
    this.#data = bytes.subarray(HEADER_BYTES + count * TABLE_BYTES);
  }

  /** Opens a file; null where there is none, it is damaged, or of another parser. */
  static open(files: FileSystem, path: string, parser: bigint): ParsedSegment | null {
    return orNull(() => {
      const loaded = files.load(path);
      // The tables are read in words of eight bytes.
      const bytes =
        loaded.byteOffset % 8 === 0
          ? new Uint8Array(loaded.buffer, loaded.byteOffset, loaded.length)
          : Uint8Array.from(loaded);
      const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
      const count = header.getUint32(16, true);
      const tables = bytes.subarray(HEADER_BYTES, HEADER_BYTES + count * TABLE_BYTES);
      const isSound =
        MAGIC.every((byte, at) => bytes[at] === byte) &&
        header.getBigUint64(8, true) === parser &&
        tables.length === count * TABLE_BYTES &&
        header.getUint32(20, true) === crc32(tables);
      return isSound ? new ParsedSegment(bytes, count) : null;
    });
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Whether a text is there, and was not found damaged. */
  has(key: bigint): boolean {
    const at = lowerBound(this.#keys, key);
    return this.#keys[at] === key && !this.#damaged.has(at);
  }

  /** The bytes of a text; null where there are none, or damaged ones. */
  get(key: bigint): Uint8Array | null {
    const at = lowerBound(this.#keys, key);
    return this.#keys[at] === key ? this.#bytesAt(at) : null;
  }

  /** Those whose keys are accepted. */
  *entries(accepts: (key: bigint) => boolean): Generator<ParsedEntry> {
    for (const [at, key] of this.#keys.entries()) {
      const bytes = accepts(key) ? this.#bytesAt(at) : null;
      if (bytes !== null) yield [key, bytes];
    }
  }

  #bytesAt(at: number): Uint8Array | null {
    const bytes = this.#data.subarray(at === 0 ? 0 : this.#ends[at - 1]!, this.#ends[at]!);
    if (crc32(bytes) === this.#checks[at]) return bytes;
    this.#damaged.add(at);
    return null;
  }
}

/**
 * Writes a file to `path`, where none is yet, durably. What cannot be finished is removed. Throws the system's error.
 */
export function writeParsedSegment(
  files: FileSystem,
  path: string,
  parser: bigint,
  entries: Iterable<ParsedEntry>,
): number {
  const sorted = [...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = BigUint64Array.from(sorted, ([key]) => key);
  const checks = Uint32Array.from(sorted, ([, bytes]) => crc32(bytes));
  const ends = new Uint32Array(sorted.length);
  let end = 0;
  for (const [at, [, bytes]] of sorted.entries()) {
    end += bytes.length;
    if (end >= U32) throw new RangeError("too much for one file");
    ends[at] = end;
  }
  const tables = Buffer.concat([new Uint8Array(keys.buffer), bytesOf(ends), bytesOf(checks)]);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(header.buffer).set(MAGIC);
  header.setBigUint64(8, parser, true);
  header.setUint32(16, sorted.length, true);
  header.setUint32(20, crc32(tables), true);
  try {
    const file = files.open(path, "create");
    try {
      file.append(new Uint8Array(header.buffer));
      file.append(tables);
      for (const [, bytes] of sorted) file.append(bytes);
      file.sync();
    } finally {
      file.close();
    }
  } catch (error) {
    removeQuietly(files, path);
    throw error;
  }
  return sorted.length;
}
