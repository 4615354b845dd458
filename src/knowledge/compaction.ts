// Compaction: rewrites the log with its live entries only, in the order of their places.
//
//   without the lock   live entries as of now -> data.log.tmp, an index over it -> index.bin.tmp
//   with the lock      what was appended meanwhile, its tombstones pointing at the new offsets -> data.log.tmp; sync;
//                      rename the log, rename the index, sync the directory
//
// Invariants: writers wait only for the second part; a reader of the old file goes on undisturbed; bytes that hold no record
// are copied aside before they are left behind; a crash at any moment leaves the old log or the new one, whole.

import { HelixError } from "../errors.ts";
import { LOG_HEADER, MARK_REWRITTEN, TOMBSTONE } from "../format/log-layout.ts";
import {
  type EntryRecord,
  encodeEntry,
  encodeLogHeader,
  encodeMark,
  encodeTombstone,
  type TombstoneRecord,
} from "../format/log-record.ts";
import type { IndexedDocument } from "../index/document.ts";
import { type DataLog, directoryOf, ioError, keepCopy } from "../storage/data-log.ts";
import type { FileHandle, FileSystem } from "../storage/file-system.ts";
import type { LogVisitor } from "../storage/log-scan.ts";
import { sweepTemporaryFiles, temporaryPath } from "../storage/temporary-file.ts";
import type { WriteLock } from "../storage/write-lock.ts";
import { foldIndex } from "./fold.ts";
import type { LogFollower } from "./log-follower.ts";

const BUFFER_BYTES = 1024 * 1024;

/** What a compaction did; sizes of the log in bytes. */
export interface CompactionReport {
  readonly entries: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Where damaged bytes were copied to, or null if there were none. */
  readonly damagedCopy: string | null;
}

export interface CompactionOptions {
  readonly files: FileSystem;
  readonly follower: LogFollower;
  readonly lock: WriteLock;
  readonly indexPath: string;
  readonly now: number;
}

/** The new log while it is written: appends through a buffer and knows where each old entry went. */
class Rewrite {
  readonly newOffsets = new Map<number, number>();
  readonly damaged: Uint8Array[] = [];
  size = 0;
  readonly #file: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  add(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.size += bytes.length;
    if (this.#pendingBytes >= BUFFER_BYTES) this.flush();
  }

  addEntry(oldOffset: number, bytes: Uint8Array): void {
    this.newOffsets.set(oldOffset, this.size);
    this.add(bytes);
  }

  flush(): void {
    if (this.#pendingBytes > 0) this.#file.append(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  sync(): void {
    this.flush();
    this.#file.sync();
  }
}

/** Compacts the log that `follower` follows. Throws LOCKED, IO, or NOT_FOUND when there is no log. */
export async function compactLog(options: CompactionOptions): Promise<CompactionReport> {
  const { files, follower, indexPath } = options;
  follower.refresh();
  if (follower.index.base?.isSound() === false) rebuildFirst(options);
  const log = follower.log;
  if (log === null) throw new HelixError("NOT_FOUND", "there is nothing to compact: no entry was stored yet");
  const temporaryLog = temporaryPath(log.path);
  const temporaryIndex = temporaryPath(indexPath);
  let file: FileHandle | null = null;
  try {
    sweepTemporaryFiles(files, log.path);
    file = files.open(temporaryLog, "create");
    const rewrite = new Rewrite(file);
    const copiedTo = copyLive(log, follower, rewrite);
    rewrite.sync();
    foldIndex({
      files,
      directory: directoryOf(log.path),
      logPath: temporaryLog,
      indexPath: temporaryIndex,
      rebuild: true,
    });
    return await options.lock.run(() => replaceLog(options, { log, copiedTo, rewrite, temporaryLog, temporaryIndex }));
  } catch (error) {
    throw error instanceof HelixError ? error : ioError(`cannot compact ${log.path}; it was left as it was`, error);
  } finally {
    file?.close();
    for (const path of [temporaryLog, temporaryIndex]) removeIfThere(files, path);
  }
}

/** What is left out of the new log is gone: a damaged index must not be asked what is live. */
function rebuildFirst({ files, follower, indexPath }: CompactionOptions): void {
  foldIndex({ files, directory: directoryOf(indexPath), rebuild: true });
  follower.adoptIndex();
  follower.refresh();
  if (follower.index.base?.isSound() === false)
    throw new HelixError("IO", `the index ${indexPath} is damaged; nothing was changed, rebuild it with: helix index`);
}

interface Prepared {
  readonly log: DataLog;
  /** Up to where the old log is in the new one. */
  readonly copiedTo: number;
  readonly rewrite: Rewrite;
  readonly temporaryLog: string;
  readonly temporaryIndex: string;
}

/** The part of a compaction that writers wait for. */
function replaceLog({ files, follower, indexPath, now }: CompactionOptions, prepared: Prepared): CompactionReport {
  const { log, copiedTo, rewrite, temporaryLog, temporaryIndex } = prepared;
  follower.refresh();
  if (follower.log !== log)
    throw new HelixError("LOCKED", "another process replaced the log meanwhile; nothing was changed, try again");
  const bytesBefore = log.size();
  copyTail(log, copiedTo, follower, rewrite);
  rewrite.add(encodeMark(MARK_REWRITTEN, LOG_HEADER.size));
  rewrite.sync();
  const damagedCopy =
    rewrite.damaged.length > 0 ? keepCopy(files, `${log.path}.damaged-${now}`, rewrite.damaged) : null;
  const entries = follower.index.liveCount;
  files.rename(temporaryLog, log.path);
  try {
    files.rename(temporaryIndex, indexPath);
    files.syncDirectory(directoryOf(log.path));
  } catch {
    // The new log is in place; an index can be built anew, and who opens the log for writing syncs the directory.
  }
  return { entries, bytesBefore, bytesAfter: rewrite.size, damagedCopy };
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    if (files.identify(path) !== null) files.remove(path);
  } catch {
    // Swept by the next compaction.
  }
}

/** Copies the live entries; returns the offset up to which the log was looked at. */
function copyLive(log: DataLog, follower: LogFollower, rewrite: Rewrite): number {
  const { index, end } = follower;
  rewrite.add(encodeLogHeader());
  const live: IndexedDocument[] = [];
  for (let id = 0; id < index.capacity; id++) if (!index.isBuried(id)) live.push(index.document(id));
  live.sort((a, b) => a.place - b.place);
  for (const document of live) {
    const { offset, size } = document;
    const record = log.readEntry(document);
    // Damaged since it was indexed: what is left of it goes with the damaged bytes.
    if (record === null) rewrite.damaged.push(log.readBytes(offset, size));
    else rewrite.addEntry(offset, encodeEntry(record.topic, record.body, record.stored));
  }
  if (log.headerDamaged) rewrite.damaged.push(log.readBytes(0, 8));
  if (index.damageCount > 0) collectDamage(log, end, rewrite);
  return end;
}

/** Copies aside what holds no record below `end`. The index knows how much there is, not where: the log is read once. */
function collectDamage(log: DataLog, end: number, rewrite: Rewrite): void {
  const offsets = new Set<number>();
  log.scan(0, end, {
    entry: (_, offset) => offsets.add(offset),
    tombstone: () => {},
    damage: (from, to) => rewrite.damaged.push(log.readBytes(from, to - from)),
    knows: (offset) => offsets.has(offset),
  });
}

/** Copies what was appended since, tombstones turned to the new offsets. */
function copyTail(log: DataLog, from: number, follower: LogFollower, rewrite: Rewrite): void {
  let pair: { record: EntryRecord; offset: number; bytes: Uint8Array } | null = null;
  const settlePair = () => {
    if (pair !== null)
      rewrite.addEntry(pair.offset, encodeEntry(pair.record.topic, pair.record.body, pair.record.stored));
    pair = null;
  };
  const visitor: LogVisitor = {
    entry(record, offset) {
      settlePair();
      const bytes = log.readBytes(offset, record.size);
      if (record.pair) pair = { record: ownCopy(record), offset, bytes };
      else rewrite.addEntry(offset, bytes);
    },
    tombstone(record) {
      const target = rewrite.newOffsets.get(record.target);
      if (target === undefined) {
        settlePair();
        return;
      }
      if (pair !== null) rewrite.addEntry(pair.offset, pair.bytes);
      pair = null;
      rewrite.add(retarget(record, target));
    },
    damage(start, end) {
      settlePair();
      rewrite.damaged.push(log.readBytes(start, end - start));
    },
    knows: (offset) => follower.index.knows(offset),
  };
  const { end, size } = log.scan(from, log.size(), visitor);
  settlePair();
  if (end < size) rewrite.damaged.push(log.readBytes(end, size - end));
}

/** A tombstone of the original program stays one, so that what is inferred from it stays the same. */
function retarget(record: TombstoneRecord, target: number): Uint8Array {
  const bytes = encodeTombstone(record.change, target);
  if (!record.checksummed) bytes.fill(0, TOMBSTONE.at.checksum, TOMBSTONE.at.checksum + 2);
  return bytes;
}

/** The record's bytes live in the scan's window: keep them. */
function ownCopy(record: EntryRecord): EntryRecord {
  return { ...record, topic: record.topic.slice(), body: record.body.slice() };
}
