// Decides when the log's tail is folded into index.bin, and lets whoever needs that wait for it.
// Invariants: one fold at a time; what a fold could not take in does not start the next one; a failed fold is reported and tried
// again only when the tail has grown; folds of short tails leave most of the machine to reads and writes.

import type { FoldProgress } from "./fold-task.ts";
import type { Folder } from "./folder.ts";
import type { LogFollower } from "./log-follower.ts";

/** A tail is worth folding from this size on: small, for every process that starts reads it. */
export const WORTH_BYTES = 64 * 1024;
/** After a fold, which takes as long as the log is long, the next one waits this many times as long, unless the tail grows long. */
const PAUSE_FACTOR = 20;
const LONG_BYTES = 2 * 1024 * 1024;

export interface FoldSchedulerOptions {
  readonly folder: Folder;
  readonly follower: LogFollower;
  /** Overrides from which tail on, in bytes, a fold is worth it; then there are no pauses either. */
  readonly worthBytes?: number | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

export class FoldScheduler {
  readonly #options: FoldSchedulerOptions;
  #running: Promise<void> | null = null;
  /** How far the fold that is under way has come, and who wants to know: whoever waits for it, not only who began it. */
  #progress: FoldProgress = { covered: 0, size: 0 };
  readonly #waiting = new Set<(progress: FoldProgress) => void>();
  /** What the last fold, done or failed, left of the tail: the next one waits until the tail has grown from there. */
  #leftBytes = 0;
  /** When the next fold of a short tail may begin, by `performance.now()`, and what waits for that. */
  #nextMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** An entry of the index is not in the log any more: the index is built anew, so that the damage is counted and left out. */
  #isIndexDoubtful = false;
  /** Length of the log when an index could not be built anew; another try waits until it has changed. */
  #unbuiltEnd = -1;
  #closed = false;

  constructor(options: FoldSchedulerOptions) {
    this.#options = options;
  }

  /** Has the index built anew at the next occasion. */
  doubtIndex(): void {
    this.#isIndexDoubtful = this.#options.follower.end !== this.#unbuiltEnd;
  }

  /** Begins a fold if the tail is worth one; never waits. */
  consider(worthBytes = this.#options.worthBytes ?? WORTH_BYTES): void {
    if (this.#running !== null || this.#closed) return;
    const tail = this.#tailBytes;
    const rebuild = this.#isIndexDoubtful;
    if (!rebuild && (tail < worthBytes + this.#leftBytes || this.#isTooSoon(tail))) return;
    this.#isIndexDoubtful = false;
    this.#begin(rebuild).catch((error) => {
      this.#leftBytes = tail;
      if (rebuild) this.#unbuiltEnd = this.#options.follower.end;
      this.#options.onError?.(error);
    });
  }

  /** Joins the fold that is under way, or begins one. Throws what the fold throws. */
  async join(onProgress?: (progress: FoldProgress) => void): Promise<void> {
    await this.#told(() => this.#running ?? this.#begin(false), onProgress);
  }

  /** Folds after the one under way, if any; with `rebuild` from nothing. Throws what the fold throws. */
  async fold(rebuild: boolean, onProgress?: (progress: FoldProgress) => void): Promise<void> {
    await this.#running;
    await this.#told(() => this.#begin(rebuild), onProgress);
  }

  /** Waits for a fold that is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.folder.close();
  }

  /** Bytes of the log that were read and are not in the index file. */
  get #tailBytes(): number {
    const { end, watermark } = this.#options.follower;
    return end - watermark;
  }

  /** Whether a fold of this tail would follow the last one too closely; then it is begun later. */
  #isTooSoon(tail: number): boolean {
    const wait = this.#nextMs - performance.now();
    if (wait <= 0 || tail >= LONG_BYTES || this.#options.worthBytes !== undefined) return false;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.consider();
    }, wait);
    this.#timer.unref();
    return true;
  }

  /** Waits for a fold and tells of its progress, beginning with how far it is. */
  async #told(fold: () => Promise<void>, onProgress?: (progress: FoldProgress) => void): Promise<void> {
    if (onProgress === undefined) return fold();
    if (this.#running !== null) onProgress(this.#progress);
    this.#waiting.add(onProgress);
    try {
      await fold();
    } finally {
      this.#waiting.delete(onProgress);
    }
  }

  #begin(rebuild: boolean): Promise<void> {
    const { folder, follower } = this.#options;
    const tell = (progress: FoldProgress) => {
      this.#progress = progress;
      for (const listener of this.#waiting) listener(progress);
    };
    tell({ covered: rebuild ? 0 : follower.watermark, size: follower.end + follower.tornBytes });
    const start = performance.now();
    const fold = folder.fold(rebuild, tell).then(() => {
      const end = performance.now();
      this.#nextMs = end + (end - start) * PAUSE_FACTOR;
      if (this.#closed) return;
      follower.adoptIndex();
      this.#leftBytes = this.#tailBytes;
    });
    this.#running = fold
      .catch(() => undefined)
      .then(() => {
        this.#running = null;
      });
    return fold;
  }
}
