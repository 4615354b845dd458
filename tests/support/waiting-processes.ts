// Processes that wait for one lock, on a disk and a clock of their own: whatever sleeps is woken in order, and time
// passes only by that and where a test says so. A process may be stopped, go on, or be killed, which leaves its files
// and frees its locks.

import { type Waiting, WriteLock } from "../../src/engine/log/write-lock.ts";
import type { FileSystem, HeldLock } from "../../src/platform/file-system.ts";
import { changedFiles } from "./broken-disk.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";

export const LOCK_PATH = "/kb/.lock";
const LOG_PATH = "/kb/data.log";

interface Sleeper {
  readonly at: number;
  readonly owner: WaitingProcess;
  readonly wake: () => void;
}

/** Everything that can happen without time passing happens. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class WaitingWorld {
  readonly files = new MemoryFileSystem();
  now = 0;
  /** What was written, in order. */
  readonly written: string[] = [];
  readonly #sleepers: Sleeper[] = [];

  process(waitMs: number, files: FileSystem = this.files): WaitingProcess {
    return new WaitingProcess(this, waitMs, files);
  }

  /** Names of the tickets that are there. */
  get tickets(): string[] {
    return this.files.paths().filter((path) => path.startsWith(`${LOCK_PATH}.`));
  }

  /** One write of the log: what `work` of a writer does, in so many milliseconds. */
  write(name: string, milliseconds: number): void {
    this.now += milliseconds;
    this.written.push(name);
    this.files.write(LOG_PATH, new TextEncoder().encode(this.written.join()));
  }

  sleep(owner: WaitingProcess, milliseconds: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.now + milliseconds, owner, wake }));
  }

  /** Lets time pass, for so many milliseconds or until nobody sleeps any more. */
  async pass(milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settle();
      const next = this.#next(end);
      if (next === null) break;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    if (end !== Number.POSITIVE_INFINITY) this.now = Math.max(this.now, end);
  }

  #next(end: number): Sleeper | null {
    const awake = this.#sleepers.filter(({ at, owner }) => at <= end && owner.isRunning);
    return awake.reduce<Sleeper | null>((first, each) => (first === null || each.at < first.at ? each : first), null);
  }
}

/** One process, with the lock as it sees it. */
export class WaitingProcess {
  readonly lock: WriteLock;
  isRunning = true;
  readonly #world: WaitingWorld;
  readonly #held = new Set<HeldLock>();

  constructor(world: WaitingWorld, waitMs: number, files: FileSystem) {
    this.#world = world;
    const waiting: Waiting = {
      now: () => world.now,
      sleep: (milliseconds) => world.sleep(this, milliseconds),
      random: () => Math.random(),
    };
    const own = changedFiles(files, (whole) => ({
      tryLock: (path) => {
        const lock = whole.tryLock(path);
        if (lock === null) return null;
        this.#held.add(lock);
        return {
          release: () => {
            if (this.#held.delete(lock)) lock.release();
          },
        };
      },
    }));
    this.lock = new WriteLock(own, LOCK_PATH, waitMs, waiting);
  }

  /** Writes under the lock, in so many milliseconds; "written", or what it was refused with, and how long that took. */
  async write(name: string, milliseconds = 1): Promise<{ said: string; waited: number }> {
    const start = this.#world.now;
    try {
      await this.lock.run(() => this.#world.write(name, milliseconds));
      return { said: "written", waited: this.#world.now - milliseconds - start };
    } catch (error) {
      return { said: (error as Error).message, waited: this.#world.now - start };
    }
  }

  stop(): void {
    this.isRunning = false;
  }

  goOn(): void {
    this.isRunning = true;
  }

  kill(): void {
    this.isRunning = false;
    for (const lock of this.#held) lock.release();
    this.#held.clear();
  }
}
