// Walks the records of `data.log` from one offset to another and finds its way past damage. It reads through a window,
// so memory does not grow with the log.
// Invariants:
// - Every record that checks out is visited once, in order. Nothing else is visited.
// - Bytes that hold no record, with a record somewhere after them, are damage: reported, skipped, never dropped.
// - Bytes at the end with no record after them are a torn tail: the scan ends before them.
// - An edit is an entry (`isReplacement`) and the tombstone right behind it, and both count together. At the end of the
//   log an entry without its tombstone is part of the torn tail. A tombstone without its entry is part of the damage.
//   Only if the tombstone is there and damaged, its entry stays, next to the version that it would have deleted.
// - A transaction (a write of several changes) counts whole or not at all. It is a torn tail if the file ends within
//   it, or if it is the last one and sectors of it were never written (unwritten-sectors.ts).
// - In a transaction that counts there is no torn tail, for that would tear the transaction. Unreadable bytes in it are
//   damage, and so is a mark that would begin another transaction.

import type { FileHandle } from "../../platform/file-system.ts";
import { CHANGE_DELETED, CHANGE_RESTORED, MARK_BEGIN, TOMBSTONE } from "./log-layout.ts";
import type { EntryRecord, LogRecord, MarkRecord, TombstoneRecord } from "./log-record.ts";
import { LogWindow } from "./log-window.ts";
import { isActUnwritten } from "./unwritten-sectors.ts";

/** Receives what a scan finds. Views in a record are valid only during the call. */
export interface LogVisitor {
  entry(record: EntryRecord, offset: number): void;
  tombstone(record: TombstoneRecord, offset: number): void;
  /** For callers that want to know which records form one transaction. */
  mark?(record: MarkRecord, offset: number): void;
  /**
   * `[from, to)` holds no record that counts. `edited` is the entry that an edit in there would have replaced; -1 if
   * none is known. What a later tombstone says about the lost replacement then applies to this entry.
   */
  damage(from: number, to: number, edited: number): void;
  /**
   * Whether an entry that may be live begins at `offset`. Tells a tombstone from noise while the scan looks for the
   * next record.
   */
  knows(offset: number): boolean;
}

/** Where a scan ended: `end` is behind the last record; `[end, size)` is a torn tail when `end < size`. */
export interface ScanEnd {
  readonly end: number;
  readonly size: number;
  /**
   * Offset of the last record if it is an entry without a checksum, else -1. The tombstone that decides its origin may
   * still come.
   */
  readonly openEntry: number;
}

/** How many odd records are tried behind one damage. Each try may read as far as such a record reaches. */
const ODD_TRIES_MAX = 1000;

/**
 * Finds the first record after the damage that begins at `from`, and the entry that an edit in between would have
 * replaced. Null when there is no record up to `size`.
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
 * `end`. In that case the transaction was cut off, perhaps within a record, and its records count one by one. helix
 * itself writes nothing behind a torn transaction.
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

/** Whether the mark that ends the transaction of `begin` at `offset` is where it belongs. */
function isEnded(window: LogWindow, begin: MarkRecord, offset: number): boolean {
  const last = window.record(begin.otherEnd - TOMBSTONE.size);
  return last?.kind === "mark" && last.mark !== MARK_BEGIN && last.otherEnd <= offset;
}

/**
 * The state of the transaction of `begin` at `offset`, as far as its length and its last mark tell. `torn`: it was cut
 * off, with nothing behind it. `last`: it reaches to the end of the file.
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

/** Whether the record would begin a transaction within the one that ends at `transactionEnd`. */
function isNested(record: LogRecord, offset: number, transactionEnd: number): boolean {
  return record.kind === "mark" && record.mark === MARK_BEGIN && offset < transactionEnd;
}

/**
 * Visits every record in `[from, size)` of `file`. `size` may be less than `fileSize`, the size of the file. A record
 * that ends behind `size` is not visited. What a record is depends on all bytes behind it, so that a log means the same
 * however it is cut into stretches.
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
  // Where the open transaction ends. Unreadable bytes before that are damage, not a tail that a writer would cut off.
  let transactionEnd = -1;
  while (offset < size) {
    const record = window.expectedRecord(offset);
    // Half an edit counts only with its tombstone.
    const half = record?.kind === "entry" && (record.isReplacement || record.alone) ? TOMBSTONE.size : 0;
    const isCut = record !== null && offset + record.size + half > size;
    if (record === null || isNested(record, offset, transactionEnd) || (isCut && offset < transactionEnd)) {
      let found = resynchronise(window, offset, size, transactionEnd, visitor);
      // A writer that cut off the damaged tombstone and wrote there would leave its entry without one.
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
      // A transaction lies in one stretch.
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
