// Builds an index from nothing. A first pass over the log finds out what is live, and the place of each entry. Then the
// live entries are indexed, one part of the log at a time, each part into a file of its own. At the end all parts are
// merged at once. So an entry is tokenized once, its postings are written twice, and only one part is in memory,
// however long the log is.

import type { DataLog } from "../../engine/log/data-log.ts";
import { LOG_HEADER } from "../../engine/log/log-layout.ts";
import { BaseSegment } from "../../engine/segment/base-segment.ts";
import { DeltaSegment } from "../../engine/segment/delta-segment.ts";
import { liveOrder } from "../../engine/segment/document-order.ts";
import type { MergeableSegment, MergeInput } from "../../engine/segment/segment.ts";
import type { Coverage } from "../../engine/segment/segment-writer.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { ioError } from "../../platform/io-error.ts";
import { temporaryPath } from "../../platform/temporary-file.ts";
import { analyzeEntry, analyzeNothing } from "../index/document-terms.ts";
import { NoteIndex } from "../index/note-index.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { createIndexFile, type IndexContent, removeQuietly, replaceIndexFile } from "./index-file.ts";
import { coverageOf, type MergeTask, watermarkOf } from "./merge-task.ts";

/** Replaces the index by a new one over the whole log. Throws IO when it cannot be written. */
export function buildIndex({ files, log, indexPath, chunkBytes, onProgress }: MergeTask): void {
  const size = log.size();
  const outline = new NoteIndex(null, new DeltaSegment(NOTE_SCHEMA), { analyze: analyzeNothing });
  const watermark = watermarkOf(log.scan(LOG_HEADER.size, size, outline, size), LOG_HEADER.size);
  const coverage = coverageOf(log, outline, watermark);
  const parts = new IndexParts(files, indexPath, coverage);
  try {
    let delta = new DeltaSegment(NOTE_SCHEMA);
    let bytes = 0;
    const { documentCount } = outline.delta;
    for (let id = 0; id < documentCount; id++) {
      if (bytes >= chunkBytes) {
        parts.add(delta);
        onProgress?.({ covered: outline.delta.offsetOf(id), size });
        delta = new DeltaSegment(NOTE_SCHEMA);
        bytes = 0;
        // Without this call, the garbage of several parts adds up: three times the memory for a tenth of the time.
        Bun.gc(true);
      }
      if (outline.isDeleted(id) || outline.delta.offsetOf(id) >= watermark) continue;
      addEntry(delta, log, outline, id);
      bytes += outline.delta.sizeOf(id);
    }
    const content = contentOf(parts.with(delta), coverage);
    replaceIndexFile(files, indexPath, content, () => !log.isCurrent());
  } finally {
    parts.remove();
  }
}

function addEntry(delta: DeltaSegment, log: DataLog, outline: NoteIndex, id: number): void {
  const { offset, size, isReplacement, origin, stored, topic } = outline.document(id);
  const record = log.readEntry({ offset, size, isReplacement });
  if (record === null) throw ioError(`cannot index ${log.path}`, new Error("it was changed meanwhile"));
  delta.add({ ...analyzeEntry({ topic, stored, record }), offset, size, isReplacement, origin });
}

/** Index files of parts of the log, in the directory of the index. */
class IndexParts {
  readonly #files: FileSystem;
  readonly #indexPath: string;
  readonly #coverage: Coverage;
  readonly #paths: string[] = [];

  constructor(files: FileSystem, indexPath: string, coverage: Coverage) {
    this.#files = files;
    this.#indexPath = indexPath;
    this.#coverage = coverage;
  }

  /** Writes a part. Throws IO. */
  add(delta: DeltaSegment): void {
    const path = temporaryPath(this.#indexPath);
    this.#paths.push(path);
    try {
      createIndexFile(this.#files, path, contentOf([delta], this.#coverage), false);
    } catch (error) {
      throw ioError(`cannot write the index ${this.#indexPath}`, error);
    }
  }

  /** All parts in order, with `delta` as the last. */
  with(delta: DeltaSegment): MergeableSegment[] {
    if (this.#paths.length === 0) return [delta];
    this.add(delta);
    return this.#paths.map((path) => {
      const part = BaseSegment.open(NOTE_SCHEMA, this.#files.map(path));
      if (part === null) throw ioError(`cannot read ${path}`, new Error("it was changed meanwhile"));
      return part;
    });
  }

  remove(): void {
    for (const path of this.#paths) removeQuietly(this.#files, path);
  }
}

function contentOf(segments: readonly MergeableSegment[], coverage: Coverage): IndexContent {
  const inputs: MergeInput[] = segments.map((segment) => ({ segment, isDeleted: () => false }));
  return { inputs, order: liveOrder(inputs), coverage };
}
