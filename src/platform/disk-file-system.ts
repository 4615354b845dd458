// The real disk behind `FileSystem`. Files are created 0600 and directories 0700. Appends use O_APPEND and one write
// call wherever the system takes all bytes at once. Locks are flock(2) on a file of their own, which is opened anew for
// each holder.

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncBytes, syncFolder } from "./durable.ts";
import type { FileHandle, FileIdentity, FileSystem, HeldLock, OpenMode } from "./file-system.ts";
import { releaseFlock, tryFlock } from "./system-library.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

const OPEN_FLAGS: Record<OpenMode, number> = {
  // Without O_NONBLOCK a pipe of this name would keep the caller waiting.
  read: constants.O_RDONLY | constants.O_NONBLOCK,
  // Through a link the write would reach somebody else's file, or make a file elsewhere.
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  // No other process has the file yet, so bytes go behind those appended before even without O_APPEND.
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
};

/** A file up to this length is loaded whole, in bytes: an index of some 300,000 notes. Reading it takes 20 ms then. */
const LOADED_BYTES_MAX = 48 * 1024 * 1024;

const LOCK_FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

class DiskFile implements FileHandle {
  #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  read(target: Uint8Array, position: number): number {
    let done = 0;
    while (done < target.length) {
      const count = readSync(this.#descriptor, target, done, target.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  append(bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
  }

  overwrite(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
    }
  }

  sync(): void {
    syncBytes(this.#descriptor);
  }

  truncate(size: number): void {
    ftruncateSync(this.#descriptor, size);
  }

  identity(): FileIdentity {
    return identityOf(fstatSync(this.#descriptor));
  }

  close(): void {
    if (this.#descriptor < 0) return;
    closeQuietly(this.#descriptor);
    this.#descriptor = -1;
  }
}

/** What has to be on the disk was synced before. A close that fails says nothing about it, and closes all the same. */
function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // The system has given the descriptor back.
  }
}

function identityOf({ ino, dev, size, ctimeMs }: Stats): FileIdentity {
  return { inode: ino, device: dev, size, changedMs: ctimeMs };
}

function isAt(path: string, descriptor: number): boolean {
  const named = statSync(path, { throwIfNoEntry: false });
  const opened = fstatSync(descriptor);
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev;
}

function heldLock(descriptor: number): HeldLock {
  return {
    release() {
      releaseFlock(descriptor);
      closeQuietly(descriptor);
    },
  };
}

/**
 * Makes the names of the new directories from `first` down to `last` durable, where the directories above can be read.
 */
function syncNames(first: string, last: string): void {
  for (let path = last; path.length >= first.length; path = dirname(path)) {
    try {
      syncFolder(dirname(path));
    } catch {
      // A directory that this user may enter but not read.
    }
  }
}

/** The machine's own file system. */
export const diskFileSystem: FileSystem = {
  open(path, mode) {
    return new DiskFile(openSync(path, OPEN_FLAGS[mode], FILE_MODE));
  },
  identify(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? identityOf(found) : null;
  },
  rename(from, to) {
    renameSync(from, to);
  },
  remove(path) {
    unlinkSync(path);
  },
  makeDirectory(path) {
    const first = mkdirSync(path, { recursive: true, mode: DIRECTORY_MODE });
    if (first !== undefined) syncNames(first, path);
  },
  syncDirectory: (path) => syncFolder(path),
  list(path) {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  },
  map(path) {
    if (statSync(path).size === 0) return new Uint8Array(0);
    try {
      return Bun.mmap(path, { shared: false });
    } catch {
      return new Uint8Array(readFileSync(path));
    }
  },
  load(path) {
    const { size } = statSync(path);
    if (size === 0 || size > LOADED_BYTES_MAX) return this.map(path);
    const file = this.open(path, "read");
    try {
      const bytes = Buffer.allocUnsafeSlow(size);
      return bytes.subarray(0, file.read(bytes, 0));
    } finally {
      file.close();
    }
  },
  tryLock(path): HeldLock | null {
    for (;;) {
      const descriptor = openSync(path, LOCK_FLAGS, FILE_MODE);
      try {
        if (!tryFlock(descriptor)) {
          closeSync(descriptor);
          return null;
        }
        // Another process may have deleted the file between the two calls. Others would then lock a new one of the same
        // name.
        if (isAt(path, descriptor)) return heldLock(descriptor);
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
      closeSync(descriptor);
    }
  },
};

/** The same for a process that soon ends: it maps what a server loads, which saves it 5 ms with 50,000 notes. */
export const briefDiskFileSystem: FileSystem = { ...diskFileSystem, load: (path) => diskFileSystem.map(path) };
