// Appends the records of a write to the log, under the write lock, and makes sure that they stay there. Another program
// may ignore the lock, and the lock's file may be deleted meanwhile.

import { HelixError, messageOf } from "../../base/errors.ts";
import { type DataLog, LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_HEADER, MARK_TRANSACTION } from "../../engine/log/log-layout.ts";
import { LogMoved, LogWriter, UnknownOutcome } from "../../engine/log/log-writer.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import { withoutRefusal } from "../../platform/commits.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { type Change, encodeChanges, type NewId, type TransactionMark } from "./changes.ts";
import type { LogFollower } from "./log-follower.ts";
import type { LogNotices } from "./notices.ts";

/** How often a write begins again because another program wrote at the same time. */
const FOREIGN_WRITES_MAX = 5;

/** The extent of a transaction in the log. */
export interface TransactionExtent {
  readonly start: number;
  readonly end: number;
}

/** What a transaction is for: the mark that ends it, and the beginning of the one that it is about, if it names one. */
export type Purpose = Pick<TransactionMark, "mark" | "of">;

/**
 * What was appended, and to which file: the records, the offsets of the entries, the extent of the transaction, and
 * whether it is certain that nobody else wrote at the same time.
 */
export interface Appended {
  readonly log: DataLog;
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly entries: number[];
  readonly transaction: TransactionExtent;
  readonly isSure: boolean;
}

export interface AppenderOptions {
  readonly directory: string;
  readonly files: FileSystem;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Makes the id of a new note; left out: no id is written, and no link by id. */
  readonly newNoteId?: NewId;
}

/** The log was replaced after the changes were planned. They may be appended to the new one if they name nothing in the old. */
export class LogReplaced extends HelixError {}

export class LogAppender {
  readonly #options: AppenderOptions;
  readonly #follower: LogFollower;
  readonly #notices: LogNotices;
  readonly #logPath: string;
  readonly #lockPath: string;
  #writer: LogWriter | null = null;
  /** The file that the lock's name led to when the lock was taken. */
  #lockFile = "";
  /** What was appended while the lock's file was replaced. */
  #unsure: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: new Uint8Array(0) };

  constructor(options: AppenderOptions, follower: LogFollower, notices: LogNotices) {
    this.#options = options;
    this.#follower = follower;
    this.#notices = notices;
    this.#logPath = `${options.directory}/${LOG_NAME}`;
    this.#lockPath = `${options.directory}/${LOCK_NAME}`;
  }

  /** Is called when the lock was just taken. */
  begin(): void {
    this.#lockFile = this.#currentLockFile();
  }

  /**
   * Appends the changes as one transaction that begins at `start`: the end of the log, or the beginning of a
   * transaction that they continue. Requires the lock and a follower that is up to date. Throws LIMIT, LOCKED if
   * another program keeps writing, and what `LogWriter.append` throws.
   */
  append(changes: readonly Change[], start: number, { mark, of }: Purpose): Appended {
    for (let attempt = 1; ; attempt++) {
      // A log that was truncated in place has lost its header. Only opening the log writes it again.
      if (this.#follower.end < LOG_HEADER.size) this.close();
      const writer = this.#openWriter();
      if (this.#follower.log !== null && this.#follower.log.inode !== writer.inode) {
        this.#takeInForeign(attempt);
        continue;
      }
      // Opening has just created the log, or has completed its header.
      if (this.#follower.log === null || this.#follower.end < LOG_HEADER.size) this.#follower.refresh();
      const { index, end, tornBytes } = this.#follower;
      const at = Math.max(end, LOG_HEADER.size);
      const transaction = { mark, of, start: Math.max(start, LOG_HEADER.size), at };
      // A single change is a transaction without marks.
      const isPlain = changes.length === 1 && mark === MARK_TRANSACTION && transaction.start === at;
      const { bytes, entries } = encodeChanges(
        changes,
        index,
        isPlain ? null : transaction,
        this.#options.newNoteId ?? null,
      );
      const held = this.#notices.heldBy(this.#follower);
      const now = this.#options.clock();
      try {
        const from = at + writer.append(bytes, { end, size: end + tornBytes, now });
        this.#notices.movedAside(held, writer.tornCopy);
        const isSure = this.#isLockFileSame();
        if (!isSure) this.#unsure = { offset: from, bytes };
        return {
          log: writer,
          start: from,
          bytes,
          entries: entries.map((offset) => from + offset),
          transaction: { start: transaction.start, end: from + bytes.length },
          isSure,
        };
      } catch (error) {
        if (error instanceof UnknownOutcome) this.#notices.notConfirmed(error, now);
        if (!(error instanceof LogMoved)) throw error;
        this.#takeInForeign(attempt);
      }
    }
  }

  /**
   * Makes sure, under the lock's new file, that the last records are still where they were appended. The lock's file
   * was deleted or replaced meanwhile, so others may have written at the same time. Throws `UnknownOutcome`.
   */
  confirm(): void {
    const { offset, bytes } = this.#unsure;
    let isThere: boolean;
    try {
      isThere =
        this.#writer?.isCurrent() === true && Buffer.compare(this.#writer.readBytes(offset, bytes.length), bytes) === 0;
    } catch (error) {
      throw this.unconfirmed(error, { start: offset, bytes });
    }
    if (isThere) return;
    const why = `${this.#lockPath} was deleted, and another program has changed ${this.#logPath} meanwhile`;
    throw new UnknownOutcome(why, this.#unsure);
  }

  /** The error for records that were appended, and could not be looked at again because of `cause`. */
  unconfirmed(cause: unknown, { start, bytes }: Pick<Appended, "start" | "bytes">): UnknownOutcome {
    const why = `it was written to ${this.#logPath}, and whether it is still there could not be seen (${withoutRefusal(messageOf(cause))})`;
    const unknown = new UnknownOutcome(why, { offset: start, bytes }, cause);
    this.#notices.notConfirmed(unknown, this.#options.clock());
    return unknown;
  }

  close(): void {
    this.#writer?.close();
    this.#writer = null;
  }

  /**
   * Indexes what another program wrote while this process held the lock. Throws LOCKED if that goes on, or the log was
   * replaced.
   */
  #takeInForeign(attempt: number): void {
    const { log } = this.#follower;
    this.#follower.refresh();
    if (attempt < FOREIGN_WRITES_MAX && this.#follower.log === log) return;
    const what = `another program writes to ${this.#logPath} without the lock ${this.#lockPath}; nothing was stored, try again`;
    throw this.#follower.log === log ? new HelixError("LOCKED", what) : new LogReplaced("LOCKED", what);
  }

  /** The log opened for writing. */
  #openWriter(): LogWriter {
    if (this.#writer?.isCurrent() === false) this.close();
    this.#writer ??= LogWriter.open(this.#options.files, this.#logPath);
    return this.#writer;
  }

  /** Whether the lock's name certainly leads to the file that it led to when the lock was taken. */
  #isLockFileSame(): boolean {
    try {
      return this.#currentLockFile() === this.#lockFile;
    } catch {
      return false;
    }
  }

  /** The identity of the file that the lock's name leads to; "" if there is none. */
  #currentLockFile(): string {
    const found = this.#options.files.identify(this.#lockPath);
    return found === null ? "" : `${found.device} ${found.inode}`;
  }
}
