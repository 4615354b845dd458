// The lock that makes writers of one knowledge base take turns, across processes (flock on `.lock`) and within one (a queue).
// Invariants: never a blocking system call; the first try costs no turn of the event loop; who waits longer than the limit
// gets a clear error; held only for the time of one write.

import { HelixError, messageOf } from "../errors.ts";
import { LOG_NAME } from "./data-log.ts";
import type { FileSystem, HeldLock } from "./file-system.ts";
import { directoryOf } from "./io-error.ts";
import { tryLockLog } from "./log-lock.ts";
import { remedyOf } from "./remedy.ts";

/** How long a writer waits for the others before it gives up, in milliseconds. */
export const LOCK_WAIT_MS = 5000;
const RETRY_FIRST_MS = 1;
const RETRY_LAST_MS = 20;
/** Who has waited for so long tries more often than those who came later, so that it gets its turn before them. */
const PATIENCE_MS = 500;
const RETRY_IMPATIENT_MS = 1;

export class WriteLock {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #logPath: string;
  readonly #waitMs: number;
  #queue: Promise<unknown> = Promise.resolve();
  #queued = 0;

  constructor(files: FileSystem, path: string, waitMs = LOCK_WAIT_MS) {
    this.#files = files;
    this.#path = path;
    this.#logPath = `${directoryOf(path)}/${LOG_NAME}`;
    this.#waitMs = waitMs;
  }

  /**
   * Runs `work` while holding the lock and returns what it returns. `work` is synchronous: nothing else of this process runs
   * meanwhile. Throws LOCKED when the lock was not free for the whole waiting time, IO when the lock file cannot be used.
   */
  async run<T>(work: () => T): Promise<T> {
    if (this.#queued === 0) {
      const held = this.#try();
      if (held) return runAndRelease(held, work);
    }
    this.#queued++;
    const start = performance.now();
    const turn = this.#queue.then(() => this.#waitAndRun(work, start));
    this.#queue = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#queued--;
    }
  }

  #try(): HeldLock | null {
    try {
      return tryLockLog(this.#files, this.#path, this.#logPath);
    } catch (error) {
      const why = `${messageOf(error)}${remedyOf(error)}`;
      throw new HelixError("IO", `cannot lock the knowledge base at ${this.#path}: ${why}`, { cause: error });
    }
  }

  async #waitAndRun<T>(work: () => T, start: number): Promise<T> {
    let pause = RETRY_FIRST_MS;
    for (;;) {
      const held = this.#try();
      if (held) return runAndRelease(held, work);
      const waited = performance.now() - start;
      if (waited >= this.#waitMs) {
        const seconds = Math.round(this.#waitMs / 1000);
        throw new HelixError(
          "LOCKED",
          `another process has held the write lock ${this.#path} for ${seconds} s; nothing was written, try again`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      pause = waited > PATIENCE_MS ? RETRY_IMPATIENT_MS : Math.min(pause * 2, RETRY_LAST_MS);
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
