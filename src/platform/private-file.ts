// A file for one reader: one process of helix writes it, and the next one reads and removes it. Nobody else may write
// or read it.
//
// Invariants:
// - Only a regular file of this user, closed to all others, in the directory that was named is read. Anything else is
//   passed over.
// - The file is gone from the directory before its content is used, so that it is used once.

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const OTHERS = 0o077;

/** Writes the file and makes the directory where it is missing. Throws the system's error, and then leaves no file. */
export function writePrivateFile(directory: string, name: string, bytes: Uint8Array): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  const path = join(directory, name);
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  try {
    writeFileSync(descriptor, bytes);
  } catch (error) {
    removePrivateFile(directory, name);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the file and removes it. Null when there is none, when it is not this user's alone, or above `bytesMax`. */
export function takePrivateFile(directory: string, name: string, bytesMax: number): Uint8Array | null {
  const path = join(directory, name);
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(descriptor);
      const isOurs = stats.isFile() && stats.uid === process.getuid?.() && (stats.mode & OTHERS) === 0;
      if (!isOurs || stats.nlink !== 1 || stats.size > bytesMax) return null;
      unlinkSync(path);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** Removes the file if it is there. A file that cannot be removed stays (leftovers.ts). Does not throw. */
export function removePrivateFile(directory: string, name: string): void {
  try {
    rmSync(join(directory, name), { force: true });
  } catch {
    // The directory is closed to this user, or is no directory any more.
  }
}
