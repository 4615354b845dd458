// Verifies a knowledge base without changing it: every record of the log, and whether the index file fits it.

import { crc32 } from "../../base/crc32.ts";
import { DataLog, LOG_NAME } from "../../engine/log/data-log.ts";
import { CHANGE_RESTORED, LOG_HEADER } from "../../engine/log/log-layout.ts";
import type { EntryRecord, TombstoneRecord } from "../../engine/log/log-record.ts";
import { salvageFile } from "../../engine/log/salvage.ts";
import { readIndexPrefix } from "../../engine/segment/index-header.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { INDEX_NAME } from "./log-follower.ts";
import { type Unfinished, unfinishedIn, unfinishedOf } from "./unfinished.ts";

/** State of the index file. `sound`: its content has the checksum that its header states. */
export type IndexState = "missing" | "unusable" | "of another log" | "damaged" | "sound";

/** Offsets and sizes in bytes. */
export interface CheckReport {
  readonly logPath: string;
  readonly logBytes: number;
  readonly headerDamaged: boolean;
  readonly entries: number;
  readonly live: number;
  readonly tombstones: number;
  readonly withoutChecksum: number;
  /** Offsets of tombstones whose target is not an entry. */
  readonly aimless: readonly number[];
  readonly damages: readonly { from: number; to: number; edited: number }[];
  /** Bytes at the end that are no whole record: the rest of an interrupted write. The next write moves them aside. */
  readonly tornBytes: number;
  /** The whole notes in these bytes; null when there are none. */
  readonly unfinished: Unfinished | null;
  readonly index: IndexState;
  readonly watermark: number;
  /** Copies of torn or damaged bytes that repairs kept, and how many whole notes each of them holds. */
  readonly copies: readonly { readonly name: string; readonly notes: number }[];
}

/** How far a check has come, in bytes of the log. */
type CheckProgress = (done: number, total: number) => void;

const KEPT_COPY = /^data\.log\.(?:torn|damaged)-/;
/** How many bytes of the log lie between two reports of progress. */
const PROGRESS_BYTES = 4 * 1024 * 1024;

/** Reads the whole log. Returns null when there is no log. Throws what `DataLog.open` throws. */
export function checkStore(files: FileSystem, directory: string, onProgress?: CheckProgress): CheckReport | null {
  const log = DataLog.open(files, `${directory}/${LOG_NAME}`);
  if (log === null) return null;
  try {
    const size = log.size();
    const visitor = new Census((offset) => onProgress?.(offset, size));
    const { end } = log.scan(0, size, visitor);
    return {
      logPath: log.path,
      logBytes: size,
      headerDamaged: log.headerDamaged,
      entries: visitor.entries,
      live: visitor.live.size,
      tombstones: visitor.tombstones,
      withoutChecksum: visitor.withoutChecksum,
      aimless: visitor.aimless,
      damages: visitor.damages,
      tornBytes: size < LOG_HEADER.size ? size : size - end,
      unfinished: unfinishedIn(log, end, size),
      ...checkIndex(files, `${directory}/${INDEX_NAME}`, log),
      copies: files
        .list(directory)
        .filter((name) => KEPT_COPY.test(name))
        .sort()
        .map((name) => ({ name, notes: notesIn(files, `${directory}/${name}`) })),
    };
  } finally {
    log.close();
  }
}

/** How many whole notes a file holds; 0 if it cannot be read. */
function notesIn(files: FileSystem, path: string): number {
  try {
    return unfinishedOf(salvageFile(files, path))?.notes ?? 0;
  } catch {
    return 0;
  }
}

class Census {
  readonly #reached: (offset: number) => void;
  #nextReport = 0;
  entries = 0;
  tombstones = 0;
  withoutChecksum = 0;
  readonly live = new Set<number>();
  readonly known = new Set<number>();
  readonly aimless: number[] = [];
  readonly damages: { from: number; to: number; edited: number }[] = [];

  constructor(reached: (offset: number) => void) {
    this.#reached = reached;
  }

  entry(record: EntryRecord, offset: number): void {
    if (offset >= this.#nextReport) {
      this.#reached(offset);
      this.#nextReport = offset + PROGRESS_BYTES;
    }
    this.entries++;
    if (!record.checksummed) this.withoutChecksum++;
    this.live.add(offset);
    this.known.add(offset);
  }

  tombstone(record: TombstoneRecord, offset: number): void {
    this.tombstones++;
    if (!record.checksummed) this.withoutChecksum++;
    if (record.change === CHANGE_RESTORED) return;
    if (!this.known.has(record.target)) this.aimless.push(offset);
    // If the target is the lost half of an edit, the tombstone means the recovered version that stands for it.
    const lost = this.damages.find(({ from, to }) => record.target >= from && record.target < to);
    this.live.delete(lost?.edited ?? record.target);
  }

  damage(from: number, to: number, edited: number): void {
    this.damages.push({ from, to, edited });
  }

  knows(offset: number): boolean {
    return this.known.has(offset);
  }
}

function checkIndex(files: FileSystem, path: string, log: DataLog): { index: IndexState; watermark: number } {
  if (files.identify(path) === null) return { index: "missing", watermark: 0 };
  let bytes: Uint8Array;
  try {
    bytes = files.load(path);
  } catch {
    return { index: "unusable", watermark: 0 };
  }
  const prefix = readIndexPrefix(NOTE_SCHEMA, bytes);
  if (prefix === null) return { index: "unusable", watermark: 0 };
  const { watermark, fingerprint, bodyChecksum } = prefix.header;
  if (watermark > log.size() || log.fingerprint(watermark) !== fingerprint)
    return { index: "of another log", watermark };
  const sound = crc32(bytes.subarray(NOTE_SCHEMA.prefixBytes)) === bodyChecksum;
  return { index: sound ? "sound" : "damaged", watermark };
}

/** One record, or one range without records, for people to look at. */
export type InspectedRecord =
  | {
      kind: "entry";
      offset: number;
      size: number;
      stored: number;
      topic: Uint8Array;
      body: Uint8Array;
      checksummed: boolean;
      isReplacement: boolean;
    }
  | { kind: "tombstone"; offset: number; change: number; target: number; checksummed: boolean }
  | { kind: "mark"; offset: number; mark: number; otherEnd: number }
  | { kind: "damage"; offset: number; size: number }
  | { kind: "torn"; offset: number; size: number };

/** Visits all records of the log in order. Returns false when there is no log. */
export function inspectLog(files: FileSystem, directory: string, visit: (record: InspectedRecord) => void): boolean {
  const log = DataLog.open(files, `${directory}/${LOG_NAME}`);
  if (log === null) return false;
  try {
    const offsets = new Set<number>();
    const size = log.size();
    const { end } = log.scan(0, size, {
      entry: (record, offset) => {
        offsets.add(offset);
        const { stored, topic, body, checksummed, isReplacement } = record;
        visit({ kind: "entry", offset, size: record.size, stored, topic, body, checksummed, isReplacement });
      },
      tombstone: ({ change, target, checksummed }, offset) =>
        visit({ kind: "tombstone", offset, change, target, checksummed }),
      mark: ({ mark, otherEnd }, offset) => visit({ kind: "mark", offset, mark, otherEnd }),
      damage: (from, to) => visit({ kind: "damage", offset: from, size: to - from }),
      knows: (offset) => offsets.has(offset),
    });
    if (end < size) visit({ kind: "torn", offset: end, size: size - end });
    return true;
  } finally {
    log.close();
  }
}
