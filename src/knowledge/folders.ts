// The two places where the long work over the log is done, folds and the copies of compactions: the process of a command, and the
// worker of a server. Both run the same code.

import { HelixError, type HelixErrorCode } from "../errors.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { foldIndex } from "./fold.ts";
import type { FoldProgress } from "./fold-task.ts";
import type { Folder } from "./folder.ts";
import { type CopyRequest, copyLive, type LiveCopy } from "./live-copy.ts";
import { foldWorkerUrl } from "./worker-location.ts";

/** Works in this process, at once: for commands and tests. */
export function inProcessFolder(files: FileSystem, directory: string): Folder {
  return {
    async fold(rebuild, onProgress) {
      foldIndex({ files, directory, rebuild, ...(onProgress ? { onProgress } : {}) });
    },
    async copyLive(request, onProgress, signal) {
      return copyLive(files, request, { onProgress, isCancelled: () => signal?.aborted === true });
    },
    close() {},
  };
}

/** What the worker is asked: one thing. `cancelled` holds one byte that is 1 when nobody waits for the copy any more. */
export type WorkRequest =
  | { readonly kind: "fold"; readonly directory: string; readonly rebuild: boolean }
  | { readonly kind: "copy"; readonly request: CopyRequest; readonly cancelled: SharedArrayBuffer };

/** What it answers: progress, then one of the others. */
export type WorkReply =
  | { readonly kind: "progress"; readonly progress: FoldProgress }
  | { readonly kind: "folded" }
  | { readonly kind: "copied"; readonly copy: LiveCopy }
  | { readonly kind: "failed"; readonly code: HelixErrorCode | null; readonly message: string };

/** Works in a worker thread that is started for the work and ends with it: an idle server has none. */
export function workerFolder(directory: string): Folder {
  const workers = new Set<Worker>();
  return {
    async fold(rebuild, onProgress) {
      await work(workers, { kind: "fold", directory, rebuild }, "cannot build the index", onProgress);
    },
    async copyLive(request, onProgress, signal) {
      const cancelled = new SharedArrayBuffer(1);
      const cancel = () => Atomics.store(new Uint8Array(cancelled), 0, 1);
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel);
      try {
        const asked: WorkRequest = { kind: "copy", request, cancelled };
        const reply = await work(workers, asked, "cannot compact the log; it was left as it was", onProgress);
        if (reply.kind !== "copied") throw new HelixError("IO", "the worker gave another answer than was asked for");
        return reply.copy;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    close() {
      for (const worker of workers) worker.terminate();
      workers.clear();
    },
  };
}

/** Has a worker do one thing; `failure` says what failed where the worker cannot. Throws what the worker threw. */
function work(
  workers: Set<Worker>,
  request: WorkRequest,
  failure: string,
  onProgress?: (progress: FoldProgress) => void,
): Promise<Exclude<WorkReply, { kind: "progress" | "failed" }>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(foldWorkerUrl());
    workers.add(worker);
    worker.unref();
    const end = (settle: () => void) => {
      if (!workers.delete(worker)) return;
      worker.terminate();
      settle();
    };
    const fail = (message: string, code: HelixErrorCode | null = null) =>
      end(() => reject(code === null ? new HelixError("IO", `${failure}: ${message}`) : new HelixError(code, message)));
    worker.onmessage = ({ data }: MessageEvent<WorkReply>) => {
      if (data.kind === "progress") onProgress?.(data.progress);
      else if (data.kind === "failed") fail(data.message, data.code);
      else end(() => resolve(data));
    };
    worker.onerror = (event) => fail(event.message);
    worker.addEventListener("close", () => fail("its worker ended"));
    worker.postMessage(request);
  });
}
