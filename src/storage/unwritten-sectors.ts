// Tells the last write of the log that a power cut has torn from one that is damaged. A disk brings the sectors of a write to rest in
// any order, and the length of the file whenever it likes: so the end of a write may be there and its beginning not. What is missing
// then reads as zeros, while damage flips bits. A torn write never was acknowledged, and counts for nothing; of a damaged one everything
// that is readable counts. Only the last write can be torn: a writer makes sure of what stands in the log before it appends.

import { MARK_BEGIN, TOMBSTONE } from "../format/log-layout.ts";
import type { FileHandle } from "./file-system.ts";
import { isUnwritten, LogWindow } from "./log-window.ts";

/** Whether the act from `offset` to the end of the file, `size`, is not all there because a part of it was never written. */
export function isActUnwritten(file: FileHandle, offset: number, size: number): boolean {
  const window = new LogWindow(file, size);
  if (!isUnwritten(window, offset, size)) return false;
  let at = offset;
  for (let record = window.record(at); record !== null; record = window.record(at)) {
    at += record.size;
    if (at >= size) return record.kind !== "mark" || record.mark === MARK_BEGIN;
  }
  return true;
}

/**
 * Whether what stands from `offset`, where no record is, to the end of the file, `size`, is one write whose beginning was never written;
 * `next` is where a record is found again. Then either its end mark is there and says where it began, or its end is missing too.
 */
export function isEndUnwritten(file: FileHandle, offset: number, next: number, size: number): boolean {
  const window = new LogWindow(file, size);
  if (!isUnwritten(window, offset, next)) return false;
  const last = size - TOMBSTONE.size < next ? null : window.record(size - TOMBSTONE.size);
  if (last?.kind === "mark") return last.mark !== MARK_BEGIN && last.otherEnd <= offset;
  for (let at = next; at < size; ) {
    const record = window.record(at);
    if (record === null) return isUnwritten(window, at, size);
    // The beginning of another write: what stands before that was made sure of.
    if (record.kind === "mark") return false;
    at += record.size;
  }
  return false;
}
