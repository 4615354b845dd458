// Folds the log's tail into a new index.bin: base and delta are merged, written to a temporary file and renamed over the old
// one. The same code builds an index from nothing, a stretch of the log at a time, so that never more text than that is in memory.
// Runs in a worker of the server, or in the process of a command. It takes no lock: readers and writers go on meanwhile.

import { LOG_HEADER } from "../format/log-layout.ts";
import { DeltaSegment } from "../index/delta-segment.ts";
import type { MergeInput } from "../index/document.ts";
import { LiveIndex } from "../index/live-index.ts";
import { type Coverage, writeSegment } from "../index/segment-writer.ts";
import { DataLog, ioError, LOG_NAME } from "../storage/data-log.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { sweepTemporaryFiles, temporaryPath } from "../storage/temporary-file.ts";
import { INDEX_NAME, openBase } from "./log-follower.ts";

/** How much of the log is indexed in memory before it is merged into the file. */
export const FOLD_BYTES = 32 * 1024 * 1024;

export interface FoldProgress {
  /** Bytes of the log that are in the index, and its length. */
  readonly covered: number;
  readonly size: number;
}

export interface FoldOptions {
  readonly files: FileSystem;
  readonly directory: string;
  /** Where the log is, if not in its usual place (compaction indexes a log before it is put there). */
  readonly logPath?: string;
  readonly indexPath?: string;
  /** Start from nothing, whatever the index file says. */
  readonly rebuild?: boolean;
  readonly chunkBytes?: number;
  readonly onProgress?: (progress: FoldProgress) => void;
}

/** Folds until the whole log is covered. Returns false when there is no log. Throws IO when the index cannot be written. */
export function foldIndex(options: FoldOptions): boolean {
  const { files, directory } = options;
  const logPath = options.logPath ?? `${directory}/${LOG_NAME}`;
  const indexPath = options.indexPath ?? `${directory}/${INDEX_NAME}`;
  const log = DataLog.open(files, logPath, false);
  if (log === null) return false;
  try {
    sweepTemporaryFiles(files, indexPath);
    // What is merged into the new file is in it for good.
    let rebuild = (options.rebuild ?? false) || openBase(files, indexPath, log)?.isSound() === false;
    for (let chunk = options.chunkBytes ?? FOLD_BYTES; ; ) {
      const { covered, size, progressed } = foldStretch({ files, log, indexPath, rebuild, chunkBytes: chunk });
      rebuild = false;
      options.onProgress?.({ covered, size });
      if (covered >= size || !log.isCurrent()) return true;
      // A stretch can end inside one long record or one long damage: then the next is longer.
      if (progressed) chunk = options.chunkBytes ?? FOLD_BYTES;
      else if (chunk >= size) return true;
      else chunk *= 2;
    }
  } finally {
    log.close();
  }
}

interface Stretch {
  readonly files: FileSystem;
  readonly log: DataLog;
  readonly indexPath: string;
  readonly rebuild: boolean;
  readonly chunkBytes: number;
}

function foldStretch({ files, log, indexPath, rebuild, chunkBytes }: Stretch) {
  const size = log.size();
  const base = rebuild ? null : openBase(files, indexPath, log);
  const live = new LiveIndex(base, new DeltaSegment());
  const from = base?.header.watermark ?? LOG_HEADER.size;
  const until = Math.min(size, from + chunkBytes);
  const { end, openEntry } = log.scan(from, until, live, size);
  const watermark = openEntry >= 0 && openEntry > from ? openEntry : end;
  // What stands behind the watermark at the end of the log is no whole record yet.
  const covered = until === size ? size : watermark;
  if (base !== null && watermark <= base.header.watermark) return { covered, size, progressed: false };
  const coverage: Coverage = {
    watermark,
    fingerprint: log.fingerprint(watermark),
    timeBase: live.timeBase,
    damageCount: live.damageCount,
    damageBytes: live.damageBytes,
    standIns: live.standIns,
  };
  const pieces = writeSegment(inputsBelow(live, watermark), coverage);
  writeIndexFile({
    files,
    path: indexPath,
    log,
    pieces,
    isSuperseded: () => !rebuild && covers(files, indexPath, log, watermark),
  });
  return { covered, size, progressed: watermark > from };
}

/** Both segments without what begins at or behind the watermark. */
function inputsBelow(live: LiveIndex, watermark: number): MergeInput[] {
  const inputs = live.mergeInputs();
  const delta = inputs.pop()!;
  const isBuried = (id: number) => delta.isBuried(id) || live.delta.document(id).offset >= watermark;
  return [...inputs, { segment: delta.segment, isBuried }];
}

/** Whether another process has put an index there meanwhile that reaches as far as ours. */
function covers(files: FileSystem, path: string, log: DataLog, watermark: number): boolean {
  const found = openBase(files, path, log);
  return found !== null && found.header.watermark >= watermark;
}

interface IndexFile {
  readonly files: FileSystem;
  readonly path: string;
  readonly log: DataLog;
  readonly pieces: readonly Uint8Array[];
  isSuperseded(): boolean;
}

/** Writes the pieces and renames them into place, unless they are out of date by then. */
function writeIndexFile({ files, path, log, pieces, isSuperseded }: IndexFile): void {
  const temporary = temporaryPath(path);
  try {
    const file = files.open(temporary, "create");
    try {
      for (const piece of pieces) file.append(piece);
      file.sync();
    } finally {
      file.close();
    }
    if (log.isCurrent() && !isSuperseded()) files.rename(temporary, path);
    else files.remove(temporary);
  } catch (error) {
    try {
      files.remove(temporary);
    } catch {
      // Swept by the next fold.
    }
    throw ioError(`cannot write the index ${path}`, error);
  }
}
