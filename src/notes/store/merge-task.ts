// Shared by merging a tail and building an index from nothing: their input, and what they state about the log.

import type { DataLog } from "../../engine/log/data-log.ts";
import type { ScanEnd } from "../../engine/log/log-scan.ts";
import type { Coverage } from "../../engine/segment/segment-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { NoteIndex } from "../index/note-index.ts";

export interface MergeProgress {
  /** How many bytes of the log the index covers, and the length of the log. */
  readonly covered: number;
  readonly size: number;
}

/** A merge of a log into the index at a path. */
export interface MergeTask {
  readonly files: FileSystem;
  readonly log: DataLog;
  readonly indexPath: string;
  readonly chunkBytes: number;
  readonly onProgress: ((progress: MergeProgress) => void) | undefined;
}

/**
 * How far an index may cover what was scanned from `from` on. The last entry may have to be left out, because the
 * tombstone that decides its place may still come.
 */
export function watermarkOf({ end, openEntry }: ScanEnd, from: number): number {
  return openEntry >= 0 && openEntry > from ? openEntry : end;
}

/** What an index states about the log: an index up to `watermark`, with all that is `live` there. */
export function coverageOf(log: DataLog, live: NoteIndex, watermark: number): Coverage {
  return {
    watermark,
    fingerprint: log.fingerprint(watermark),
    timeBase: live.timeBase,
    damageCount: live.damageCount,
    damageBytes: live.damageBytes,
    recoveredVersions: live.recoveredVersions,
  };
}
