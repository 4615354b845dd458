// The worker thread for long work over the log: one request, progress, one answer. An entry point of the build of its own.

import { HelixError, messageOf } from "../../base/errors.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { stepBack } from "../../platform/thread-priority.ts";
import { foldIndex } from "./fold.ts";
import type { FoldProgress } from "./fold-task.ts";
import type { WorkReply, WorkRequest } from "./folders.ts";
import { copyLive } from "./live-copy.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WorkRequest>) => void) | null;
  postMessage(reply: WorkReply, transfer?: ArrayBuffer[]): void;
};

const onProgress = (progress: FoldProgress) => scope.postMessage({ kind: "progress", progress });

stepBack();

scope.onmessage = ({ data }) => {
  try {
    if (data.kind === "fold") {
      foldIndex({ files: diskFileSystem, directory: data.directory, rebuild: data.rebuild, onProgress });
      scope.postMessage({ kind: "folded" });
      return;
    }
    const cancelled = new Uint8Array(data.cancelled);
    const copy = copyLive(diskFileSystem, data.request, {
      onProgress,
      isCancelled: () => Atomics.load(cancelled, 0) === 1,
    });
    const { offsets, newOffsets, places, newPlaces } = copy;
    scope.postMessage(
      { kind: "copied", copy },
      [offsets, newOffsets, places, newPlaces].map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    const code = error instanceof HelixError ? error.code : null;
    scope.postMessage({ kind: "failed", code, message: messageOf(error) });
  }
};
