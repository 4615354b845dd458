// Compaction: rewrites the log with its live entries only, in the order of their places.
//
//   without the lock   live entries as of now -> data.log.tmp, an index over it -> index.bin.tmp   (live-copy.ts)
//   with the lock      records appended meanwhile, their tombstones with the new offsets -> data.log.tmp; sync;
//                      rename the log, rename the index, sync the directory
//
// Invariants:
// - Writers wait only for the second part. In a server nothing waits for the first, which runs in its worker.
// - A reader of the old file goes on undisturbed.
// - Bytes that hold no record are copied aside before they are left out.
// - A crash at any moment leaves the old log or the new one, whole.

import { HelixError, systemCodeOf } from "../../base/errors.ts";
import { lowerBound } from "../../base/sorted-search.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import { encodeEntry, encodeMark, encodeTombstone } from "../../engine/log/log-encoding.ts";
import { CHANGE_RESTORED, LOG_HEADER, MARK_REWRITTEN, TOMBSTONE } from "../../engine/log/log-layout.ts";
import type { EntryRecord, TombstoneRecord } from "../../engine/log/log-record.ts";
import type { LogVisitor } from "../../engine/log/log-scan.ts";
import type { WriteLock } from "../../engine/log/write-lock.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { directoryOf, ioError } from "../../platform/io-error.ts";
import { keepCopy } from "../../platform/kept-copy.ts";
import { temporaryPath } from "../../platform/temporary-file.ts";
import { type CopyRequest, type LiveCopy, LogOutput } from "./live-copy.ts";
import type { LogFollower } from "./log-follower.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";

/** How often the copy is made again because an entry was brought back meanwhile that the copy does not hold. */
const ATTEMPTS_MAX = 3;

/** What a compaction did; sizes of the log in bytes. */
export interface CompactionReport {
  readonly entries: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** The file that damaged bytes were copied to; null if there were none. */
  readonly damagedCopy: string | null;
}

export interface CompactionOptions {
  readonly files: FileSystem;
  readonly merger: Merger;
  readonly follower: LogFollower;
  readonly lock: WriteLock;
  readonly indexPath: string;
  readonly now: number;
  /** Is called under the lock when the new log is in place. Does not throw. */
  readonly onReplaced: () => void;
  readonly onProgress?: ((progress: MergeProgress) => void) | undefined;
  /** Aborted when nobody waits any more. Then nothing is changed. */
  readonly signal?: AbortSignal | undefined;
}

/** Compacts the log that `follower` follows. Throws LOCKED, IO, CANCELLED, or NOT_FOUND when there is no log. */
export async function compactLog(options: CompactionOptions): Promise<CompactionReport> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const report = await attemptCompaction(options);
    if (report !== null) return report;
  }
  throw new HelixError("LOCKED", "entries were brought back again and again meanwhile; nothing was changed, try again");
}

/** Returns null if an entry was brought back meanwhile that the copy has no place for. */
async function attemptCompaction(options: CompactionOptions): Promise<CompactionReport | null> {
  const { files, follower, merger, indexPath, lock } = options;
  follower.refresh();
  const log = follower.log;
  if (log === null) throw new HelixError("NOT_FOUND", "there is nothing to compact: no entry was stored yet");
  const request: CopyRequest = {
    directory: directoryOf(indexPath),
    temporaryLog: temporaryPath(log.path),
    temporaryIndex: temporaryPath(indexPath),
  };
  try {
    const copy = await merger.copyLive(request, options.onProgress, options.signal);
    return await lock.run(() => replaceLog(options, log, request, copy));
  } catch (error) {
    throw error instanceof HelixError ? error : ioError(`cannot compact ${log.path}; it was left as it was`, error);
  } finally {
    for (const path of [request.temporaryLog, request.temporaryIndex]) removeIfThere(files, path);
  }
}

/** The second part of a compaction, for which writers wait. */
function replaceLog(
  { files, follower, indexPath, now, onReplaced, signal }: CompactionOptions,
  log: DataLog,
  { temporaryLog, temporaryIndex }: CopyRequest,
  copy: LiveCopy,
): CompactionReport | null {
  if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled; the log was left as it was");
  // A damaged index was rebuilt before the copy was made.
  follower.adoptIndex();
  follower.refresh();
  if (follower.log !== log || !isCopyOf(copy, log))
    throw new HelixError("LOCKED", "the log was replaced meanwhile; nothing was changed, try again");
  const bytesBefore = log.size();
  const file = files.open(temporaryLog, "append");
  const output = new LogOutput(file, copy.size);
  const damaged = [...copy.damaged];
  try {
    // A process that cannot see this one, for example in another container, takes its temporary files for those of a
    // dead process and may have removed them.
    if (file.identity().size !== copy.size)
      throw new HelixError("LOCKED", "the new log was removed before it was in place; nothing was changed, try again");
    if (!new TailCopy(log, copy, follower, output, damaged).run()) return null;
    output.add(encodeMark(MARK_REWRITTEN, LOG_HEADER.size));
    output.sync();
  } finally {
    file.close();
  }
  refuseLink(files, log.path);
  const damagedCopy = damaged.length > 0 ? keepCopy(files, `${log.path}.damaged-${now}`, damaged) : null;
  const entries = follower.index.liveCount - copy.unreadable;
  files.rename(temporaryLog, log.path);
  onReplaced();
  try {
    files.rename(temporaryIndex, indexPath);
    files.syncDirectory(directoryOf(log.path));
  } catch {
    // The new log is in place. An index can be built anew, and the next process that opens the log for writing syncs
    // the directory.
  }
  return { entries, bytesBefore, bytesAfter: output.size, damagedCopy };
}

/**
 * Refuses to compact through a symbolic link. A rename would replace the link. The file that it leads to would stay as
 * it was, and its other users would see the old notes.
 */
function refuseLink(files: FileSystem, path: string): void {
  try {
    files.open(path, "append").close();
  } catch (error) {
    if (systemCodeOf(error) !== "ELOOP") throw error;
    throw new HelixError(
      "IO",
      `${path} is a symbolic link, and helix compacts through none: give the directory of the file itself, e.g. HELIX_KB=/path/to/notes`,
      { cause: error },
    );
  }
}

function isCopyOf({ inode, device, copiedTo, fingerprint }: LiveCopy, log: DataLog): boolean {
  const found = log.identity();
  return (
    found.inode === inode &&
    found.device === device &&
    found.size >= copiedTo &&
    log.fingerprint(copiedTo) === fingerprint
  );
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    if (files.identify(path) !== null) files.remove(path);
  } catch {
    // Swept by the next compaction.
  }
}

/** Copies the records that were appended since the live entries were copied. Tombstones get the new offsets. */
class TailCopy implements LogVisitor {
  readonly #log: DataLog;
  readonly #copy: LiveCopy;
  readonly #follower: LogFollower;
  readonly #output: LogOutput;
  readonly #damaged: Uint8Array[];
  /** The new offsets of the tail's entries, by their old offsets. */
  readonly #newOffsets = new Map<number, number>();
  #isReplacement: { record: EntryRecord; offset: number; bytes: Uint8Array } | null = null;
  #isPlaceMissing = false;

  constructor(log: DataLog, copy: LiveCopy, follower: LogFollower, output: LogOutput, damaged: Uint8Array[]) {
    this.#log = log;
    this.#copy = copy;
    this.#follower = follower;
    this.#output = output;
    this.#damaged = damaged;
  }

  /** Copies the tail. Returns false if an entry was brought back whose place the copy does not have. */
  run(): boolean {
    const { end, size } = this.#log.scan(this.#copy.copiedTo, this.#log.size(), this);
    this.#settleReplacement();
    if (end < size) this.#damaged.push(this.#log.readBytes(end, size - end));
    return !this.#isPlaceMissing;
  }

  entry(record: EntryRecord, offset: number): void {
    this.#settleReplacement();
    const bytes = this.#log.readBytes(offset, record.size);
    if (record.isReplacement) this.#isReplacement = { record: ownCopy(record), offset, bytes };
    else this.#addEntry(offset, bytes);
  }

  tombstone(record: TombstoneRecord): void {
    const target = record.change === CHANGE_RESTORED ? this.#newPlace(record.target) : this.#newOffset(record.target);
    if (target === undefined) {
      if (record.change === CHANGE_RESTORED) this.#isPlaceMissing = true;
      this.#settleReplacement();
      return;
    }
    if (this.#isReplacement !== null) this.#addEntry(this.#isReplacement.offset, this.#isReplacement.bytes);
    this.#isReplacement = null;
    this.#output.add(retarget(record, target));
  }

  damage(from: number, to: number): void {
    this.#settleReplacement();
    this.#damaged.push(this.#log.readBytes(from, to - from));
  }

  knows(offset: number): boolean {
    return this.#follower.index.knows(offset);
  }

  /** A replacement whose tombstone has nothing to delete any more becomes an entry of its own. */
  #settleReplacement(): void {
    if (this.#isReplacement === null) return;
    const { record, offset } = this.#isReplacement;
    this.#addEntry(offset, encodeEntry(record.topic, record.body, record.stored));
    this.#isReplacement = null;
  }

  #addEntry(offset: number, bytes: Uint8Array): void {
    this.#newOffsets.set(offset, this.#output.size);
    this.#output.add(bytes);
  }

  #newOffset(offset: number): number | undefined {
    return this.#newOffsets.get(offset) ?? valueAt(this.#copy.offsets, this.#copy.newOffsets, offset);
  }

  #newPlace(origin: number): number | undefined {
    return this.#newOffsets.get(origin) ?? valueAt(this.#copy.origins, this.#copy.newOrigins, origin);
  }
}

/** The value at the position of `key` in the ascending `keys`. */
function valueAt(keys: Uint32Array, values: Uint32Array, key: number): number | undefined {
  const at = lowerBound(keys, key);
  return keys[at] === key ? values[at] : undefined;
}

/** A tombstone of the original program stays recognisable as one, so that the same is inferred from it. */
function retarget(record: TombstoneRecord, target: number): Uint8Array {
  const bytes = encodeTombstone(record.change, target);
  if (!record.checksummed) bytes.fill(0, TOMBSTONE.at.checksum, TOMBSTONE.at.checksum + 2);
  return bytes;
}

/** The record's bytes lie in the window of the scan, so they have to be copied. */
function ownCopy(record: EntryRecord): EntryRecord {
  return { ...record, topic: record.topic.slice(), body: record.body.slice() };
}
