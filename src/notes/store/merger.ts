// The long work on the log, as its callers see it: merges, and the copies of compactions. mergers.ts has the two
// implementations.

import type { CopyRequest, LiveCopy } from "./live-copy.ts";
import type { MergeProgress } from "./merge-task.ts";

export interface Merger {
  /**
   * Merges the log's tail into index.bin, or with `rebuild` builds it from nothing. Resolves when the new index is in
   * place.
   */
  merge(rebuild: boolean, onProgress?: (progress: MergeProgress) => void): Promise<void>;
  /** The long part of a compaction (live-copy.ts). Throws CANCELLED if `signal` is aborted before it is done. */
  copyLive(
    request: CopyRequest,
    onProgress?: (progress: MergeProgress) => void,
    signal?: AbortSignal,
  ): Promise<LiveCopy>;
  close(): void;
}
