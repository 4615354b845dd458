// Walks the records of `data.log` from one offset to another, and finds its way past damage.
// Invariants:
// - every record that checks out is visited once, in order; nothing else is;
// - bytes that hold no record, with a record somewhere after them, are damage: reported, skipped, never dropped;
// - bytes at the end with no record after them are a torn tail: the scan ends before them;
// - an edit is an entry (`isReplacement`) and the tombstone right behind it, and both count together: without its
//   tombstone at the end of the log the entry is part of the torn tail, and without its entry the tombstone is part of
//   the damage. Only a tombstone that is there and damaged leaves its entry standing, next to the version that it would
//   have deleted.
// - a transaction (a write of several changes) counts whole or not at all: one that the file ends within is a torn
//   tail, and so is the last one of the file if sectors of it were never written (unwritten-sectors.ts). Within a
//   transaction that counts nothing is a torn tail, for without its end the transaction would be one: what cannot be
//   read of it is damage, and so is a mark that another transaction would begin with. Reads through a window, so memory
//   does not grow with the log.

import type { FileHandle } from "../../platform/file-system.ts";
import { CHANGE_DELETED, CHANGE_RESTORED, MARK_BEGIN, TOMBSTONE } from "./log-layout.ts";
import type { EntryRecord, LogRecord, MarkRecord, TombstoneRecord } from "./log-record.ts";
import { LogWindow } from "./log-window.ts";
import { isActUnwritten } from "./unwritten-sectors.ts";

/** What a scan tells of the log. Views in a record are valid only during the call. */
export interface LogVisitor {
  entry(record: EntryRecord, offset: number): void;
  tombstone(record: TombstoneRecord, offset: number): void;
  /** For those who want to know which records are one transaction. */
  mark?(record: MarkRecord, offset: number): void;
  /**
   * `[from, to)` holds no record that counts. `edited`: the entry that an edit within would have replaced, so that what
   * a later tombstone says of the replacement it says of this entry; -1 if none is known.
   */
  damage(from: number, to: number, edited: number): void;
  /**
   * Whether an entry that may be live begins at `offset`: tells a tombstone from noise while looking for the next
   * record.
   */
  knows(offset: number): boolean;
}

/** Where a scan ended: `end` is behind the last record; `[end, size)` is a torn tail when `end < size`. */
export interface ScanEnd {
  readonly end: number;
  readonly size: number;
  /**
   * Offset of the last record if it is an entry without a checksum, else -1: the tombstone that tells its place may
   * still come.
   */
  readonly openEntry: number;
}

/** How often an odd record is looked for behind one damage: each look may read as far as such a record reaches. */
const ODD_TRIES_MAX = 1000;

/**
 * The first record after the damage that begins at `from`, and which entry an edit in between would have replaced; null
 * when there is no record up to the end.
 */
function resynchronise(
  window: LogWindow,
  from: number,
  size: number,
  transactionEnd: number,
  visitor: LogVisitor,
): { next: number; edited: number } | null {
  let edited = -1;
  let oddTries = ODD_TRIES_MAX;
  for (let offset = window.nextCandidate(from + 1); offset < size; offset = window.nextCandidate(offset + 1)) {
    const record = window.record(offset);
    if (record === null) {
      if (oddTries-- > 0 && window.isLikelyOddRecord(offset)) return { next: offset, edited };
      continue;
    }
    if (record.kind === "tombstone") {
      const known = visitor.knows(record.target);
      if (!known && !(record.checksummed && record.target >= from && record.target < offset)) continue;
      if (record.change !== CHANGE_DELETED) {
        if (known && record.change !== CHANGE_RESTORED) edited = record.target;
        continue;
      }
    }
    if (record.kind === "mark" && record.otherEnd < offset === (record.mark === MARK_BEGIN)) continue;
    if (isNested(record, offset, transactionEnd)) continue;
    if (record.kind === "entry" && !record.checksummed && window.holdsChecksummed(offset, record.size)) continue;
    return { next: offset, edited };
  }
  return null;
}

/**
 * Whether a program that does not know transactions has written into the transaction of `begin` at `offset`, as far as
 * `end`: then the transaction was cut off, also within a record, and what is there counts, record by record. helix
 * writes nothing behind a torn transaction.
 */
function isWrittenOver(
  window: LogWindow,
  begin: MarkRecord,
  offset: number,
  end: number,
  visitor: LogVisitor,
): boolean {
  for (let at = offset + begin.size; at < end; ) {
    const record = window.expectedRecord(at);
    if (record === null) {
      const found = resynchronise(window, at, end, -1, visitor);
      if (found === null) return false;
      at = found.next;
      continue;
    }
    if (record.kind !== "mark" && !record.checksummed) return true;
    at += record.size;
  }
  return false;
}

/** Whether the last mark of the transaction of `begin` at `offset` is where it belongs. */
function isEnded(window: LogWindow, begin: MarkRecord, offset: number): boolean {
  const last = window.record(begin.otherEnd - TOMBSTONE.size);
  return last?.kind === "mark" && last.mark !== MARK_BEGIN && last.otherEnd <= offset;
}

/**
 * What became of the transaction of `begin` at `offset`, as far as its length and its last mark tell. `torn`: it was
 * cut off, with nothing behind it. `last`: it reaches to the end of the file.
 */
function stateOfTransaction(
  window: LogWindow,
  begin: MarkRecord,
  offset: number,
  size: number,
  visitor: LogVisitor,
): "torn" | "written over" | "last" | "whole" {
  const end = Math.min(begin.otherEnd, size);
  const isInFile = begin.otherEnd <= size;
  if (!(isInFile && isEnded(window, begin, offset)) && isWrittenOver(window, begin, offset, end, visitor)) {
    return "written over";
  }
  if (!isInFile) return "torn";
  return end === size ? "last" : "whole";
}

/** Whether the record would begin a transaction within the one that ends at `actEnd`. */
function isNested(record: LogRecord, offset: number, transactionEnd: number): boolean {
  return record.kind === "mark" && record.mark === MARK_BEGIN && offset < transactionEnd;
}

/**
 * Visits every record in `[from, size)` of `file`. `size` may be less than the file's (`fileSize`): what ends behind it
 * is not visited, but what a record is depends on all that stands behind it, so that a log means the same however it is
 * cut into stretches.
 */
export function scanLog(
  file: FileHandle,
  from: number,
  size: number,
  visitor: LogVisitor,
  fileSize: number = size,
): ScanEnd {
  const window = new LogWindow(file, fileSize);
  let offset = from;
  let openEntry = -1;
  let wantsTombstone = false;
  // Where the transaction that is open ends: what cannot be read of it is damage, not a tail that a writer would cut
  // off.
  let transactionEnd = -1;
  while (offset < size) {
    const record = window.expectedRecord(offset);
    // Half an edit counts with its tombstone alone.
    const half = record?.kind === "entry" && (record.isReplacement || record.alone) ? TOMBSTONE.size : 0;
    const isCut = record !== null && offset + record.size + half > size;
    if (record === null || isNested(record, offset, transactionEnd) || (isCut && offset < transactionEnd)) {
      let found = resynchronise(window, offset, size, transactionEnd, visitor);
      // Cut off and written over, it would leave its entry without one.
      if (found === null && wantsTombstone && size === fileSize) found = { next: offset + TOMBSTONE.size, edited: -1 };
      if (found === null && transactionEnd > offset) found = { next: transactionEnd, edited: -1 };
      if (found === null) break;
      visitor.damage(offset, found.next, found.edited);
      offset = found.next;
      wantsTombstone = false;
      continue;
    }
    if (isCut) break;
    if (record.kind === "mark" && record.mark === MARK_BEGIN) {
      const state = stateOfTransaction(window, record, offset, fileSize, visitor);
      if (state === "torn" || (state === "last" && isActUnwritten(file, offset, fileSize))) break;
      // A transaction is in one stretch.
      if (record.otherEnd > size && size < fileSize) break;
      transactionEnd = state === "written over" ? -1 : record.otherEnd;
    }
    if (record.kind === "tombstone") visitor.tombstone(record, offset);
    else if (record.kind === "mark") visitor.mark?.(record, offset);
    else visitor.entry(record, offset);
    wantsTombstone = record.kind === "entry" && record.alone;
    openEntry = record.kind === "entry" && !record.checksummed ? offset : -1;
    offset += record.size;
  }
  return { end: offset, size, openEntry };
}
