// Reads small files that others wrote (git's configuration and the like). They may be anything: a FIFO that nobody writes to, a
// device, a loop of links, gigabytes. Every call returns at once with an answer or null, and never throws.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";

/** What a path leads to, links followed. */
export type FileKind = "file" | "directory" | "other";

export interface SmallFiles {
  /** The text of a regular file of at most `bytesMax` bytes (what is not UTF-8 becomes U+FFFD); null for any other. */
  readText(path: string, bytesMax: number): string | null;
  /** null when there is nothing, or when it can not be looked at. */
  kind(path: string): FileKind | null;
  /** The path without links, absolute; null when it leads nowhere. */
  realPath(path: string): string | null;
}

/** A file at one moment: as long as `version` is the same, so is its content. */
export interface FileStamp {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly version: string;
}

/** Small files that are looked at again and again. */
export interface StampedFiles extends SmallFiles {
  /** null when there is nothing, or when it can not be looked at. */
  stamp(path: string): FileStamp | null;
}

// Not blocking, and not becoming the process's terminal, should the file have been exchanged since it was looked at.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The files of this machine. */
export const diskFiles: StampedFiles = {
  readText(path, bytesMax) {
    if (diskFiles.kind(path) !== "file") return null;
    return orNull(() => {
      const descriptor = openSync(path, OPEN_FLAGS);
      try {
        return kindOf(fstatSync(descriptor)) === "file" ? readAtMost(descriptor, bytesMax) : null;
      } finally {
        closeSync(descriptor);
      }
    });
  },
  kind(path) {
    return orNull(() => kindOf(statSync(path)));
  },
  realPath(path) {
    return orNull(() => realpathSync.native(path));
  },
  stamp(path) {
    return orNull(() => {
      const stats = statSync(path);
      const { size, mtimeMs, ctimeMs, ino, dev } = stats;
      return {
        kind: kindOf(stats),
        size,
        modifiedMs: mtimeMs,
        version: [dev, ino, size, mtimeMs, ctimeMs].join(" "),
      };
    });
  },
};

function readAtMost(descriptor: number, bytesMax: number): string | null {
  const bytes = Buffer.allocUnsafe(bytesMax + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.toString("utf8", 0, length);
    length += count;
  }
  return null;
}

function kindOf(stats: Stats): FileKind {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}

/** Paths with NUL bytes and the system's errors alike mean that there is nothing to read. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
