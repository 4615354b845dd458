// `SmallFiles` by Node's own calls: what every command and server uses. Hooks have their own, which start faster (libc-files.ts).

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";

import type { FileKind, StampedFiles } from "./small-files.ts";

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
