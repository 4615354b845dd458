// A sliding view of `data.log`. It decodes the record at an offset through a window of the file, so that memory does
// not grow with the log.

import type { FileHandle } from "../../platform/file-system.ts";
import { ENTRY_HEADER, TOMBSTONE } from "./log-layout.ts";
import { decodeRecord, type EntryRecord, type LogRecord } from "./log-record.ts";
import { MINUTES_2024 } from "./log-time.ts";

const WINDOW_BYTES = 1024 * 1024;
/** A disk writes this many bytes as a whole. */
const SECTOR_BYTES = 512;
/**
 * Fewer zeros may be a number. An offset has four bytes, of which perhaps only one is not zero, and a flipped bit can
 * make that one zero, too.
 */
const ZEROS_LEAST = 5;
/** Latest time that is likely, in minutes since 1970. */
const MINUTES_2100 = 68_374_080;
/** A longer odd record is not searched for. */
const SEARCHED_BYTES_MAX = 64 * 1024;
/** Error code when the log ends before the size that was to be scanned: a writer has cut off a torn tail meanwhile. */
export const SHRUNK = "ESHRUNK";

/** A sliding view of the first `size` bytes of the log. */
export class LogWindow {
  readonly #file: Pick<FileHandle, "read">;
  readonly #size: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(file: Pick<FileHandle, "read">, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** The record at `offset`; null where none may stand. An odd record does not count here: see `expectedRecord`. */
  record(offset: number): LogRecord | null {
    const record = this.#decode(offset);
    if (record?.kind !== "entry" || !record.alone) return record;
    return this.#hasDamagedTombstone(offset + record.size) ? record : null;
  }

  /**
   * The record at `offset`, right behind another one. There an odd record counts, too, unless it has swallowed others.
   */
  expectedRecord(offset: number): LogRecord | null {
    const record = this.record(offset);
    if (record !== null || !this.#isOddRecord(offset)) return record;
    return this.#decode(offset, true);
  }

  /** The record at `offset`, whatever stands around it: half an edit counts, and so does an odd record. */
  wholeRecord(offset: number): LogRecord | null {
    const record = this.#decode(offset);
    return record ?? this.expectedRecord(offset);
  }

  /**
   * Whether an odd record stands at `offset`, which a search has found. Its time must be one that the original program
   * writes.
   */
  isLikelyOddRecord(offset: number): boolean {
    const odd = this.#decode(offset, true);
    if (odd?.kind !== "entry" || !odd.odd || odd.size > SEARCHED_BYTES_MAX) return false;
    return odd.stored >= MINUTES_2024 && odd.stored <= MINUTES_2100 && this.#isOddRecord(offset);
  }

  /**
   * Whether an odd record stands at `offset` that has swallowed no others. One with a damaged length swallows others.
   */
  #isOddRecord(offset: number): boolean {
    const odd = this.#decode(offset, true);
    return odd?.kind === "entry" && odd.odd && !this.#holdsRecord(offset, odd);
  }

  /** Whether the bytes at `end`, behind half an edit, are the damaged tombstone of that edit. */
  #hasDamagedTombstone(end: number): boolean {
    // The tombstone is cut off, or another record stands in its place. Then the entry is damaged and only looks like
    // half an edit.
    if (end + TOMBSTONE.size > this.#size || this.#decode(end) !== null) return false;
    // The edit was cut off before or within its tombstone, and the original program has written behind it.
    for (let offset = end; offset < end + TOMBSTONE.size; offset++) {
      const record = this.#decode(offset);
      // A damaged tombstone may read as another one, with any target.
      const isForeign = record?.kind === "tombstone" ? record.target < end : record?.kind === "entry";
      if ((isForeign && !isChecksummed(record)) || this.isLikelyOddRecord(offset)) return false;
    }
    // If this part of the file was never written, the edit has not happened.
    return end + TOMBSTONE.size !== this.#size || !holdsUnwritten(this, end, this.#size);
  }

  /**
   * Whether the length of the odd record at `offset` is damaged: its body holds the beginning of another entry, or ends
   * with a tombstone.
   */
  #holdsRecord(offset: number, { size, topic }: EntryRecord): boolean {
    const end = offset + size;
    const body = offset + ENTRY_HEADER.size + topic.length;
    for (let inside = this.nextCandidate(body); inside < end; inside = this.nextCandidate(inside + 1)) {
      const record = this.record(inside);
      if (record?.kind === "entry" || (record !== null && inside + record.size === end)) return true;
    }
    return false;
  }

  /** The bytes of `[from, to)`, few and below the end. They are valid only until the next call of any method. */
  bytes(from: number, to: number): Uint8Array {
    this.#hold(from, to - from);
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }

  /** Decodes the record at `offset` and reads on as far as the record needs. */
  #decode(offset: number, takesOdd = false): LogRecord | null {
    this.#hold(offset, ENTRY_HEADER.size);
    for (;;) {
      const windowEnd = this.#start + this.#bytes.length;
      const decoded = decodeRecord(this.#bytes, offset - this.#start, windowEnd < this.#size, takesOdd);
      if (decoded.kind === "invalid") return null;
      if (decoded.kind !== "incomplete") return decoded;
      if (windowEnd >= this.#size || offset + decoded.needed - ENTRY_HEADER.size > this.#size) return null;
      this.#hold(offset, decoded.needed);
    }
  }

  /**
   * Whether an entry with a checksum begins inside the `length` bytes at `offset`. If so, the record that seems to
   * stand at `offset` does not.
   */
  holdsChecksummed(offset: number, length: number): boolean {
    const end = offset + length;
    for (let inside = this.nextCandidate(offset + 1); inside < end; inside = this.nextCandidate(inside + 1)) {
      const record = this.record(inside);
      if (record?.kind === "entry" && record.checksummed) return true;
    }
    return false;
  }

  /** The next offset in `[from, size)` whose byte may begin a record, or `size`. */
  nextCandidate(from: number): number {
    for (let offset = from; offset < this.#size; ) {
      this.#hold(offset, 1);
      for (let index = offset - this.#start; index < this.#bytes.length; index++) {
        const byte = this.#bytes[index];
        if (byte === 1 || byte === 2) return this.#start + index;
      }
      offset = this.#start + this.#bytes.length;
    }
    return this.#size;
  }

  #hold(offset: number, length: number): void {
    const wanted = Math.min(length, this.#size - offset);
    if (offset >= this.#start && offset + wanted <= this.#start + this.#bytes.length) return;
    const target = new Uint8Array(Math.min(Math.max(WINDOW_BYTES, length), this.#size - offset));
    const count = this.#file.read(target, offset);
    this.#start = offset;
    this.#bytes = target.subarray(0, count);
    if (count < wanted) throw Object.assign(new Error("the log became shorter while it was read"), { code: SHRUNK });
  }
}

function isChecksummed(record: LogRecord | null): boolean {
  return record !== null && record.kind !== "mark" && record.checksummed;
}

/**
 * Whether some sector in `[from, to)` of the log was not written to its end, judged by the last bytes of each sector.
 */
export function holdsUnwritten(window: LogWindow, from: number, to: number): boolean {
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    const last = end - ZEROS_LEAST;
    if (last >= start && window.bytes(last, end).every((byte) => byte === 0)) return true;
    start = end;
  }
  return false;
}
