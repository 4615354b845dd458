// The two places where folds run: the process of a command, and the worker of a server.

import { HelixError } from "../errors.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { type Folder, type FoldProgress, foldIndex } from "./fold.ts";
import { foldWorkerUrl } from "./worker-location.ts";

/** Folds in this process, at once: for commands and tests. */
export function inProcessFolder(files: FileSystem, directory: string): Folder {
  return {
    async fold(rebuild, onProgress) {
      foldIndex({ files, directory, rebuild, ...(onProgress ? { onProgress } : {}) });
    },
    close() {},
  };
}

/** What the worker is asked, and what it answers. */
export interface FoldRequest {
  readonly directory: string;
  readonly rebuild: boolean;
}
export type FoldReply =
  | { readonly kind: "progress"; readonly progress: FoldProgress }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

/** Folds in a worker thread that is started for the fold and ends with it: an idle server has none. */
export function workerFolder(directory: string): Folder {
  const workers = new Set<Worker>();
  return {
    fold(rebuild, onProgress) {
      return new Promise<void>((resolve, reject) => {
        const worker = new Worker(foldWorkerUrl());
        workers.add(worker);
        worker.unref();
        const end = (settle: () => void) => {
          if (!workers.delete(worker)) return;
          worker.terminate();
          settle();
        };
        const fail = (message: string) => end(() => reject(new HelixError("IO", `cannot build the index: ${message}`)));
        worker.onmessage = ({ data }: MessageEvent<FoldReply>) => {
          if (data.kind === "progress") onProgress?.(data.progress);
          else if (data.kind === "done") end(resolve);
          else fail(data.message);
        };
        worker.onerror = (event) => fail(event.message);
        worker.addEventListener("close", () => fail("its worker ended"));
        worker.postMessage({ directory, rebuild } satisfies FoldRequest);
      });
    },
    close() {
      for (const worker of workers) worker.terminate();
      workers.clear();
    },
  };
}
