// Where the long work over the log is done: merges, and the copies of compactions. Who needs it knows no more of it
// than this; the two kinds there are stand in mergers.ts.

import type { CopyRequest, LiveCopy } from "./live-copy.ts";
import type { MergeProgress } from "./merge-task.ts";

export interface Merger {
  /** Merges the log's tail into index.bin (with `rebuild`: from nothing); resolves when the new index is in place. */
  merge(rebuild: boolean, onProgress?: (progress: MergeProgress) => void): Promise<void>;
  /** The long part of a compaction: see live-copy.ts. Throws CANCELLED when `signal` is aborted before it is done. */
  copyLive(
    request: CopyRequest,
    onProgress?: (progress: MergeProgress) => void,
    signal?: AbortSignal,
  ): Promise<LiveCopy>;
  close(): void;
}
