// The files of this machine for a hook's process, by the calls of libc.ts. disk-file-system.ts and disk-small-files.ts
// do the same by Node's calls. Nothing here locks, renames or syncs: a hook that has to store something goes the way of
// a command.

import { orNull, systemCodeOf } from "../base/errors.ts";
import { isWithin } from "../base/path-names.ts";
import { decodeUtf8, encodeUtf8 } from "../base/utf8.ts";
import type { AppendedFiles } from "./appended-files.ts";
import type { FileHandle, FileIdentity, FileSystem } from "./file-system.ts";
import { closeFile, realPathOf, writeAll } from "./libc.ts";
import { openForAppending, openForReading, openUnlinked, readAt } from "./libc-opening.ts";
import { createDirectory, createFile, type FileFacts, factsAt, factsOf } from "./libc-paths.ts";
import type { GuardedFiles, StampedFiles } from "./small-files.ts";

/** Files of /proc have a size of 0 and yet hold something. */
const UNSIZED_BYTES = 4096;

class LibcFile implements FileHandle {
  readonly append = unsupported;
  readonly overwrite = unsupported;
  readonly sync = unsupported;
  readonly truncate = unsupported;
  #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  read(target: Uint8Array, position: number): number {
    return readAt(this.#descriptor, target, position);
  }

  identity(): FileIdentity {
    return factsOf(this.#descriptor);
  }

  close(): void {
    if (this.#descriptor >= 0) closeFile(this.#descriptor);
    this.#descriptor = -1;
  }
}

function unsupported(): never {
  throw new Error("a hook only reads the store");
}

/** The store's files, for reading. */
export const libcFileSystem: FileSystem = {
  open: (path) => new LibcFile(openForReading(path)),
  identify(path) {
    try {
      return factsAt(path);
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return null;
      throw error;
    }
  },
  map(path) {
    const { size } = factsAt(path);
    if (size === 0) return new Uint8Array(0);
    try {
      return Bun.mmap(path, { shared: false });
    } catch {
      return readWhole(path, size);
    }
  },
  // A hook ends soon.
  load: (path) => libcFileSystem.map(path),
  rename: unsupported,
  remove: unsupported,
  makeDirectory: unsupported,
  syncDirectory: unsupported,
  list: unsupported,
  tryLock: unsupported,
};

function readWhole(path: string, size: number): Uint8Array {
  const descriptor = openForReading(path);
  try {
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, readAt(descriptor, bytes, 0));
  } finally {
    closeFile(descriptor);
  }
}

/** Small files that others wrote. */
export const libcFiles: StampedFiles & GuardedFiles = {
  readText(path, bytesMax, root) {
    return orNull(() => {
      const descriptor = openForReading(path);
      try {
        const { kind, size } = factsOf(descriptor);
        if (kind !== "file" || size > bytesMax || isOutside(descriptor, path, root)) return null;
        const bytes = new Uint8Array(Math.min(bytesMax, Math.max(size, UNSIZED_BYTES)) + 1);
        const length = readAt(descriptor, bytes, 0);
        return length > bytesMax ? null : decodeUtf8(bytes.subarray(0, length));
      } finally {
        closeFile(descriptor);
      }
    });
  },
  readStart(path, bytesMax, root) {
    return orNull(() => {
      const descriptor = openForReading(path);
      try {
        const { kind, size } = factsOf(descriptor);
        if (kind !== "file" || isOutside(descriptor, path, root)) return null;
        const bytes = new Uint8Array(Math.min(bytesMax, Math.max(size, UNSIZED_BYTES)));
        return decodeUtf8(bytes.subarray(0, readAt(descriptor, bytes, 0)));
      } finally {
        closeFile(descriptor);
      }
    });
  },
  kind: (path) => orNull(() => factsAt(path).kind),
  realPath: (path) => orNull(() => realPathOf(path)),
  stamp: (path) => orNull(() => factsAt(path)),
  access: (path) => orNull(() => factsAt(path)),
};

/**
 * Whether an open file lies outside `root`. Where there is /proc, the system itself says where it lies (see
 * opened-path.ts).
 */
function isOutside(descriptor: number, path: string, root: string | undefined): boolean {
  if (root === undefined) return false;
  return !isWithin(root, orNull(() => realPathOf(`/proc/self/fd/${descriptor}`)) ?? realPathOf(path));
}

/** Files of sessions. */
export const libcAppendedFiles: AppendedFiles = {
  readEnd(path, bytesMax) {
    return orNull(() => {
      const descriptor = openForReading(path);
      try {
        const facts = factsOf(descriptor);
        if (!isOwnFile(facts)) return null;
        const { size, modifiedMs } = facts;
        const from = Math.max(0, size - bytesMax);
        const bytes = new Uint8Array(size - from);
        const text = decodeUtf8(bytes.subarray(0, readAt(descriptor, bytes, from)));
        return { text: from === 0 ? text : text.slice(text.indexOf("\n") + 1), modifiedMs, size };
      } finally {
        closeFile(descriptor);
      }
    });
  },
  append(path, text) {
    try {
      const descriptor = openOrCreate(path);
      try {
        if (!isOwnFile(factsOf(descriptor))) return false;
        writeAll(descriptor, encodeUtf8(text));
        return factsOf(descriptor).links > 0;
      } finally {
        closeFile(descriptor);
      }
    } catch {
      return false;
    }
  },
};

/** The same test as in disk-appended-files.ts. */
function isOwnFile({ kind, owner, links }: FileFacts): boolean {
  return kind === "file" && owner === process.geteuid?.() && links <= 1;
}

function openOrCreate(path: string): number {
  const folder = path.slice(0, path.lastIndexOf("/"));
  try {
    // A folder that is a link leads to somebody else's files.
    closeFile(openUnlinked(folder));
    return openForAppending(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
    makeFolder(folder);
    createFile(path);
    return openForAppending(path);
  }
}

function makeFolder(path: string): void {
  try {
    createDirectory(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
    makeFolder(path.slice(0, path.lastIndexOf("/")));
    createDirectory(path);
  }
}
