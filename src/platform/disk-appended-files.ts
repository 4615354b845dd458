// `AppendedFiles` by Node's own calls, for servers and commands. Hooks use libc-files.ts, which starts faster.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../base/errors.ts";
import type { OpenableFiles, OpenFile } from "./appended-files.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
const APPEND_FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The files of this machine. */
export const diskAppendedFiles: OpenableFiles = {
  readEnd(path, bytesMax) {
    return withFile(path, READ_FLAGS, (descriptor) => {
      const stats = fstatSync(descriptor);
      if (!isOwnFile(stats)) return null;
      const from = Math.max(0, stats.size - bytesMax);
      const bytes = Buffer.allocUnsafe(stats.size - from);
      const text = bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, bytes.length, from));
      return {
        text: from === 0 ? text : text.slice(text.indexOf("\n") + 1),
        modifiedMs: stats.mtimeMs,
        size: stats.size,
      };
    });
  },
  append(path, text) {
    const file = openFile(path);
    if (file === null) return false;
    try {
      return file.append(text) && file.isThere();
    } finally {
      file.close();
    }
  },
  open: openFile,
};

/** Null where the path leads to something other than a file of this user, or to a file that cannot be made. */
function openFile(path: string): OpenFile | null {
  let descriptor = -1;
  try {
    // A folder that is a link leads to somebody else's files.
    if (lstatSync(dirname(path), { throwIfNoEntry: false })?.isSymbolicLink()) return null;
    descriptor = openMaking(path, APPEND_FLAGS);
    if (isOwnFile(fstatSync(descriptor))) return new DiskFile(descriptor);
  } catch {
    // The file counts as missing.
  }
  if (descriptor >= 0) closeSync(descriptor);
  return null;
}

/**
 * Whether the file belongs to this user and has one name. Where others may write, it could be theirs, or a second name
 * of any file.
 */
function isOwnFile(stats: Stats): boolean {
  return stats.isFile() && stats.uid === process.geteuid?.() && stats.nlink <= 1;
}

class DiskFile implements OpenFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  isThere(): boolean {
    try {
      return fstatSync(this.#descriptor).nlink > 0;
    } catch {
      return false;
    }
  }

  append(text: string): boolean {
    try {
      // A disk that fills up takes only a part.
      return writeSync(this.#descriptor, text) === Buffer.byteLength(text);
    } catch {
      return false;
    }
  }

  close(): void {
    try {
      closeSync(this.#descriptor);
    } catch {
      // The file is not open any more, whatever the system says.
    }
  }
}

/**
 * Removes the regular files of a folder that were not changed since `beforeMs`, milliseconds since 1970. A file that
 * cannot be removed stays.
 */
export function removeIdleFiles(folder: string, beforeMs: number): void {
  for (const name of namesIn(folder)) {
    try {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isFile() && stats.mtimeMs < beforeMs) unlinkSync(path);
    } catch {
      // Removed by another process, or not ours to remove.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    // A link is not followed: what it leads to is not helix's.
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/** Null when the file cannot be used. */
function withFile<T>(path: string, flags: number, use: (descriptor: number) => T): T | null {
  try {
    const descriptor = openMaking(path, flags);
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** Opens a file. If `flags` allow creating it, its folders are made, too. */
function openMaking(path: string, flags: number): number {
  try {
    return openSync(path, flags, FILE_MODE);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT" || (flags & constants.O_CREAT) === 0) throw error;
    mkdirSync(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
    return openSync(path, flags, FILE_MODE);
  }
}
