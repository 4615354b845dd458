// Files that nobody has read lately: what of them is in the system's memory is given up, so that the next reader has to
// wait for the disk.

import { dlopen, FFIType } from "bun:ffi";
import { closeSync, existsSync, fdatasyncSync, openSync } from "node:fs";
import { join } from "node:path";

const POSIX_FADV_DONTNEED = 4;

/**
 * Gives up the pages of some files of a directory; false where the system does not offer that. Pages that are mapped by
 * somebody stay.
 */
export function dropPages(directory: string, names: readonly string[]): boolean {
  if (process.platform !== "linux") return false;
  const { symbols, close } = dlopen("libc.so.6", {
    posix_fadvise: { args: [FFIType.i32, FFIType.i64, FFIType.i64, FFIType.i32], returns: FFIType.i32 },
  });
  try {
    return names.every((name) => {
      const path = join(directory, name);
      if (!existsSync(path)) return true;
      const file = openSync(path, "r");
      try {
        // What is not on the disk yet cannot be given up.
        fdatasyncSync(file);
        return symbols.posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) === 0;
      } finally {
        closeSync(file);
      }
    });
  } finally {
    close();
  }
}
