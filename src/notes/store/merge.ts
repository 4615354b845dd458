// Merges the log's tail into a new index.bin: base and delta are merged, written to a temporary file and renamed over
// the old one. This is done one stretch of the log at a time, so that no more text than one stretch is in memory. If a
// merge would cost more than building the index anew, the index is built anew. Runs in a worker of the server, or in
// the process of a command.
// Invariants:
// - It takes no lock. Readers and writers go on meanwhile.

import { DataLog, LOG_NAME } from "../../engine/log/data-log.ts";
import { LOG_HEADER } from "../../engine/log/log-layout.ts";
import { DeltaSegment } from "../../engine/segment/delta-segment.ts";
import { liveOrder } from "../../engine/segment/document-order.ts";
import type { MergeInput } from "../../engine/segment/segment.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { sweepTemporaryFiles } from "../../platform/temporary-file.ts";
import { analyzeEntry } from "../index/document-terms.ts";
import { NoteIndex } from "../index/note-index.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { buildIndex } from "./index-build.ts";
import { replaceIndexFile } from "./index-file.ts";
import { INDEX_NAME, openBase } from "./log-follower.ts";
import { coverageOf, type MergeProgress, type MergeTask, watermarkOf } from "./merge-task.ts";

/**
 * How much of the log is indexed in memory before it is written to a file. The memory it takes is about ten times as
 * much.
 */
export const MERGE_BYTES = 8 * 1024 * 1024;

/** Each stretch is a pass over the whole index. From this many on, that takes longer than to build the index anew. */
const STRETCHES_MAX = 24;

export interface MergeOptions {
  readonly files: FileSystem;
  readonly directory: string;
  /** The log, if it is not in its usual place. */
  readonly logPath?: string;
  readonly indexPath?: string;
  /** Builds the index from nothing, whatever the index file holds. */
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
 * Whether merging is right and cheaper than building anew. Content that is merged into the new file stays there for
 * good, so the index must have the content that its checksum states. Each stretch of the tail costs a pass over all
 * that was merged before, so the index must cover more than it leaves.
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
    // A stretch can end inside one long record or one long damage. Then the next stretch is longer.
    if (progressed) chunk = chunkBytes;
    else if (chunk >= size) return;
    else chunk *= 2;
  }
}

function mergeStretch(files: FileSystem, log: DataLog, indexPath: string, chunkBytes: number) {
  const size = log.size();
  const base = openBase(files, indexPath, log);
  const live = new NoteIndex(base, new DeltaSegment(NOTE_SCHEMA), { analyze: analyzeEntry });
  const from = base?.header.watermark ?? LOG_HEADER.size;
  const until = Math.min(size, from + chunkBytes);
  const watermark = watermarkOf(log.scan(from, until, live, size), from);
  // The bytes between the watermark and the end of the log hold no whole record yet.
  const covered = until === size ? size : watermark;
  if (base !== null && watermark <= base.header.watermark) return { covered, size, progressed: false };
  const inputs = inputsBelow(live, watermark);
  const content = { inputs, order: liveOrder(inputs), coverage: coverageOf(log, live, watermark) };
  replaceIndexFile(files, indexPath, content, () => !log.isCurrent() || covers(files, indexPath, log, watermark));
  return { covered, size, progressed: watermark > from };
}

/** Both segments, without documents that begin at or behind the watermark. */
function inputsBelow(live: NoteIndex, watermark: number): MergeInput[] {
  const inputs = live.mergeInputs();
  const delta = inputs.pop()!;
  const isDeleted = (id: number) => delta.isDeleted(id) || delta.segment.offsetOf(id) >= watermark;
  return [...inputs, { segment: delta.segment, isDeleted }];
}

/** Whether another process has meanwhile put an index in place that covers at least as much. */
function covers(files: FileSystem, path: string, log: DataLog, watermark: number): boolean {
  const found = openBase(files, path, log);
  return found !== null && found.header.watermark >= watermark;
}
