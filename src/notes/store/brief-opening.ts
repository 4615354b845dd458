// How a hook gets a view of what is live: it looks once, keeps nothing current, writes nothing, and reads no more of
// the log than a hook has time for. This is the one exception to the promise that stored notes are found: without a
// usable index, a long log is not read. If the index covers the whole log, the code that follows a log is not loaded.
// It is loaded if the log goes on behind the watermark.

import { crc32 } from "../../base/crc32.ts";
import { FINGERPRINT_BYTES } from "../../engine/log/log-layout.ts";
import { decodeKnownRecord, type EntryRecord } from "../../engine/log/log-record.ts";
import { BaseSegment } from "../../engine/segment/base-segment.ts";
import { emptySegment } from "../../engine/segment/empty-segment.ts";
import type { FileHandle, FileSystem } from "../../platform/file-system.ts";
import { NoteIndex } from "../index/note-index.ts";
import { NOTE_SCHEMA } from "../index/note-schema.ts";
import { snippetReader } from "./log-snippets.ts";
import { type EntryReader, NoteView } from "./note-view.ts";

/** The most bytes of the log that are read. */
const LOG_BYTES_MAX = 4 * 1024 * 1024;

/** What is live in a directory now; null if it cannot be read, or not in a hook's time. Does not throw. */
export async function openBriefly(files: FileSystem, directory: string): Promise<NoteView | null> {
  try {
    return openCovered(files, directory) ?? (await openFollowing(files, directory));
  } catch {
    return null;
  }
}

/**
 * The length of the log, and of its tail that every process has to index anew because no index covers it, in bytes.
 * null if they cannot be read.
 */
export function extentOf(files: FileSystem, directory: string): { readonly log: number; readonly tail: number } | null {
  try {
    const log = files.identify(`${directory}/data.log`)?.size ?? 0;
    return { log, tail: log - (watermarkOf(files, directory) ?? 0) };
  } catch {
    return null;
  }
}

function watermarkOf(files: FileSystem, directory: string): number | null {
  const path = `${directory}/index.bin`;
  return files.identify(path) === null
    ? null
    : (BaseSegment.open(NOTE_SCHEMA, files.map(path))?.header.watermark ?? null);
}

/** The view of a log that the index covers to its end; null for any other log. */
function openCovered(files: FileSystem, directory: string): NoteView | null {
  const opened = openBoth(files, directory);
  if (opened === null) return null;
  const { log, base } = opened;
  const { size } = log.identity();
  if (base.header.watermark !== size || base.header.fingerprint !== fingerprintOf(log, size)) return null;
  const readSnippet = snippetReader(
    (target, position) => log.read(target, position),
    () => undefined,
    false,
  );
  const index = new NoteIndex(base, emptySegment(NOTE_SCHEMA), { readSnippet });
  return new NoteView(index, readerOf(log), () => undefined);
}

/** Log and index; null if either is missing or cannot be read. The code that follows a log handles that case. */
function openBoth(files: FileSystem, directory: string): { log: FileHandle; base: BaseSegment } | null {
  try {
    const base = BaseSegment.open(NOTE_SCHEMA, files.map(`${directory}/index.bin`));
    return base === null ? null : { log: files.open(`${directory}/data.log`, "read"), base };
  } catch {
    return null;
  }
}

async function openFollowing(files: FileSystem, directory: string): Promise<NoteView | null> {
  const { LogFollower } = await import("./log-follower.ts");
  const follower = new LogFollower(files, directory);
  if (follower.attach() > LOG_BYTES_MAX) return null;
  follower.read();
  return new NoteView(follower.index, follower.log, () => undefined);
}

/** The same checksum as `DataLog.fingerprint`. */
function fingerprintOf(log: FileHandle, size: number): number {
  const bytes = new Uint8Array(Math.min(FINGERPRINT_BYTES, size));
  const head = crc32(bytes.subarray(0, log.read(bytes, 0)));
  return crc32(bytes.subarray(0, log.read(bytes, size - bytes.length)), head);
}

function readerOf(log: FileHandle): EntryReader {
  return {
    readEntry({ offset, size, isReplacement }): EntryRecord | null {
      const bytes = new Uint8Array(size);
      if (log.read(bytes, offset) < size) return null;
      const record = decodeKnownRecord(bytes);
      return record.kind === "entry" && record.size === size && record.isReplacement === isReplacement ? record : null;
    },
  };
}
