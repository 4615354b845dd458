// The worker thread for long work on the log: one request, progress, one answer. It is an entry point of its own in the
// build.

import { HelixError, messageOf } from "../../base/errors.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { stepBack } from "../../platform/thread-priority.ts";
import { copyLive } from "./live-copy.ts";
import { mergeIndex } from "./merge.ts";
import type { MergeProgress } from "./merge-task.ts";
import type { WorkReply, WorkRequest } from "./mergers.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WorkRequest>) => void) | null;
  postMessage(reply: WorkReply, transfer?: ArrayBuffer[]): void;
};

const onProgress = (progress: MergeProgress) => scope.postMessage({ kind: "progress", progress });

stepBack();

scope.onmessage = ({ data }) => {
  try {
    if (data.kind === "merge") {
      mergeIndex({ files: diskFileSystem, directory: data.directory, rebuild: data.rebuild, onProgress });
      scope.postMessage({ kind: "merged" });
      return;
    }
    const cancelled = new Uint8Array(data.cancelled);
    const copy = copyLive(diskFileSystem, data.request, {
      onProgress,
      isCancelled: () => Atomics.load(cancelled, 0) === 1,
    });
    const { offsets, newOffsets, origins, newOrigins } = copy;
    scope.postMessage(
      { kind: "copied", copy },
      [offsets, newOffsets, origins, newOrigins].map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    const code = error instanceof HelixError ? error.code : null;
    scope.postMessage({ kind: "failed", code, message: messageOf(error) });
  }
};
