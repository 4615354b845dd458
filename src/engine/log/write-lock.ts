// The lock by which the writers of one knowledge base take turns. Across processes it is flock on `.lock`, with a queue
// beside it (lock-queue.ts) for those that find it taken. Within one process it is a queue of its own.
// Invariants:
// - No system call blocks, and the first try costs no turn of the event loop.
// - A writer that comes later is served later.
// - A writer that waits while nobody writes anything, or for very long, gets a clear error.
// - The lock is held only for the time of one write.

import { HelixError, messageOf } from "../../base/errors.ts";
import type { FileSystem, HeldLock } from "../../platform/file-system.ts";
import { directoryOf } from "../../platform/io-error.ts";
import { LockQueue } from "../../platform/lock-queue.ts";
import { LockTurn } from "../../platform/lock-turn.ts";
import { remedyOf } from "../../platform/remedy.ts";
import { LOG_NAME } from "./data-log.ts";
import { tryLockLog } from "./log-lock.ts";

/** The file in the knowledge base directory that is locked. */
export const LOCK_NAME = ".lock";
/** How long a writer waits while nobody writes anything before it gives up, in milliseconds. */
export const LOCK_WAIT_MS = 5000;
/** While others go on writing, a writer waits this many times as long. */
const MOVING_TIMES = 6;
/** A writer's turn is near when at most this many wait before it. */
const NEAR = 1;

/** The clock, the sleep and the random numbers that waiting needs. */
export interface Waiting {
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

const machineWaiting: Waiting = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
};

export class WriteLock {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #logPath: string;
  readonly #waitMs: number;
  readonly #waiting: Waiting;
  /** The waiting writers of all processes. */
  readonly #others: LockQueue;
  /** The writer of this process that waits among them, and the last of the writers behind it in this process. */
  #turn: LockTurn | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #timesClosed = 0;
  /** The state of the log when a waiting writer last looked at it, and since when it is so. */
  #seen = "";
  #movedAt = 0;

  constructor(files: FileSystem, path: string, waitMs = LOCK_WAIT_MS, waiting = machineWaiting) {
    this.#files = files;
    this.#path = path;
    this.#logPath = `${directoryOf(path)}/${LOG_NAME}`;
    this.#waitMs = waitMs;
    this.#waiting = waiting;
    this.#others = new LockQueue(files, path, waiting.random);
  }

  /**
   * Runs `work` while holding the lock and returns its result. `work` is synchronous: nothing else of this process runs
   * meanwhile. Throws LOCKED when for the whole waiting time the lock was never free and nothing was written. Throws
   * it, too, when others kept writing for MOVING_TIMES that time. Throws IO when the lock file cannot be used. While
   * this writer waits and its turn is near, `catchUp` is called whenever others have written. What `catchUp` takes in
   * then need not be taken in under the lock. `catchUp` throws nothing.
   */
  async run<T>(work: () => T, catchUp: () => void = () => undefined): Promise<T> {
    if (this.#queued === 0 && this.#others.tickets().length === 0) {
      const held = this.#try();
      if (held) return runAndRelease(held, work);
    }
    this.#queued++;
    const start = this.#waiting.now();
    const timesClosed = this.#timesClosed;
    const turn = this.#queue.then(() => this.#waitAndRun(work, catchUp, start, timesClosed));
    this.#queue = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#queued--;
    }
  }

  /** All waiting writers of this process give up. Other processes see at once that they no longer wait. */
  close(): void {
    this.#timesClosed++;
    this.#turn?.leave();
  }

  #try(): HeldLock | null {
    try {
      return tryLockLog(this.#files, this.#path, this.#logPath);
    } catch (error) {
      const why = `${messageOf(error)}${remedyOf(error)}`;
      throw new HelixError("IO", `cannot lock the knowledge base at ${this.#path}: ${why}`, { cause: error });
    }
  }

  async #waitAndRun<T>(work: () => T, catchUp: () => void, start: number, timesClosed: number): Promise<T> {
    let caughtUpTo = "";
    const turn = new LockTurn(this.#others, () => this.#try());
    this.#turn = turn;
    try {
      for (;;) {
        if (timesClosed !== this.#timesClosed) throw this.#refusal("the knowledge base was closed meanwhile");
        const now = this.#waiting.now();
        const held = turn.look(now);
        if (held) {
          this.#movedAt = now;
          return runAndRelease(held, work);
        }
        this.#checkTimeoutScale(start, now, turn.ahead);
        if (turn.ahead <= NEAR && this.#seen !== caughtUpTo) {
          caughtUpTo = this.#seen;
          catchUp();
        }
        await this.#waiting.sleep(turn.pause(now, this.#movedAt));
      }
    } finally {
      this.#turn = null;
      turn.leave();
    }
  }

  /** Throws when it is time to give up. */
  #checkTimeoutScale(start: number, now: number, ahead: number): void {
    const seen = this.#logStamp();
    if (seen !== this.#seen) this.#movedAt = now;
    this.#seen = seen;
    const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} s`;
    if (now - Math.max(start, this.#movedAt) >= this.#waitMs) {
      throw this.#refusal(`another process has held the write lock ${this.#path} for ${inSeconds(this.#waitMs)}`);
    }
    const longest = this.#waitMs * MOVING_TIMES;
    if (now - start >= longest) {
      const others = `others have been writing for ${inSeconds(longest)} before this could`;
      throw this.#refusal(`${others}, and ${ahead} more wait for the write lock ${this.#path}`);
    }
  }

  #refusal(why: string): HelixError {
    return new HelixError("LOCKED", `${why}; nothing was written, try again`);
  }

  /** Describes the state of the log. It changes whenever any program has written. */
  #logStamp(): string {
    try {
      const found = this.#files.identify(this.#logPath);
      return found === null ? "none" : `${found.device} ${found.inode} ${found.size} ${found.changedMs}`;
    } catch {
      return "unknown";
    }
  }
}

function runAndRelease<T>(held: HeldLock, work: () => T): T {
  try {
    return work();
  } finally {
    held.release();
  }
}
