// The worker thread that builds generations: one request, progress, one answer. It is an entry point of its own in the
// build.

import { messageOf, systemCodeOf } from "../../base/errors.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskSourceFiles } from "../../platform/source-files.ts";
import { stepBack } from "../../platform/thread-priority.ts";
import { buildGeneration } from "./build-generation.ts";
import { DiskFiles } from "./disk-files.ts";
import type { BuildReply, BuildRequest } from "./thread-builder.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<BuildRequest>) => void) | null;
  postMessage(reply: BuildReply): void;
};

stepBack();

scope.onmessage = ({ data: { root, request } }) => {
  try {
    // The clock that sets the times of files.
    const tree = new DiskFiles(root, { sources: diskSourceFiles, wallMs: () => Date.now() });
    const built = buildGeneration(diskFileSystem, tree, request, (done) =>
      scope.postMessage({ kind: "progress", done }),
    );
    scope.postMessage({ kind: "built", built });
  } catch (error) {
    scope.postMessage({ kind: "failed", code: systemCodeOf(error), message: messageOf(error) });
  }
};
