// Decides when the log's tail is merged into index.bin, and lets callers wait for a merge.
// Invariants:
// - There is one merge at a time.
// - A tail that a merge could not index does not start the next merge.
// - A failed merge is reported, and tried again only when the tail has grown.
// - Merges of short tails leave most of the machine to reads and writes.

import type { LogFollower } from "./log-follower.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";

/** A tail is worth merging from this size on. It is small because every process that starts reads the tail. */
export const WORTH_BYTES = 64 * 1024;
/**
 * A merge takes the longer, the longer the log is. The next one waits this many times as long, unless the tail grows
 * long.
 */
const PAUSE_FACTOR = 20;
const LONG_BYTES = 2 * 1024 * 1024;

export interface MergeSchedulerOptions {
  readonly merger: Merger;
  readonly follower: LogFollower;
  /** Overrides the tail, in bytes, from which on a merge is worth it. Then there are no pauses either. */
  readonly worthBytes?: number | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

export class MergeScheduler {
  readonly #options: MergeSchedulerOptions;
  #running: Promise<void> | null = null;
  /**
   * Progress of the current merge, and its listeners: every caller that waits for it, not only the one that began it.
   */
  #progress: MergeProgress = { covered: 0, size: 0 };
  readonly #waiting = new Set<(progress: MergeProgress) => void>();
  /**
   * The bytes of the tail that the last merge, done or failed, left. The next merge waits until the tail has grown from
   * there.
   */
  #leftBytes = 0;
  /** When the next merge of a short tail may begin, by `performance.now()`, and the timer that waits for that time. */
  #nextMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /**
   * Whether an entry of the index is no longer in the log. Then the index is rebuilt, so that the damage is counted and
   * left out.
   */
  #isIndexDoubtful = false;
  /** Length of the log when the index could not be rebuilt. It is not tried again until the length has changed. */
  #unbuiltEnd = -1;
  #closed = false;

  constructor(options: MergeSchedulerOptions) {
    this.#options = options;
  }

  /** Makes the index be rebuilt at the next opportunity. */
  doubtIndex(): void {
    this.#isIndexDoubtful = this.#options.follower.end !== this.#unbuiltEnd;
  }

  /** Begins a merge if the tail is worth one. Never waits. */
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

  /** Joins the merge that is under way, or begins one. Throws what the merge throws. */
  async join(onProgress?: (progress: MergeProgress) => void): Promise<void> {
    await this.#told(() => this.#running ?? this.#begin(false), onProgress);
  }

  /**
   * Begins a merge behind the one under way, if any. With `rebuild` the index is built from nothing. Throws what the
   * merge throws.
   */
  async merge(rebuild: boolean, onProgress?: (progress: MergeProgress) => void): Promise<void> {
    await this.#running;
    await this.#told(() => this.#begin(rebuild), onProgress);
  }

  /** Waits for a merge that is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.merger.close();
  }

  /** Bytes of the log that were read and are not in the index file. */
  get #tailBytes(): number {
    const { end, watermark } = this.#options.follower;
    return end - watermark;
  }

  /** Whether a merge of this tail would follow the last one too closely. Then a timer begins it later. */
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

  /** Waits for a merge and reports its progress, first the progress so far. */
  async #told(merge: () => Promise<void>, onProgress?: (progress: MergeProgress) => void): Promise<void> {
    if (onProgress === undefined) return merge();
    if (this.#running !== null) onProgress(this.#progress);
    this.#waiting.add(onProgress);
    try {
      await merge();
    } finally {
      this.#waiting.delete(onProgress);
    }
  }

  #begin(rebuild: boolean): Promise<void> {
    const { merger, follower } = this.#options;
    const tell = (progress: MergeProgress) => {
      this.#progress = progress;
      for (const listener of this.#waiting) listener(progress);
    };
    tell({ covered: rebuild ? 0 : follower.watermark, size: follower.end + follower.tornBytes });
    const start = performance.now();
    const merge = merger.merge(rebuild, tell).then(() => {
      const end = performance.now();
      this.#nextMs = end + (end - start) * PAUSE_FACTOR;
      if (this.#closed) return;
      follower.adoptIndex();
      this.#leftBytes = this.#tailBytes;
    });
    this.#running = merge
      .catch(() => undefined)
      .then(() => {
        this.#running = null;
      });
    return merge;
  }
}
