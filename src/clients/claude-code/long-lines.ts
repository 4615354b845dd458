// Reads a file of lines from its beginning, a piece at a time: the client's transcripts, which may be large and are still
// being written to.
// Invariants:
// - Memory is bounded by the longest line that is read. A longer one is passed over, and counted.
// - A last line without its line break is not read: the client may still be at it.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { FileSystem } from "../../platform/file-system.ts";

const PIECE_BYTES = 1024 * 1024;
const LINE_BREAK = 10;

/** How much is read. */
export interface LineLimits {
  /** Of the file, in bytes. */
  readonly fileBytesMax: number;
  /** Of a line, in bytes. */
  readonly lineBytesMax: number;
}

/** What was not read: lines that are too long, and bytes behind the limit. */
export interface UnreadLines {
  readonly longLines: number;
  readonly bytesBehind: number;
}

/** Calls `take` with each line. Throws the system's errors. */
export function readLongLines(
  files: FileSystem,
  path: string,
  { fileBytesMax, lineBytesMax }: LineLimits,
  take: (line: string) => void,
): UnreadLines {
  const handle = files.open(path, "read");
  try {
    const { size } = handle.identity();
    const end = Math.min(size, fileBytesMax);
    let buffer = new Uint8Array(PIECE_BYTES);
    let [held, at, longLines] = [0, 0, 0];
    let isInLongLine = false;
    while (at < end) {
      if (held === buffer.length) {
        // The line does not fit yet.
        if (buffer.length >= lineBytesMax) {
          isInLongLine = true;
          held = 0;
        } else {
          const larger = new Uint8Array(Math.min(buffer.length * 2, lineBytesMax));
          larger.set(buffer);
          buffer = larger;
        }
      }
      const count = handle.read(buffer.subarray(held, Math.min(buffer.length, held + end - at)), at);
      if (count === 0) break;
      at += count;
      const length = held + count;
      let from = 0;
      for (let to = buffer.indexOf(LINE_BREAK, held); to >= 0 && to < length; to = buffer.indexOf(LINE_BREAK, from)) {
        if (isInLongLine) longLines++;
        else if (to > from) take(decodeUtf8(buffer.subarray(from, to)));
        isInLongLine = false;
        from = to + 1;
      }
      buffer.copyWithin(0, from, length);
      held = length - from;
    }
    return { longLines: longLines + (isInLongLine ? 1 : 0), bytesBehind: size - end };
  } finally {
    handle.close();
  }
}
