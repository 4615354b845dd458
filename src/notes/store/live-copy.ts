// The long part of a compaction: copies the live entries into a new log, in the order of their places, and writes its
// index. That index is the old one with other numbers, so nothing is tokenized again. compaction.ts does the renaming,
// and copies what was appended meanwhile.
// Invariants:
// - It takes no lock and touches no file that is in use, so it may run in a worker thread. Writers go on meanwhile; the
//   copy does not hold what they append.
// - Bytes that hold no record, and records that were damaged since they were indexed, are returned to be kept.

import { HelixError } from "../../base/errors.ts";
import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { DataLog } from "../../engine/log/data-log.ts";
import { encodeEntry } from "../../engine/log/log-encoding.ts";
import { LOG_HEADER } from "../../engine/log/log-layout.ts";
import { type EntryRecord, encodeLogHeader } from "../../engine/log/log-record.ts";
import { nextTimeBase, type TimeBase } from "../../engine/log/log-time.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { NewOrigins } from "../../engine/segment/document-columns.ts";
import { givenOrder } from "../../engine/segment/document-order.ts";
import { documentsInPlaces } from "../../engine/segment/live-origins.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { guardedBody } from "../text/guarded-body.ts";
import { createIndexFile } from "./index-file.ts";
import { INDEX_NAME, LogFollower } from "./log-follower.ts";
import { mergeIndex } from "./merge.ts";
import type { MergeProgress } from "./merge-task.ts";

const BUFFER_BYTES = 1024 * 1024;
/** How many entries are copied between two checks whether anybody still waits. */
const TURN_ENTRIES = 1000;

/** The directory to copy from, and the files to create; absolute paths. */
export interface CopyRequest {
  readonly directory: string;
  readonly temporaryLog: string;
  readonly temporaryIndex: string;
}

export interface CopyOptions {
  readonly onProgress?: ((progress: MergeProgress) => void) | undefined;
  readonly isCancelled: () => boolean;
}

/** The copy, and its relation to the log that it was made from. Offsets and sizes are in bytes. */
export interface LiveCopy {
  /** The file of the old log, the offset up to which it was copied, and its fingerprint there. */
  readonly inode: number;
  readonly device: number;
  readonly copiedTo: number;
  readonly fingerprint: number;
  /** Length of the new log. */
  readonly size: number;
  /** Offsets of the copied entries in the old log, ascending, and their offsets in the new log. */
  readonly offsets: Uint32Array;
  readonly newOffsets: Uint32Array;
  /** Places of the copied entries in the old log, ascending, and their places in the new log. */
  readonly origins: Uint32Array;
  readonly newOrigins: Uint32Array;
  /** The bytes that were left out because they hold no sound record. */
  readonly damaged: readonly Uint8Array[];
  /** How many entries that the index counts as live are among those bytes. */
  readonly unreadable: number;
}

/** A log that is being written: it appends through a buffer and knows its length. */
export class LogOutput {
  size: number;
  readonly #file: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  add(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.size += bytes.length;
    if (this.#pendingBytes >= BUFFER_BYTES) this.#flush();
  }

  sync(): void {
    this.#flush();
    this.#file.sync();
  }

  #flush(): void {
    if (this.#pendingBytes > 0) this.#file.append(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/**
 * Makes the copy and its index. Throws NOT_FOUND when there is no log, CANCELLED when nobody waits any more, IO, and
 * errors of the system. Then the caller has to remove the files that were made.
 */
export function copyLive(files: FileSystem, request: CopyRequest, options: CopyOptions): LiveCopy {
  const follower = new LogFollower(files, request.directory);
  try {
    follower.refresh();
    if (follower.index.base?.isSound() === false) rebuildIndex(files, request.directory, follower);
    if (follower.log === null)
      throw new HelixError("NOT_FOUND", "there is nothing to compact: no entry was stored yet");
    sweepTemporaryFiles(files, follower.log.path);
    const half = follower.end;
    const reached = (share: number) => {
      if (options.isCancelled()) throw new HelixError("CANCELLED", "cancelled; the log was left as it was");
      options.onProgress?.({ covered: Math.floor(share * half), size: 2 * half });
    };
    const { copy, ids, sizes } = copyEntries(files, follower.log, follower, request.temporaryLog, reached);
    reached(1);
    writeIndex(files, request, follower.index, ids, { offsets: copy.newOrigins, sizes }, copy.size);
    reached(2);
    return copy;
  } finally {
    follower.close();
  }
}

/**
 * Rebuilds a damaged index first. Entries that are left out of the new log are lost, so a damaged index must not decide
 * what is live.
 */
function rebuildIndex(files: FileSystem, directory: string, follower: LogFollower): void {
  mergeIndex({ files, directory, rebuild: true });
  follower.adoptIndex();
  follower.refresh();
  if (follower.index.base?.isSound() === false) {
    throw new HelixError(
      "IO",
      `the index ${directory}/${INDEX_NAME} is damaged; nothing was changed, rebuild it with: helix index`,
    );
  }
}

function copyEntries(
  files: FileSystem,
  log: DataLog,
  { index, end }: LogFollower,
  path: string,
  reached: (share: number) => void,
): { copy: LiveCopy; ids: Uint32Array; sizes: Uint32Array } {
  const ids = documentsInPlaces(index);
  const oldOffsets = new Uint32Array(ids.length);
  const origins = new Uint32Array(ids.length);
  const copied = new Uint32Array(ids.length);
  const sizes = new Uint32Array(ids.length);
  const damaged: Uint8Array[] = [];
  let count = 0;
  const file = files.open(path, "create");
  let size: number;
  try {
    const output = new LogOutput(file, 0);
    output.add(encodeLogHeader());
    ids.forEach((id, at) => {
      if (at % TURN_ENTRIES === 0) reached(at / ids.length);
      const document = index.document(id);
      const record = log.readEntry(document);
      if (record === null) {
        // The record was damaged since it was indexed. Its bytes are kept with the damaged ones.
        damaged.push(log.readBytes(document.offset, document.size));
        return;
      }
      ids[count] = id;
      oldOffsets[count] = document.offset;
      origins[count] = document.origin;
      copied[count++] = output.size;
      const bytes = encodeEntry(record.topic, writtenBody(record), record.stored);
      sizes[count - 1] = bytes.length;
      output.add(bytes);
    });
    output.sync();
    size = output.size;
  } finally {
    file.close();
  }
  if (log.headerDamaged) damaged.push(log.readBytes(0, LOG_HEADER.size));
  if (index.damageCount > 0) collectDamage(log, end, damaged);
  const { inode, device } = log.identity();
  const newOrigins = copied.slice(0, count);
  const copy = {
    inode,
    device,
    copiedTo: end,
    fingerprint: log.fingerprint(end),
    size,
    ...byOffset(oldOffsets.subarray(0, count), newOrigins),
    origins: origins.slice(0, count),
    newOrigins,
    damaged,
    unreadable: ids.length - count,
  };
  return { copy, ids: ids.subarray(0, count), sizes: sizes.subarray(0, count) };
}

/** The body in the form in which helix writes it. The copy has a checksum, which marks it as a record of helix. */
function writtenBody(record: EntryRecord): Uint8Array {
  const before = decodeUtf8(record.body);
  const body = guardedBody(bodyOf(record));
  return body === before ? record.body : encodeUtf8(body);
}

/**
 * Writes the index of the new log of `size` bytes: the documents `ids` of the old index, in this order, at their new
 * places.
 */
function writeIndex(
  files: FileSystem,
  { temporaryLog, temporaryIndex }: CopyRequest,
  index: NoteIndex,
  ids: Uint32Array,
  origins: NewOrigins,
  size: number,
): void {
  const log = DataLog.open(files, temporaryLog)!;
  try {
    const coverage = {
      watermark: size,
      fingerprint: log.fingerprint(size),
      timeBase: ids.reduce<TimeBase>((base, id) => nextTimeBase(base, index.storedOf(id)), "utc-2024"),
      damageCount: 0,
      damageBytes: 0,
      recoveredVersions: [],
    };
    const inputs = index.mergeInputs();
    const content = { inputs, order: givenOrder(inputs, ids), coverage, origins };
    createIndexFile(files, temporaryIndex, content, true);
  } finally {
    log.close();
  }
}

/**
 * Both lists, sorted by ascending old offset. They come in the order of places, which differs where entries were
 * edited.
 */
function byOffset(offsets: Uint32Array, newOffsets: Uint32Array): Pick<LiveCopy, "offsets" | "newOffsets"> {
  const order = Uint32Array.from(offsets, (_, at) => at).sort((a, b) => offsets[a]! - offsets[b]!);
  return { offsets: order.map((at) => offsets[at]!), newOffsets: order.map((at) => newOffsets[at]!) };
}

/**
 * Collects the bytes below `end` that hold no record. The index knows how many there are but not where, so the log is
 * read once.
 */
function collectDamage(log: DataLog, end: number, damaged: Uint8Array[]): void {
  const offsets = new Set<number>();
  log.scan(0, end, {
    entry: (_, offset) => offsets.add(offset),
    tombstone: () => {},
    damage: (from, to) => damaged.push(log.readBytes(from, to - from)),
    knows: (offset) => offsets.has(offset),
  });
}
