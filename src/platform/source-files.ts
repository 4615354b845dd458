// Reads the files of a project that others wrote: its folders and its source files. They may be anything: FIFOs,
// devices, links that lead out or in circles, files that vanish, gigabytes.
//
// Invariants
// - Links are not followed: `root` is a real path, and below it only real files and folders are opened.
// - What was opened is looked at again: a folder that was exchanged for a link in between leads nowhere else.
// - Nothing blocks, and nothing is run. Every call returns an answer or says why not; none throws.

import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { isWithin } from "../base/path-names.ts";
import { isOpenedWithin } from "./opened-path.ts";

/** A name in a folder; everything but files, folders and links is `other`. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

/** What came of reading a file: its bytes, or why there are none. */
export type ReadOutcome = { readonly bytes: Uint8Array } | { readonly failed: "large" | "unreadable" };

export interface SourceFiles {
  /** The names in a folder that lies in `root` or is it, by name; null when it can not be listed. */
  list(folder: string, root: string): FolderEntry[] | null;
  /** A file of at most `bytesMax` bytes that lies in `root` or below. */
  read(path: string, bytesMax: number, root: string): ReadOutcome;
  /** Whether a link leads to something that does not lie in `root` or below. */
  leadsOut(link: string, root: string): boolean;
}

// Not following a link, not blocking, not becoming the process's terminal, should the file have been exchanged since it
// was listed.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The files of this machine. */
export const diskSourceFiles: SourceFiles = {
  list(folder, root) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      if (!isWithin(root, realpathSync.native(folder))) return null;
      return entries
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      return null;
    }
  },
  read(path, bytesMax, root) {
    try {
      const descriptor = openSync(path, OPEN_FLAGS);
      try {
        return isOpenedWithin(descriptor, path, root) ? readWhole(descriptor, bytesMax) : { failed: "unreadable" };
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return { failed: "unreadable" };
    }
  },
  leadsOut(link, root) {
    try {
      return !isWithin(root, realpathSync.native(link));
    } catch {
      return false;
    }
  },
};

function kindOf(entry: Dirent): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isSymbolicLink()) return "link";
  return entry.isDirectory() ? "directory" : "other";
}

function readWhole(descriptor: number, bytesMax: number): ReadOutcome {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { failed: "unreadable" };
  if (stats.size > bytesMax) return { failed: "large" };
  // One more than it has: a file that grows meanwhile is noticed.
  const bytes = Buffer.allocUnsafe(stats.size + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return { bytes: bytes.subarray(0, Math.min(length, stats.size)) };
}
