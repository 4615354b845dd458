// Tells the last transaction of the log that a power cut has torn from one that is damaged. A disk brings the sectors
// of a write to rest in any order, and the length of the file whenever it likes: so the end of a write may be there and
// its middle not. What is missing then reads as zeros up to the end of its sector, while damage flips bits. A torn
// transaction never was acknowledged and counts for nothing; of a damaged one everything that is readable counts. The
// mark that a transaction begins with is on the disk before the rest is written (data-log.ts), so only what begins with
// it, and was to end where the file ends, can be torn.
// Invariant: a region is taken for unwritten only by zeros that no
// readable record covers; in doubt it is damaged, and nothing else is lost.

import type { FileHandle } from "../../platform/file-system.ts";
import { holdsUnwritten, LogWindow } from "./log-window.ts";

/**
 * Whether the transaction from `offset` to the end of the file, `size`, is not all there because a part of it was never
 * written.
 */
export function isActUnwritten(file: FileHandle, offset: number, size: number): boolean {
  const window = new LogWindow(file, size);
  for (let at = offset; at < size; ) {
    const record = window.record(at);
    if (record !== null) {
      at += record.size;
      continue;
    }
    const next = nextChecked(window, at + 1, size);
    if (holdsUnwritten(window, at, next)) return true;
    at = next;
  }
  return false;
}

/** Where the next record with a checksum begins, or `size`. */
function nextChecked(window: LogWindow, from: number, size: number): number {
  for (let offset = window.nextCandidate(from); offset < size; offset = window.nextCandidate(offset + 1)) {
    const record = window.record(offset);
    if (record !== null && (record.kind === "mark" || record.checksummed)) return offset;
  }
  return size;
}
