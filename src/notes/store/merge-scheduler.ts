// Decides when the log's tail is merged into index.bin, and lets whoever needs that wait for it. Invariants: one merge
// at a time; what a merge could not take in does not start the next one; a failed merge is reported and tried again
// only when the tail has grown; merges of short tails leave most of the machine to reads and writes.

import type { LogFollower } from "./log-follower.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";

/** A tail is worth merging from this size on: small, for every process that starts reads it. */
export const WORTH_BYTES = 64 * 1024;
/**
 * After a merge, which takes as long as the log is long, the next one waits this many times as long, unless the tail
 * grows long.
 */
const PAUSE_FACTOR = 20;
const LONG_BYTES = 2 * 1024 * 1024;

export interface MergeSchedulerOptions {
  readonly merger: Merger;
  readonly follower: LogFollower;
  /** Overrides from which tail on, in bytes, a merge is worth it; then there are no pauses either. */
  readonly worthBytes?: number | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

export class MergeScheduler {
  readonly #options: MergeSchedulerOptions;
  #running: Promise<void> | null = null;
  /**
   * How far the merge that is under way has come, and who wants to know: whoever waits for it, not only who began it.
   */
  #progress: MergeProgress = { covered: 0, size: 0 };
  readonly #waiting = new Set<(progress: MergeProgress) => void>();
  /** What the last merge, done or failed, left of the tail: the next one waits until the tail has grown from there. */
  #leftBytes = 0;
  /** When the next merge of a short tail may begin, by `performance.now()`, and what waits for that. */
  #nextMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /**
   * An entry of the index is not in the log any more: the index is built anew, so that the damage is counted and left
   * out.
   */
  #isIndexDoubtful = false;
  /** Length of the log when an index could not be built anew; another try waits until it has changed. */
  #unbuiltEnd = -1;
  #closed = false;

  constructor(options: MergeSchedulerOptions) {
    this.#options = options;
  }

  /** Has the index built anew at the next occasion. */
  doubtIndex(): void {
    this.#isIndexDoubtful = this.#options.follower.end !== this.#unbuiltEnd;
  }

  /** Begins a merge if the tail is worth one; never waits. */
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

  /** Merges after the one under way, if any; with `rebuild` from nothing. Throws what the merge throws. */
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

  /** Whether a merge of this tail would follow the last one too closely; then it is begun later. */
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

  /** Waits for a merge and tells of its progress, beginning with how far it is. */
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
