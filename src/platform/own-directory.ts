// Whether only this user can have put anything into a directory. Anybody who may write to it, perhaps by its group, may
// remove what stands there and put something else under the name. A sticky bit keeps others from removing, but not from
// being first.

import { statSync } from "node:fs";

const OTHERS_WRITE = 0o022;

/**
 * Whether the path is a directory that belongs to this user and that no other user may write to. Links are followed.
 * Does not throw.
 */
export function isOwnDirectory(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & OTHERS_WRITE) === 0;
  } catch {
    return false;
  }
}
