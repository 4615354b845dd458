// Merges the log's tail into a new index.bin: base and delta are merged, written to a temporary file and renamed over
// the old one, a stretch of the log at a time, so that never more text than that is in memory. What costs more to merge
// than to build is built anew. Runs in a worker of the server, or in the process of a command. It takes no lock:
// readers and writers go on meanwhile.

import { DataLog, LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_HEADER } from "../../engine/log/log-layout.ts";
import { DeltaSegment } from "../../engine/segment/delta-segment.ts";
import type { MergeInput } from "../../engine/segment/document.ts";
import { liveOrder } from "../../engine/segment/document-order.ts";
import { LiveIndex } from "../../engine/segment/live-index.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import { analyzeEntry } from "../index/document-terms.ts";
import { buildIndex } from "./index-build.ts";
import { replaceIndexFile } from "./index-file.ts";
import { INDEX_NAME, openBase } from "./log-follower.ts";
import { coverageOf, type MergeProgress, type MergeTask, watermarkOf } from "./merge-task.ts";

/** How much of the log is indexed in memory, which takes some ten times as much, before it is written to a file. */
export const MERGE_BYTES = 8 * 1024 * 1024;

/** Each stretch is a pass over the whole index: from so many on it takes longer than to build it anew. */
const STRETCHES_MAX = 24;

export interface MergeOptions {
  readonly files: FileSystem;
  readonly directory: string;
  /** Where the log is, if not in its usual place. */
  readonly logPath?: string;
  readonly indexPath?: string;
  /** Start from nothing, whatever the index file says. */
  readonly rebuild?: boolean;
  readonly chunkBytes?: number;
  readonly onProgress?: (progress: MergeProgress) => void;
}

/**
 * Merges until the whole log is covered. Returns false when there is no log. Throws IO when the index cannot be
 * written.
 */
export function mergeIndex(options: MergeOptions): boolean {
  const { files, directory } = options;
  const logPath = options.logPath ?? `${directory}/${LOG_NAME}`;
  const indexPath = options.indexPath ?? `${directory}/${INDEX_NAME}`;
  const log = DataLog.open(files, logPath);
  if (log === null) return false;
  try {
    sweepTemporaryFiles(files, indexPath);
    const { chunkBytes = MERGE_BYTES, onProgress } = options;
    const task: MergeTask = { files, log, indexPath, chunkBytes, onProgress };
    if (options.rebuild || !isWorthMerging(task)) {
      buildIndex(task);
    }
    if (log.isCurrent()) mergeTail(task);
    return true;
  } finally {
    log.close();
  }
}

/**
 * Whether there is an index that holds what its checksum says, for what is merged into the new file is in it for good;
 * and one that covers more than it leaves, for each stretch of the tail that is merged costs a pass over all that was
 * merged before.
 */
function isWorthMerging({ files, indexPath, log, chunkBytes }: MergeTask): boolean {
  const base = openBase(files, indexPath, log);
  if (base === null) return false;
  const { watermark } = base.header;
  const tail = log.size() - watermark;
  return tail <= Math.max(chunkBytes, Math.min(watermark, STRETCHES_MAX * chunkBytes)) && base.isSound();
}

function mergeTail({ files, log, indexPath, chunkBytes, onProgress }: MergeTask): void {
  for (let chunk = chunkBytes; ; ) {
    const { covered, size, progressed } = mergeStretch(files, log, indexPath, chunk);
    onProgress?.({ covered, size });
    if (covered >= size || !log.isCurrent()) return;
    // A stretch can end inside one long record or one long damage: then the next is longer.
    if (progressed) chunk = chunkBytes;
    else if (chunk >= size) return;
    else chunk *= 2;
  }
}

function mergeStretch(files: FileSystem, log: DataLog, indexPath: string, chunkBytes: number) {
  const size = log.size();
  const base = openBase(files, indexPath, log);
  const live = new LiveIndex(base, new DeltaSegment(analyzeEntry));
  const from = base?.header.watermark ?? LOG_HEADER.size;
  const until = Math.min(size, from + chunkBytes);
  const watermark = watermarkOf(log.scan(from, until, live, size), from);
  // What stands behind the watermark at the end of the log is no whole record yet.
  const covered = until === size ? size : watermark;
  if (base !== null && watermark <= base.header.watermark) return { covered, size, progressed: false };
  const inputs = inputsBelow(live, watermark);
  const content = { inputs, order: liveOrder(inputs), coverage: coverageOf(log, live, watermark) };
  replaceIndexFile(files, indexPath, content, () => !log.isCurrent() || covers(files, indexPath, log, watermark));
  return { covered, size, progressed: watermark > from };
}

/** Both segments without what begins at or behind the watermark. */
function inputsBelow(live: LiveIndex, watermark: number): MergeInput[] {
  const inputs = live.mergeInputs();
  const delta = inputs.pop()!;
  const isDeleted = (id: number) => delta.isDeleted(id) || delta.segment.offsetOf(id) >= watermark;
  return [...inputs, { segment: delta.segment, isDeleted }];
}

/** Whether another process has put an index there meanwhile that reaches as far as ours. */
function covers(files: FileSystem, path: string, log: DataLog, watermark: number): boolean {
  const found = openBase(files, path, log);
  return found !== null && found.header.watermark >= watermark;
}
