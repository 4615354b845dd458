// The worker thread that folds: one request, progress, one answer. An entry point of the build of its own.

import { messageOf } from "../errors.ts";
import { diskFileSystem } from "../storage/disk-file-system.ts";
import { foldIndex } from "./fold.ts";
import type { FoldReply, FoldRequest } from "./folders.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<FoldRequest>) => void) | null;
  postMessage(reply: FoldReply): void;
};

scope.onmessage = ({ data: { directory, rebuild } }) => {
  try {
    foldIndex({
      files: diskFileSystem,
      directory,
      rebuild,
      onProgress: (progress) => scope.postMessage({ kind: "progress", progress }),
    });
    scope.postMessage({ kind: "done" });
  } catch (error) {
    scope.postMessage({ kind: "failed", message: messageOf(error) });
  }
};
