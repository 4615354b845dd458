// Reads a growing file of lines in pieces, so that no more of it than a piece is in memory.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { FileHandle } from "../../platform/file-system.ts";

const PIECE_BYTES = 1024 * 1024;
const LINE_BREAK = 10;

/**
 * Reads a file up to the offset `to`, in pieces that end with a line break. Returns the offset behind the last of them,
 * and what stands behind that: a line that is not finished. A piece without a line break is no line of the log, and
 * counts as one.
 */
export function readPieces(
  handle: FileHandle,
  from: number,
  to: number,
  take: (text: string) => void,
): { end: number; rest: Uint8Array } {
  const buffer = new Uint8Array(PIECE_BYTES);
  let held = 0;
  let end = from;
  for (;;) {
    // Others go on writing behind `to`.
    const room = Math.max(0, Math.min(buffer.length, to - end) - held);
    const count = room === 0 ? 0 : handle.read(buffer.subarray(held, held + room), end + held);
    if (count === 0) return { end, rest: buffer.subarray(0, held) };
    const length = held + count;
    const lines = buffer.subarray(0, length).lastIndexOf(LINE_BREAK) + 1;
    const cut = lines === 0 && length === buffer.length ? length : lines;
    if (cut > 0) take(decodeUtf8(buffer.subarray(0, cut)));
    buffer.copyWithin(0, cut, length);
    held = length - cut;
    end += cut;
  }
}
