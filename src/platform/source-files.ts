// Reads the folders and source files of a project, which others wrote. They may be anything: FIFOs, devices, links that
// lead out or in circles, files that vanish, gigabytes.
//
// Invariants:
// - Links are not followed: `root` is a real path, and below it only real files and folders are opened.
// - What was opened is looked at again, so that a folder exchanged for a link in between leads nowhere else.
// - Nothing blocks, and nothing is run. Every call returns an answer or says why not; none throws.

import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { orNull, systemCodeOf } from "../base/errors.ts";
import { isWithin } from "../base/path-names.ts";
import type { FoundEntry, SourceFacts } from "./found-entry.ts";
import { isOpenedWithin } from "./opened-path.ts";
import { type PathLooks, pathLooks } from "./path-looks.ts";
import { readInto } from "./read-whole.ts";
import { realPath } from "./real-path.ts";

export type { FoundEntry, SourceFacts } from "./found-entry.ts";

/** A name in a folder; everything but files, folders and links is `other`. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

/**
 * The result of reading a file: its bytes, and the facts from before they were read; or why there are none.
 */
export type ReadOutcome =
  | { readonly bytes: Uint8Array; readonly facts: SourceFacts }
  | { readonly failed: "large" | "missing" | "unreadable" };

export interface SourceFiles {
  /** The entries of a folder that is `root` or lies in it, by name; null when the folder cannot be listed. */
  list(folder: string, root: string): FolderEntry[] | null;
  /** Reads a file of at most `bytesMax` bytes that lies in `root` or below. */
  read(path: string, bytesMax: number, root: string): ReadOutcome;
  /** Whether a link leads out of `root`. */
  leadsOut(link: string, root: string): boolean;
  /** What stands at a path; null if there is nothing, or if it cannot be looked at. Folders above may be links. */
  look(path: string): FoundEntry | null;
  /** The same for many paths, again and again, where there is a quicker way. */
  looks?(paths: readonly string[]): PathLooks;
}

// The file may have been exchanged since it was listed. So a link is not followed, and opening does not block or make
// the file the process's terminal.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The files of this machine. */
export const diskSourceFiles: SourceFiles = {
  list(folder, root) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      if (!isWithin(root, realPath(folder))) return null;
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
    } catch (error) {
      return { failed: MISSING.has(systemCodeOf(error)) ? "missing" : "unreadable" };
    }
  },
  look(path) {
    return orNull(() => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? null : { kind: kindOf(stats), ...factsOf(stats) };
    });
  },
  looks: (paths) => pathLooks(paths, diskSourceFiles),
  leadsOut(link, root) {
    try {
      return !isWithin(root, realPath(link));
    } catch {
      return false;
    }
  },
};

const MISSING: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

function factsOf({ size, mtimeMs, ctimeMs, ino }: Stats): SourceFacts {
  return { size, modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

function kindOf(entry: Dirent | Stats): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isSymbolicLink()) return "link";
  return entry.isDirectory() ? "directory" : "other";
}

function readWhole(descriptor: number, bytesMax: number): ReadOutcome {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { failed: "unreadable" };
  if (stats.size > bytesMax) return { failed: "large" };
  // One byte more than the file has. If the file grows meanwhile, it is cut at its old size.
  const bytes = Buffer.allocUnsafe(stats.size + 1);
  const read = readInto(descriptor, bytes);
  return { bytes: read.subarray(0, stats.size), facts: factsOf(stats) };
}
