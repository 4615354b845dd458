// Puts index files in place: they are written under a temporary name, and renamed when they are whole.

import type { NewOrigins } from "../../engine/segment/document-columns.ts";
import type { DocumentOrder } from "../../engine/segment/document-order.ts";
import type { MergeInput } from "../../engine/segment/segment.ts";
import { type Coverage, writeSegment } from "../../engine/segment/segment-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { ioError } from "../../platform/io-error.ts";
import { temporaryPath } from "../../platform/temporary-file.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { deriveMentions } from "../index/topic-mentions.ts";

/** The content of an index file. */
export interface IndexContent {
  readonly inputs: readonly MergeInput[];
  readonly order: DocumentOrder;
  readonly coverage: Coverage;
  /** Where the documents stand in a new log; see `MergePlan`. */
  readonly origins?: NewOrigins;
}

/**
 * Writes an index file at `path`, where there is no file yet. With `sync` it is on the disk afterwards. A file that
 * cannot be finished is removed.
 */
export function createIndexFile(files: FileSystem, path: string, content: IndexContent, sync: boolean): void {
  try {
    const file = files.open(path, "create");
    try {
      const plan = { ...content, origins: content.origins ?? null };
      writeSegment(NOTE_SCHEMA, plan, content.coverage, file, deriveMentions);
      if (sync) file.sync();
    } finally {
      file.close();
    }
  } catch (error) {
    removeQuietly(files, path);
    throw error;
  }
}

/** Writes an index file and renames it to `path`, unless it `isSuperseded` by then. Throws IO. */
export function replaceIndexFile(
  files: FileSystem,
  path: string,
  content: IndexContent,
  isSuperseded: () => boolean,
): void {
  const temporary = temporaryPath(path);
  try {
    createIndexFile(files, temporary, content, true);
    if (isSuperseded()) files.remove(temporary);
    else files.rename(temporary, path);
  } catch (error) {
    removeQuietly(files, temporary);
    throw ioError(`cannot write the index ${path}`, error);
  }
}

/** Removes a temporary file. If that fails, the next merge removes it. */
export function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // It may not be there.
  }
}
