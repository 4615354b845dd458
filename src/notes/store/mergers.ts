// The two places where the long work on the log is done: the process of a command, and the worker of a server. Both run
// the same code for merges and the copies of compactions.

import { HelixError, type HelixErrorCode } from "../../base/errors.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { type CopyRequest, copyLive, type LiveCopy } from "./live-copy.ts";
import { mergeIndex } from "./merge.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";
import { mergeWorkerUrl } from "./worker-location.ts";

/** Works in this process, without a thread: for commands and tests. */
export function inProcessMerger(files: FileSystem, directory: string): Merger {
  return {
    async merge(rebuild, onProgress) {
      mergeIndex({ files, directory, rebuild, ...(onProgress ? { onProgress } : {}) });
    },
    async copyLive(request, onProgress, signal) {
      return copyLive(files, request, { onProgress, isCancelled: () => signal?.aborted === true });
    },
    close() {},
  };
}

/** A request to the worker. `cancelled` holds one byte, which is 1 when nobody waits for the copy any more. */
export type WorkRequest =
  | { readonly kind: "merge"; readonly directory: string; readonly rebuild: boolean }
  | { readonly kind: "copy"; readonly request: CopyRequest; readonly cancelled: SharedArrayBuffer };

/** A reply of the worker: progress, then one of the others. */
export type WorkReply =
  | { readonly kind: "progress"; readonly progress: MergeProgress }
  | { readonly kind: "merged" }
  | { readonly kind: "copied"; readonly copy: LiveCopy }
  | { readonly kind: "failed"; readonly code: HelixErrorCode | null; readonly message: string };

/** Works in a worker thread. The thread ends when it had no work for a while, so an idle server has none. */
export function workerMerger(directory: string): Merger {
  const threads = new Set<WorkerThread>();
  const work = (request: WorkRequest, failure: string, onProgress?: (progress: MergeProgress) => void) => {
    const idle = [...threads].find((thread) => thread.isIdle);
    const thread = idle ?? new WorkerThread(() => threads.delete(thread));
    threads.add(thread);
    return thread.work(request, failure, onProgress);
  };
  return {
    async merge(rebuild, onProgress) {
      await work({ kind: "merge", directory, rebuild }, "cannot build the index", onProgress);
    },
    async copyLive(request, onProgress, signal) {
      const cancelled = new SharedArrayBuffer(1);
      const cancel = () => Atomics.store(new Uint8Array(cancelled), 0, 1);
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel);
      try {
        const asked: WorkRequest = { kind: "copy", request, cancelled };
        const reply = await work(asked, "cannot compact the log; it was left as it was", onProgress);
        if (reply.kind !== "copied") throw new HelixError("IO", "the worker gave another answer than was asked for");
        return reply.copy;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    close() {
      for (const thread of threads) thread.end();
    },
  };
}

/**
 * How long a worker waits for more work, in milliseconds. While notes are stored in a row, merge follows merge, and the
 * worker's code is compiled already.
 */
const KEPT_MS = 2000;

type LastReply = Exclude<WorkReply, { kind: "progress" | "failed" }>;

/** The current work of a worker, and its caller. */
interface Job {
  readonly failure: string;
  readonly onProgress: ((progress: MergeProgress) => void) | undefined;
  resolve(reply: LastReply): void;
  reject(error: HelixError): void;
}

/** A worker that does one thing at a time, and ends when it has waited too long for the next. */
class WorkerThread {
  readonly #worker = new Worker(mergeWorkerUrl());
  readonly #onEnd: () => void;
  #job: Job | null = null;
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.onmessage = ({ data }: MessageEvent<WorkReply>) => this.#take(data);
    this.#worker.onerror = ({ message }) => this.#fail(message);
    this.#worker.addEventListener("close", () => this.#fail("its worker ended"));
  }

  get isIdle(): boolean {
    return this.#job === null;
  }

  /**
   * Makes the worker do one thing. `failure` begins the error if the worker cannot say itself what failed. Throws what
   * the worker threw.
   */
  work(request: WorkRequest, failure: string, onProgress?: (progress: MergeProgress) => void): Promise<LastReply> {
    return new Promise((resolve, reject) => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#job = { failure, onProgress, resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  /** Ends the worker, whatever it is doing. Its caller is not told. */
  end(): void {
    // The worker's own "close" event leads here a second time.
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#job = null;
    this.#onEnd();
    this.#worker.terminate();
  }

  #take(reply: WorkReply): void {
    const job = this.#job;
    if (job === null) return;
    if (reply.kind === "progress") {
      job.onProgress?.(reply.progress);
      return;
    }
    this.#job = null;
    this.#timer = setTimeout(() => this.end(), KEPT_MS);
    this.#timer.unref();
    if (reply.kind !== "failed") job.resolve(reply);
    else if (reply.code !== null) job.reject(new HelixError(reply.code, reply.message));
    else job.reject(new HelixError("IO", `${job.failure}: ${reply.message}`));
  }

  #fail(message: string): void {
    const job = this.#job;
    this.end();
    job?.reject(new HelixError("IO", `${job.failure}: ${message}`));
  }
}
