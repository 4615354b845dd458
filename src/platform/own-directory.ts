// Whether a directory is one in which nobody but this user can have put anything. Who may write to it, be it by its
// group, may remove what stands there and put something else under the name; a sticky bit keeps others from removing,
// not from being first.

import { statSync } from "node:fs";

const OTHERS_WRITE = 0o022;

/**
 * Whether it is a directory, belongs to this user and can be written to by no other; links are followed. Does not
 * throw.
 */
export function isOwnDirectory(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & OTHERS_WRITE) === 0;
  } catch {
    return false;
  }
}
