// Appends the records of a write to the log, under the write lock, and makes sure that they stay: another program may
// pass by the lock, and its file may be deleted meanwhile.

import { HelixError } from "../../base/errors.ts";
import { LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_HEADER, MARK_TRANSACTION } from "../../engine/log/log-layout.ts";
import { LogMoved, LogWriter, UnknownOutcome } from "../../engine/log/log-writer.ts";
import { LOCK_NAME } from "../../engine/log/write-lock.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { type Change, encodeChanges } from "./changes.ts";
import type { LogFollower } from "./log-follower.ts";
import type { LogNotices } from "./notices.ts";

/** How often a write is begun again because another program wrote at the same time. */
const FOREIGN_WRITES_MAX = 5;

/** Where a transaction stands in the log. */
export interface TransactionExtent {
  readonly start: number;
  readonly end: number;
}

/**
 * What was appended: offsets of the entries, where all of it stands, and whether nobody can have written at the same
 * time.
 */
export interface Appended {
  readonly entries: number[];
  readonly transaction: TransactionExtent;
  readonly isSure: boolean;
}

export interface AppenderOptions {
  readonly directory: string;
  readonly files: FileSystem;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export class LogAppender {
  readonly #options: AppenderOptions;
  readonly #follower: LogFollower;
  readonly #notices: LogNotices;
  readonly #logPath: string;
  readonly #lockPath: string;
  #writer: LogWriter | null = null;
  /** The file that the lock's name led to when the lock was taken. */
  #lockFile = "";
  /** What was appended while the lock's file was exchanged. */
  #unsure: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: new Uint8Array(0) };

  constructor(options: AppenderOptions, follower: LogFollower, notices: LogNotices) {
    this.#options = options;
    this.#follower = follower;
    this.#notices = notices;
    this.#logPath = `${options.directory}/${LOG_NAME}`;
    this.#lockPath = `${options.directory}/${LOCK_NAME}`;
  }

  /** The lock was taken just now. */
  begin(): void {
    this.#lockFile = this.#currentLockFile();
  }

  /**
   * Appends the changes as one transaction that begins at `start`, the end of the log or where a transaction begins
   * that they go on with. Only under the lock, with the follower up to date. Throws LIMIT, LOCKED when another program
   * goes on writing, and what `LogWriter.append` throws.
   */
  append(changes: readonly Change[], start: number, mark: number): Appended {
    for (let attempt = 1; ; attempt++) {
      // A log that was cut off in its place has lost its header, which only who opens it writes.
      if (this.#follower.end < LOG_HEADER.size) this.close();
      const writer = this.#openWriter();
      // One that was created just now, or whose header was cut off and is whole now.
      if (this.#follower.log === null || this.#follower.end < LOG_HEADER.size) this.#follower.refresh();
      const { index, end, tornBytes } = this.#follower;
      const at = Math.max(end, LOG_HEADER.size);
      const transaction = { mark, start: Math.max(start, LOG_HEADER.size), at };
      // One change is a transaction by itself.
      const isPlain = changes.length === 1 && mark === MARK_TRANSACTION && transaction.start === at;
      const { bytes, entries } = encodeChanges(changes, index, isPlain ? null : transaction);
      const held = this.#notices.heldBy(this.#follower);
      const now = this.#options.clock();
      try {
        const from = at + writer.append(bytes, { end, size: end + tornBytes, now });
        this.#notices.movedAside(held, writer.tornCopy);
        const isSure = this.#currentLockFile() === this.#lockFile;
        if (!isSure) this.#unsure = { offset: from, bytes };
        return {
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
   * Makes sure, under the lock that there is now, that what was appended last is still where it was: the lock's file
   * was deleted or replaced meanwhile, so that others may have written at the same time. Throws `UnknownOutcome`.
   */
  confirm(): void {
    const { offset, bytes } = this.#unsure;
    const isThere =
      this.#writer?.isCurrent() === true && Buffer.compare(this.#writer.readBytes(offset, bytes.length), bytes) === 0;
    if (isThere) return;
    const why = `${this.#lockPath} was deleted, and another program has changed ${this.#logPath} meanwhile`;
    throw new UnknownOutcome(why, this.#unsure);
  }

  close(): void {
    this.#writer?.close();
    this.#writer = null;
  }

  /**
   * Takes in what another program has written while the lock was held here. Throws LOCKED when that goes on, or the log
   * is another one.
   */
  #takeInForeign(attempt: number): void {
    const { log } = this.#follower;
    this.#follower.refresh();
    if (attempt < FOREIGN_WRITES_MAX && this.#follower.log === log) return;
    throw new HelixError(
      "LOCKED",
      `another program writes to ${this.#logPath} without the lock ${this.#lockPath}; nothing was stored, try again`,
    );
  }

  /** The log opened for writing. */
  #openWriter(): LogWriter {
    if (this.#writer?.isCurrent() === false) this.close();
    this.#writer ??= LogWriter.open(this.#options.files, this.#logPath);
    return this.#writer;
  }

  /** Which file the name of the lock leads to; "" for none. */
  #currentLockFile(): string {
    const found = this.#options.files.identify(this.#lockPath);
    return found === null ? "" : `${found.device} ${found.inode}`;
  }
}
