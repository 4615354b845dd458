// Where the long work over the log is done: folds, and the copies of compactions. Who needs it knows no more of it than this; the
// two kinds there are stand in folders.ts.

import type { FoldProgress } from "./fold-task.ts";
import type { CopyRequest, LiveCopy } from "./live-copy.ts";

export interface Folder {
  /** Folds the log's tail into index.bin (with `rebuild`: from nothing); resolves when the new index is in place. */
  fold(rebuild: boolean, onProgress?: (progress: FoldProgress) => void): Promise<void>;
  /** The long part of a compaction: see live-copy.ts. Throws CANCELLED when `signal` is aborted before it is done. */
  copyLive(
    request: CopyRequest,
    onProgress?: (progress: FoldProgress) => void,
    signal?: AbortSignal,
  ): Promise<LiveCopy>;
  close(): void;
}
