// Reads all whole entries from bytes that no longer count: a torn tail, the copies that repairs have kept, a log that
// is no log any more. The bytes around an entry do not matter here: an entry of an unfinished transaction counts, and
// so does half an edit.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import { settledBody } from "./foreign-body.ts";
import { CHANGE_RESTORED, LOG_HEADER } from "./log-layout.ts";
import { type EntryRecord, readLogHeader } from "./log-record.ts";
import { scanLog } from "./log-scan.ts";
import { minutesOfStored } from "./log-time.ts";
import { LogWindow } from "./log-window.ts";

/** An entry as it was found. `minutes`: UTC since 1970. */
export interface SalvagedEntry {
  readonly topic: string;
  readonly body: string;
  readonly minutes: number;
}

/** The whole entries in `[from, size)` of a file, in order. */
export function* salvageEntries(file: Pick<FileHandle, "read">, from: number, size: number): Generator<SalvagedEntry> {
  const window = new LogWindow(file, size);
  for (let offset = from; offset < size; ) {
    const record = window.wholeRecord(offset);
    if (record?.kind === "entry") yield salvaged(record);
    offset = record === null ? window.nextCandidate(offset + 1) : offset + record.size;
  }
}

/**
 * The entries of the file at `path`. Of a log these are the live entries and those in its torn tail; of any other file
 * all whole entries from `from` on. Throws the system's error.
 */
export function* salvageFile(files: FileSystem, path: string, from = 0): Generator<SalvagedEntry> {
  const file = files.open(path, "read");
  try {
    const { size } = file.identity();
    const head = new Uint8Array(LOG_HEADER.size);
    const isLog = from === 0 && file.read(head, 0) === head.length && readLogHeader(head).magic;
    yield* isLog ? liveEntries(file, size) : salvageEntries(file, from, size);
  } finally {
    file.close();
  }
}

function* liveEntries(file: FileHandle, size: number): Generator<SalvagedEntry> {
  const live = new Set<number>();
  const { end } = scanLog(file, LOG_HEADER.size, size, {
    entry: (_, offset) => live.add(offset),
    tombstone: ({ change, target }) => change !== CHANGE_RESTORED && live.delete(target),
    damage: () => undefined,
    knows: (offset) => live.has(offset),
  });
  const window = new LogWindow(file, size);
  for (const offset of live) {
    const record = window.wholeRecord(offset);
    if (record?.kind === "entry") yield salvaged(record);
  }
  yield* salvageEntries(file, end, size);
}

/** A record of another program has no checksum. That program may have appended text behind helix's own lines. */
function salvaged({ topic, body, stored, checksummed }: EntryRecord): SalvagedEntry {
  const text = decodeUtf8(body);
  return {
    topic: decodeUtf8(topic),
    body: checksummed ? text : settledBody(text),
    minutes: minutesOfStored(stored),
  };
}
