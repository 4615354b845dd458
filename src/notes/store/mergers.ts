// The two places where the long work on the log is done: the process of a command, and the worker of a server. Both run
// the same code for merges and the copies of compactions.

import { HelixError, type HelixErrorCode } from "../../base/errors.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { WorkerPool } from "../../platform/worker-pool.ts";
import { type CopyRequest, copyLive, type LiveCopy } from "./live-copy.ts";
import { mergeIndex } from "./merge.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { Merger } from "./merger.ts";

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

type LastReply = Exclude<WorkReply, { kind: "progress" | "failed" }>;

/** Works in a worker thread. */
export function workerMerger(directory: string): Merger {
  const threads = new WorkerPool<WorkRequest, WorkReply>("notes/store/merge-worker.ts");
  return {
    async merge(rebuild, onProgress) {
      await work(threads, { kind: "merge", directory, rebuild }, "cannot build the index", onProgress);
    },
    async copyLive(request, onProgress, signal) {
      const cancelled = new SharedArrayBuffer(1);
      const cancel = () => Atomics.store(new Uint8Array(cancelled), 0, 1);
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel);
      try {
        const asked: WorkRequest = { kind: "copy", request, cancelled };
        const reply = await work(threads, asked, "cannot compact the log; it was left as it was", onProgress);
        if (reply.kind !== "copied") throw new HelixError("IO", "the worker gave another answer than was asked for");
        return reply.copy;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    close: () => threads.close(),
  };
}

/**
 * Makes a thread do one thing. `failure` begins the error if the thread cannot say itself what failed. Throws what the
 * thread threw.
 */
function work(
  threads: WorkerPool<WorkRequest, WorkReply>,
  request: WorkRequest,
  failure: string,
  onProgress?: (progress: MergeProgress) => void,
): Promise<LastReply> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new HelixError("IO", `${failure}: ${why}`));
    const take = (reply: WorkReply): boolean => {
      if (reply.kind === "progress") onProgress?.(reply.progress);
      else if (reply.kind !== "failed") resolve(reply);
      else if (reply.code !== null) reject(new HelixError(reply.code, reply.message));
      else fail(reply.message);
      return reply.kind !== "progress";
    };
    threads.work(request, { take, fail });
  });
}
