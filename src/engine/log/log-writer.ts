// `data.log` as it is written: appends durably, cuts off a torn tail.
// Invariants:
// - an append that returned is on the disk; one that threw left nothing behind that a reader would take for an entry;
// - bytes are cut off only at the end, only under the write lock, and only after a copy of them is on the disk;
// - a file that is not a helix log is never written to.

import { HelixError, messageOf } from "../../base/errors.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import { directoryOf, ioError } from "../../platform/io-error.ts";
import { keepCopy } from "../../platform/kept-copy.ts";
import { remedyOf } from "../../platform/remedy.ts";
import { DataLog, isUnfinishedHeader, type OpenedLog, openLog } from "./data-log.ts";
import { LOG_BYTES_MAX, LOG_HEADER, MARK_BEGIN, TOMBSTONE } from "./log-layout.ts";
import { decodeRecord, encodeLogHeader } from "./log-record.ts";

/** A log that can be appended to, too; only under the write lock. */
export class LogWriter extends DataLog {
  readonly #files: FileSystem;
  readonly #file: FileHandle;
  /** Where what this object has written and synced ends; -1: it has not yet. */
  #syncedEnd = -1;
  #tornCopy: string | null = null;

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
   * Appends `bytes` at `end`, the end of the last whole record of a log that was `size` bytes long when that was found
   * out, and returns when they are on the disk. Only under the write lock. A torn tail behind `end` is copied aside
   * first. Returns how many bytes farther behind they stand because another program wrote at the same time: 0 but for
   * one that passes by the lock. Throws LIMIT near 4 GiB, IO when the disk refuses, and `LogMoved` when it is because
   * of such a program that nothing was written.
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
      // What others wrote and did not live to make sure of is on the disk before anything stands behind it, and so is
      // the cut.
      if (end !== this.#syncedEnd) this.#file.sync();
      // A transaction is told from a torn one by the mark that it begins with: that is on the disk before the rest.
      const head = isActBegin(bytes) ? TOMBSTONE.size : 0;
      // Behind something else it would be the mark of a transaction that was cut off, and all is begun again.
      if (head > 0 && this.#appendSynced(bytes.subarray(0, head), end) !== 0) throw new LogMoved();
      const shift = this.#appendSynced(bytes.subarray(head), end + head);
      this.#syncedEnd = end + bytes.length + shift;
      return shift;
    } catch (error) {
      if (error instanceof LogMoved) throw error;
      throw this.#takeBack(bytes, end, error);
    }
  }

  /** Where the last append has moved a torn tail; null when there was none. */
  get tornCopy(): string | null {
    return this.#tornCopy;
  }

  /** Returns how far behind `at` the bytes stand: the system appends behind whatever is there. */
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
    // Who put the file there may have died before its name was on the disk, and what is appended now would go with the
    // name.
    this.#changed("sync the directory of", () => this.#files.syncDirectory(directoryOf(this.path)));
  }

  #cutTornTail(end: number, size: number, now: number): void {
    this.#syncedEnd = -1;
    const torn = this.readBytes(end, size - end);
    this.#tornCopy = keepCopy(this.#files, `${this.path}.torn-${now}`, [torn]);
    // Nothing but what was copied is cut off.
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

  /** Cuts off what was written of `bytes` at `end`, and nothing else. Returns the error to be thrown for `cause`. */
  #takeBack(bytes: Uint8Array, end: number, cause: unknown): HelixError {
    this.#syncedEnd = -1;
    const isCutOff = this.#tryCutOff(bytes, end);
    // What stays in part is a torn tail. What stays whole counts for those who read, though the disk has promised
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
      // Nobody reads it any more; only a power cut could bring it back.
    }
    return true;
  }

  /** Whether all of `bytes` stands at `end`, as far as can be told. */
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

/** Where records go: behind the last whole one, in a log that was so long then. `now`: milliseconds since 1970. */
export interface AppendPlace {
  readonly end: number;
  readonly size: number;
  readonly now: number;
}

/**
 * Another program has written to the log at the same time, which the lock is there to prevent: what was planned has to
 * be looked at again.
 */
export class LogMoved extends Error {}

/** What was to be written can be read now, or may be in the log, and nobody can promise that it stays. */
export class UnknownOutcome extends HelixError {
  /** Where it would stand, and what it is. */
  readonly offset: number;
  readonly bytes: Uint8Array;

  /** `why`: what happened. */
  constructor(why: string, written: Pick<UnknownOutcome, "offset" | "bytes">, cause?: unknown) {
    super("IO", `it is not known whether this is stored: ${why}; look for it before you store it again`, { cause });
    this.offset = written.offset;
    this.bytes = written.bytes;
  }
}

/** Whether what is to be written begins with the mark of a transaction of several changes. */
function isActBegin(bytes: Uint8Array): boolean {
  const first = decodeRecord(bytes, 0);
  return first.kind === "mark" && first.mark === MARK_BEGIN;
}
