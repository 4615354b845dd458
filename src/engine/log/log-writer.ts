// Writes `data.log`: appends durably and cuts off a torn tail.
// Invariants:
// - An append that returned is on the disk. One that threw left nothing behind that a reader would take for an entry.
// - Bytes are cut off only at the end, only under the write lock, and only after a copy of them is on the disk.
// - A file that is not a helix log is never written to.

import { HelixError, messageOf } from "../../base/errors.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import { directoryOf, ioError } from "../../platform/io-error.ts";
import { keepCopy } from "../../platform/kept-copy.ts";
import { remedyOf } from "../../platform/remedy.ts";
import { DataLog, isUnfinishedHeader, type OpenedLog, openLog } from "./data-log.ts";
import { LOG_BYTES_MAX, LOG_HEADER, MARK_BEGIN, TOMBSTONE } from "./log-layout.ts";
import { decodeRecord, encodeLogHeader } from "./log-record.ts";

/** A log that can be appended to as well. To be used only under the write lock. */
export class LogWriter extends DataLog {
  readonly #files: FileSystem;
  readonly #file: FileHandle;
  /** The end of the bytes that this object has written and synced; -1 when there are none yet. */
  #syncedEnd = -1;
  #tornCopy: string | null = null;

  private constructor(opened: OpenedLog) {
    super(opened);
    this.#files = opened.files;
    this.#file = opened.file;
  }

  /** Opens the log at `path`; a missing or empty one is created with its header. Throws as `DataLog.open`. */
  static override open(files: FileSystem, path: string): LogWriter {
    const writer = openLog(files, path, "append", (opened) => {
      const made = new LogWriter(opened);
      made.#prepareForWriting();
      return made;
    });
    return writer!;
  }

  /**
   * Appends `bytes` at `end` and returns when they are on the disk. `end` is the end of the last whole record in a log
   * that was `size` bytes long when it was scanned. Only under the write lock. A torn tail behind `end` is copied aside
   * first. Returns how many bytes behind `end` the bytes stand: more than 0 only if a program that ignores the lock
   * wrote at the same time. Throws LIMIT near 4 GiB, IO when the disk refuses, and `LogMoved` when such a program kept
   * this from being written.
   */
  append(bytes: Uint8Array, { end, size, now }: AppendPlace): number {
    if (end + bytes.length > LOG_BYTES_MAX) {
      throw new HelixError(
        "LIMIT",
        `the log ${this.path} is near its limit of 4 GiB; compact it with: helix compact --apply`,
      );
    }
    if (this.size() !== size) throw new LogMoved();
    this.#tornCopy = null;
    if (size > end) this.#cutTornTail(end, size, now);
    try {
      // Another process may have written the bytes before `end` and died before it synced them. They are on the disk
      // before anything stands behind them, and so is the cut.
      if (end !== this.#syncedEnd) this.#file.sync();
      // Readers know a torn transaction by the mark that it begins with, so the mark is on the disk before the rest.
      const head = isActBegin(bytes) ? TOMBSTONE.size : 0;
      // Behind other bytes this would be the mark of a transaction that was cut off. The caller starts again.
      if (head > 0 && this.#appendSynced(bytes.subarray(0, head), end) !== 0) throw new LogMoved();
      const shift = this.#appendSynced(bytes.subarray(head), end + head);
      this.#syncedEnd = end + bytes.length + shift;
      return shift;
    } catch (error) {
      if (error instanceof LogMoved) throw error;
      throw this.#takeBack(bytes, end, error);
    }
  }

  /** The path of the copy of the torn tail that the last append has cut off; null when there was none. */
  get tornCopy(): string | null {
    return this.#tornCopy;
  }

  /** Appends and syncs. Returns how far behind `at` the bytes stand: the system appends behind whatever is there. */
  #appendSynced(bytes: Uint8Array, at: number): number {
    this.#file.append(bytes);
    this.#file.sync();
    const size = this.size();
    if (size === at + bytes.length) return 0;
    const shift = Buffer.from(this.readBytes(at, size - at)).indexOf(bytes);
    if (shift < 0) throw new LogMoved();
    return shift;
  }

  #prepareForWriting(): void {
    const size = this.size();
    if (size <= LOG_HEADER.size && isUnfinishedHeader(this.readBytes(0, size))) {
      if (size > 0) this.#changed("begin", () => this.#file.truncate(0));
      this.append(encodeLogHeader(), { end: 0, size: 0, now: 0 });
    }
    // The process that put the file there may have died before the file's name was on the disk. All that is appended
    // now would be lost with the name.
    this.#changed("sync the directory of", () => this.#files.syncDirectory(directoryOf(this.path)));
  }

  #cutTornTail(end: number, size: number, now: number): void {
    this.#syncedEnd = -1;
    const torn = this.readBytes(end, size - end);
    this.#tornCopy = keepCopy(this.#files, `${this.path}.torn-${now}`, [torn]);
    // Only what was copied is cut off.
    if (this.size() !== size) throw new LogMoved();
    this.#changed("repair the end of", () => this.#file.truncate(end));
  }

  #changed(what: string, change: () => void): void {
    try {
      change();
    } catch (error) {
      throw ioError(`cannot ${what} ${this.path}; nothing was stored`, error);
    }
  }

  /** Cuts off what was written of `bytes` at `end`, and nothing else. Returns the error to throw for `cause`. */
  #takeBack(bytes: Uint8Array, end: number, cause: unknown): HelixError {
    this.#syncedEnd = -1;
    const isCutOff = this.#tryCutOff(bytes, end);
    // A part that stays is a torn tail. Bytes that stay whole count for readers, although the disk has promised
    // nothing.
    if (!isCutOff && this.#mayHold(bytes, end)) {
      const why = `it stands in ${this.path}, but the disk did not confirm it, and it could not be taken back (${messageOf(cause)}${remedyOf(cause)})`;
      return new UnknownOutcome(why, { offset: end, bytes }, cause);
    }
    return ioError(`cannot write to ${this.path}; nothing was stored`, cause);
  }

  #tryCutOff(bytes: Uint8Array, end: number): boolean {
    try {
      if (!isBeginning(this.readBytes(end, bytes.length + 1), bytes)) return false;
      this.#file.truncate(end);
    } catch {
      return false;
    }
    try {
      this.#file.sync();
    } catch {
      // Nobody reads the bytes any more; only a power cut could bring them back.
    }
    return true;
  }

  /** Whether all of `bytes` may stand at `end`; true when that cannot be read. */
  #mayHold(bytes: Uint8Array, end: number): boolean {
    try {
      return isBeginning(bytes, this.readBytes(end, bytes.length));
    } catch {
      return true;
    }
  }
}

/** Whether `whole` begins with `part`. */
function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  return part.length <= whole.length && part.every((byte, at) => byte === whole[at]);
}

/**
 * Where to append: at `end`, behind the last whole record, in a log that was `size` bytes long then. `now` is in
 * milliseconds since 1970.
 */
export interface AppendPlace {
  readonly end: number;
  readonly size: number;
  readonly now: number;
}

/**
 * Another program has written to the log at the same time, although the lock should prevent that. The caller has to
 * plan its write anew.
 */
export class LogMoved extends Error {}

/** The bytes of a write can be read now, or may be in the log, but nobody can promise that they stay. */
export class UnknownOutcome extends HelixError {
  /** Where the bytes would stand, and the bytes. */
  readonly offset: number;
  readonly bytes: Uint8Array;

  /** `why`: what happened. */
  constructor(why: string, written: Pick<UnknownOutcome, "offset" | "bytes">, cause?: unknown) {
    super("IO", `it is not known whether this is stored: ${why}; look for it before you store it again`, {
      cause,
      saysWhatStays: true,
    });
    this.offset = written.offset;
    this.bytes = written.bytes;
  }
}

/** Whether the bytes begin with the mark of a transaction of several changes. */
function isActBegin(bytes: Uint8Array): boolean {
  const first = decodeRecord(bytes, 0);
  return first.kind === "mark" && first.mark === MARK_BEGIN;
}
