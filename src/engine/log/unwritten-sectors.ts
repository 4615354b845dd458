// Tells a last transaction that a power cut has torn from one that is damaged. A disk writes the sectors of one write
// in any order, and the length of the file at any time. So the end of a write may be there while its middle is missing.
// Missing bytes read as zeros up to the end of their sector, while damage flips bits. A torn transaction was never
// acknowledged and counts for nothing; of a damaged one everything that is readable counts. The begin mark of a
// transaction is on the disk before the rest is written (log-writer.ts). So only a transaction with a begin mark that
// was to end where the file ends can be torn.
// Invariants:
// - A region counts as unwritten only by zeros that no readable record covers. In doubt it counts as damaged, and
//   nothing else is lost.

import type { FileHandle } from "../../platform/file-system.ts";
import { holdsUnwritten, LogWindow } from "./log-window.ts";

/** Whether a part of the transaction from `offset` to `size`, the end of the file, was never written. */
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
