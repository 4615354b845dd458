// Walks the records of `data.log` from one offset to another, and finds its way past damage.
// Invariants:
// - every record that checks out is visited once, in order; nothing else is;
// - bytes that hold no record, with a record somewhere after them, are damage: reported, skipped, never dropped;
// - bytes at the end with no record after them are a torn tail: the scan ends before them;
// - an entry that counts only with its tombstone (`pair`) and whose tombstone is cut off belongs to the torn tail.
// Reads through a window, so memory does not grow with the log.

import { ENTRY_HEADER, TOMBSTONE } from "../format/log-layout.ts";
import { decodeRecord, type EntryRecord, type LogRecord, type TombstoneRecord } from "../format/log-record.ts";
import type { FileHandle } from "./file-system.ts";

const WINDOW_BYTES = 1024 * 1024;

/** What a scan tells of the log. Views in a record are valid only during the call. */
export interface LogVisitor {
  entry(record: EntryRecord, offset: number): void;
  tombstone(record: TombstoneRecord, offset: number): void;
  /** `[from, to)` holds no record. */
  damage(from: number, to: number): void;
  /** Whether an entry that may be live begins at `offset`: tells a tombstone from noise while looking for the next record. */
  knows(offset: number): boolean;
}

/** Where a scan ended: `end` is behind the last record; `[end, size)` is a torn tail when `end < size`. */
export interface ScanEnd {
  readonly end: number;
  readonly size: number;
  /** Offset of the last record if it is an entry without a checksum, else -1: the tombstone that tells its place may still come. */
  readonly openEntry: number;
}

/** A sliding view of the log. */
class Window {
  readonly #file: FileHandle;
  readonly #size: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Decodes at `offset`, reading on as far as the record needs. */
  decode(offset: number): LogRecord | null {
    this.#hold(offset, ENTRY_HEADER.size);
    for (;;) {
      const windowEnd = this.#start + this.#bytes.length;
      const decoded = decodeRecord(this.#bytes, offset - this.#start, windowEnd < this.#size);
      if (decoded.kind === "entry" || decoded.kind === "tombstone") return decoded;
      if (decoded.kind === "invalid") return null;
      if (windowEnd >= this.#size || offset + decoded.needed - ENTRY_HEADER.size > this.#size) return null;
      this.#hold(offset, decoded.needed);
    }
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
    if (count < wanted) throw Object.assign(new Error("the log became shorter while it was read"), { code: "ESHRUNK" });
  }
}

/** The first record after `from` that checks out; null when there is none up to the end. */
function resynchronise(window: Window, from: number, size: number, visitor: LogVisitor): number | null {
  for (let offset = window.nextCandidate(from); offset < size; offset = window.nextCandidate(offset + 1)) {
    const record = window.decode(offset);
    if (record === null) continue;
    if (record.kind === "tombstone" && !visitor.knows(record.target)) continue;
    return offset;
  }
  return null;
}

/** Visits every record in `[from, size)` of `file`. `size` may be less than the file's: later bytes are not looked at. */
export function scanLog(file: FileHandle, from: number, size: number, visitor: LogVisitor): ScanEnd {
  const window = new Window(file, size);
  let offset = from;
  let openEntry = -1;
  while (offset < size) {
    const record = window.decode(offset);
    if (record === null) {
      const next = resynchronise(window, offset + 1, size, visitor);
      if (next === null) break;
      visitor.damage(offset, next);
      offset = next;
      continue;
    }
    if (record.kind === "tombstone") {
      visitor.tombstone(record, offset);
    } else {
      const left = size - offset - record.size;
      if (record.pair && left < TOMBSTONE.size) break;
      visitor.entry(record, offset);
    }
    openEntry = record.kind === "entry" && !record.checksummed ? offset : -1;
    offset += record.size;
  }
  return { end: offset, size, openEntry };
}
