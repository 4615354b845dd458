// The compaction of the original program, step by step: it reads the log, and puts its live entries in place without a
// lock, in a new file or in the old one. What others do between two steps is the test's business.

import type { MemoryFileSystem } from "./memory-file-system.ts";
import { naiveRecords } from "./naive-log.ts";
import { LOG_PATH } from "./random-log.ts";

/** `renamed`: a new file takes the log's name. `in place`: the log is cut off and written again, piece by piece. */
export type CompactionKind = "renamed" | "in place";

/** How many records are written in one piece, in place. */
const PIECE_RECORDS = 7;

/** The log of the live entries of a log, as the original writes them: without checksums, in their order. */
export function compactedByOriginal(log: Uint8Array): { readonly header: Uint8Array; readonly records: Uint8Array[] } {
  const all = naiveRecords(log);
  const dead = new Set(all.flatMap((each) => (each.kind === "tombstone" && each.change < 3 ? [each.target] : [])));
  const records = all.flatMap((each) => {
    if (each.kind !== "entry" || dead.has(each.from)) return [];
    const bytes = log.slice(each.from, each.to);
    bytes.fill(0, 10, 12);
    return [bytes];
  });
  return { header: log.slice(0, 8), records };
}

/** A compaction in steps; each `next` does one. */
export function* originalCompaction(files: MemoryFileSystem, kind: CompactionKind): Generator<void, void, void> {
  const { header, records } = compactedByOriginal(files.content(LOG_PATH)!);
  yield;
  if (kind === "renamed") {
    const bytes = Buffer.concat([header, ...records]);
    yield;
    files.write(LOG_PATH, bytes);
    return;
  }
  files.overwrite(LOG_PATH, new Uint8Array(0));
  let written = 0;
  const write = (piece: Uint8Array) => {
    const there = Buffer.from(files.content(LOG_PATH)!);
    const before = Buffer.concat([there.subarray(0, written), Buffer.alloc(Math.max(0, written - there.length))]);
    files.overwrite(LOG_PATH, Buffer.concat([before, piece, there.subarray(written + piece.length)]));
    written += piece.length;
  };
  yield;
  write(header);
  for (let at = 0; at < records.length; at += PIECE_RECORDS) {
    yield;
    write(Buffer.concat(records.slice(at, at + PIECE_RECORDS)));
  }
}
