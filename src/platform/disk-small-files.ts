// `SmallFiles` by Node's own calls, for commands and servers. Hooks use libc-files.ts, which starts faster.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { orNull } from "../base/errors.ts";
import { isOpenedWithin } from "./opened-path.ts";
import { realPath } from "./real-path.ts";
import type { FileKind, GuardedFiles, StampedFiles } from "./small-files.ts";

// The file may have been exchanged since it was looked at. Opening must not block, nor make it the process's terminal.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

const PERMISSION_BITS = 0o777;

/** The files of this machine. Paths with NUL bytes and the system's errors alike mean that there is nothing to read. */
export const diskFiles: StampedFiles & GuardedFiles = {
  readText(path, bytesMax, root) {
    const bytes = readFirst(path, bytesMax + 1, root);
    return bytes === null || bytes.length > bytesMax ? null : bytes.toString("utf8");
  },
  readStart(path, bytesMax, root) {
    return readFirst(path, bytesMax, root)?.toString("utf8") ?? null;
  },
  kind(path) {
    return orNull(() => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats === undefined ? null : kindOf(stats);
    });
  },
  realPath(path) {
    return orNull(() => realPath(path));
  },
  access(path) {
    return orNull(() => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats === undefined ? null : { owner: stats.uid, mode: stats.mode & PERMISSION_BITS };
    });
  },
  stamp(path) {
    return orNull(() => {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return null;
      const { size, mtimeMs, ctimeMs, ino, dev } = stats;
      return {
        kind: kindOf(stats),
        size,
        modifiedMs: mtimeMs,
        version: `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`,
      };
    });
  },
};

/** The first bytes of a regular file, fewer where it ends; null for anything else, and for a file outside `root`. */
function readFirst(path: string, count: number, root: string | undefined): Buffer | null {
  if (diskFiles.kind(path) !== "file") return null;
  return orNull(() => {
    const descriptor = openSync(path, OPEN_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      if (root !== undefined && !isOpenedWithin(descriptor, path, root)) return null;
      return kindOf(stats) === "file" ? readAtMost(descriptor, count, stats.size) : null;
    } finally {
      closeSync(descriptor);
    }
  });
}

/**
 * The first bytes of a file that was `size` bytes long a moment ago, as it was then. A size of 0 also stands for a file
 * that is made as it is read, like the files of /proc.
 */
function readAtMost(descriptor: number, bytesMax: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size > 0 ? Math.min(bytesMax, size) : bytesMax);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += count;
    if (count === 0) break;
  }
  return bytes.subarray(0, length);
}

function kindOf(stats: Stats): FileKind {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}
