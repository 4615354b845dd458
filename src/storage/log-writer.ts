// `data.log` as it is written: appends durably, cuts off a torn tail.
// Invariants:
// - an append that returned is on the disk; one that threw left nothing behind that a reader would take for an entry;
// - bytes are cut off only at the end, only under the write lock, and only after a copy of them is on the disk;
// - a file that is not a helix log is never written to.

import { HelixError } from "../errors.ts";
import { LOG_BYTES_MAX, LOG_HEADER, MARK_BEGIN, TOMBSTONE } from "../format/log-layout.ts";
import { decodeRecord, encodeLogHeader } from "../format/log-record.ts";
import { DataLog, isUnfinishedHeader, type OpenedLog, openLog } from "./data-log.ts";
import type { FileHandle, FileSystem } from "./file-system.ts";
import { directoryOf, ioError } from "./io-error.ts";
import { keepCopy } from "./kept-copy.ts";

/** A log that can be appended to, too; only under the write lock. */
export class LogWriter extends DataLog {
  readonly #files: FileSystem;
  readonly #file: FileHandle;
  /** Where what this object has written and synced ends; -1: it has not yet. */
  #syncedEnd = -1;

  private constructor(opened: OpenedLog) {
    super(opened);
    this.#files = opened.files;
    this.#file = opened.file;
  }

  /** Opens the log at `path`, which is created with its header when missing or empty. Throws as `DataLog.open`. */
  static override open(files: FileSystem, path: string): LogWriter {
    const writer = openLog(files, path, "append", (opened) => {
      const made = new LogWriter(opened);
      made.#prepareForWriting();
      return made;
    });
    return writer!;
  }

  /**
   * Appends `bytes` at `end`, the end of the last whole record, and returns when they are on the disk. Only under the write
   * lock. A torn tail behind `end` is copied aside first. Throws LIMIT near 4 GiB, IO when the disk refuses.
   */
  append(bytes: Uint8Array, end: number, now: number): void {
    if (end + bytes.length > LOG_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the log ${this.path} is near its limit of 4 GiB; compact it with: helix compact --apply`,
      );
    }
    if (this.size() > end) this.#cutTornTail(end, now);
    try {
      // What others wrote and did not live to make sure of is on the disk before anything stands behind it, and so is the cut.
      if (end !== this.#syncedEnd) this.#file.sync();
      // An act is told from a torn one by the mark that it begins with: that is on the disk before the rest.
      const head = isActBegin(bytes) ? TOMBSTONE.size : 0;
      if (head > 0) this.#appendSynced(bytes.subarray(0, head));
      this.#appendSynced(bytes.subarray(head));
      this.#syncedEnd = end + bytes.length;
    } catch (error) {
      this.#takeBack(end);
      throw ioError(`cannot write to ${this.path}; nothing was stored`, error);
    }
  }

  #appendSynced(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#file.sync();
  }

  #prepareForWriting(): void {
    const size = this.size();
    if (size <= LOG_HEADER.size && isUnfinishedHeader(this.readBytes(0, size))) {
      if (size > 0) this.#file.truncate(0);
      this.append(encodeLogHeader(), 0, 0);
    }
    // Who put the file there may have died before its name was on the disk, and what is appended now would go with the name.
    this.#files.syncDirectory(directoryOf(this.path));
  }

  #cutTornTail(end: number, now: number): void {
    this.#syncedEnd = -1;
    const torn = this.readBytes(end, this.size() - end);
    keepCopy(this.#files, `${this.path}.torn-${now}`, [torn]);
    try {
      this.#file.truncate(end);
    } catch (error) {
      throw ioError(`cannot repair the end of ${this.path}`, error);
    }
  }

  #takeBack(end: number): void {
    try {
      this.#file.truncate(end);
      this.#file.sync();
    } catch {
      // The next writer finds the unfinished bytes as a torn tail and moves them aside.
    }
  }
}

/** Whether what is to be written begins with the mark of an act of several changes. */
function isActBegin(bytes: Uint8Array): boolean {
  const first = decodeRecord(bytes, 0);
  return first.kind === "mark" && first.mark === MARK_BEGIN;
}
