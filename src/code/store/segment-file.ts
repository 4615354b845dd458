// Writes and opens the segments of the code index. They are of the engine's format; what its header says of a log is
// empty here.

import { BaseSegment } from "../../engine/segment/base-segment.ts";
import { liveOrder } from "../../engine/segment/document-order.ts";
import type { Schema } from "../../engine/segment/schema.ts";
import type { MergeableSegment, MergeInput } from "../../engine/segment/segment.ts";
import { type Coverage, writeSegment } from "../../engine/segment/segment-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";

const NO_LOG: Coverage = {
  watermark: 0,
  fingerprint: 0,
  timeBase: "utc-2024",
  damageCount: 0,
  damageBytes: 0,
  recoveredVersions: [],
};

/**
 * Writes a segment to `path`, where no file is yet, durably. What cannot be finished is removed. Throws the system's
 * error.
 */
export function writeSegmentFile(files: FileSystem, path: string, segment: MergeableSegment): void {
  writeSegmentMerge(files, path, [{ segment, isDeleted: () => false }]);
}

/** The same for several segments of one schema, one behind the other. */
export function writeSegmentMerge(files: FileSystem, path: string, inputs: readonly MergeInput[]): void {
  try {
    const file = files.open(path, "create");
    try {
      const { schema } = inputs[0]!.segment;
      writeSegment(schema, { inputs, order: liveOrder(inputs), origins: null }, NO_LOG, file);
      file.sync();
    } finally {
      file.close();
    }
  } catch (error) {
    removeQuietly(files, path);
    throw error;
  }
}

/** Opens a segment; null when there is none, or it is of another version, or damaged in its first bytes. */
export function openSegmentFile(files: FileSystem, path: string, schema: Schema): BaseSegment | null {
  try {
    return BaseSegment.open(schema, files.load(path));
  } catch {
    return null;
  }
}

/** Removes a file of the index. If that fails, the next writer removes it. */
export function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // It may not be there.
  }
}
