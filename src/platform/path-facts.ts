// Looks at paths without opening anything: what stands there, who may do what with it, how much room is left. Never
// throws and never waits.

import { accessSync, constants, lstatSync, readdirSync, rmdirSync, type Stats, statfsSync } from "node:fs";
import { orElse, orNull } from "../base/errors.ts";

/** What stands at a path, links not followed. */
export interface PathFacts {
  readonly kind: "file" | "directory" | "link" | "other";
  /** The permission bits, and the sticky bit of a directory, e.g. 0o600, 0o1777. */
  readonly mode: number;
  /** The number of the user that owns it. */
  readonly owner: number;
  /** In bytes. */
  readonly size: number;
}

export interface PathInspector {
  /** Null when nothing is there, or when the path cannot be looked at. */
  facts(path: string): PathFacts | null;
  /** Whether this process may write to the file, or create files in the directory. */
  isWritable(path: string): boolean;
  /** Whether this process may run the file. */
  isExecutable(path: string): boolean;
  /** Names in the directory; none when it cannot be listed. */
  names(directory: string): string[];
  /** Bytes that this user may still write to the volume of the path; null where the system does not say. */
  freeBytes(path: string): number | null;
}

const PERMISSION_BITS = 0o1777;

/** The paths of this machine. */
export const diskPaths: PathInspector = {
  facts: (path) =>
    orNull(() => {
      const stats = lstatSync(path);
      return { kind: kindOf(stats), mode: stats.mode & PERMISSION_BITS, owner: stats.uid, size: stats.size };
    }),
  isWritable: (path) => mayAccess(path, constants.W_OK),
  isExecutable: (path) => mayAccess(path, constants.X_OK),
  names: namesIn,
  freeBytes: (path) =>
    orNull(() => {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    }),
};

/** Names in the directory; none when it cannot be listed. */
export function namesIn(directory: string): string[] {
  return orElse([], () => readdirSync(directory));
}

/** Removes a directory unless somebody uses it: one that is not empty stays. */
export function removeIfEmpty(directory: string): void {
  orNull(() => rmdirSync(directory));
}

function kindOf(stats: Stats): PathFacts["kind"] {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}

function mayAccess(path: string, mode: number): boolean {
  return orElse(false, () => {
    accessSync(path, mode);
    return true;
  });
}
