// Copies of bytes that are about to be cut off or replaced.

import { systemCodeOf } from "../base/errors.ts";
import type { FileHandle, FileSystem } from "./file-system.ts";
import { directoryOf, ioError } from "./io-error.ts";

/**
 * Writes `pieces` durably to a new file named `path`, with a number behind it if that is taken. Returns the name used.
 */
export function keepCopy(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): string {
  for (let attempt = 0; ; attempt++) {
    const name = attempt === 0 ? path : `${path}-${attempt}`;
    let file: FileHandle;
    try {
      file = files.open(name, "create");
    } catch (error) {
      if (systemCodeOf(error) === "EEXIST" && attempt < 1000) continue;
      throw ioError(`cannot keep a copy of damaged bytes at ${name}`, error);
    }
    try {
      for (const piece of pieces) file.append(piece);
      file.sync();
      files.syncDirectory(directoryOf(name));
      return name;
    } catch (error) {
      removeQuietly(files, name);
      throw ioError(`cannot keep a copy of damaged bytes at ${name}`, error);
    } finally {
      file.close();
    }
  }
}

/** Removes a useless file. It does no harm if it stays. */
function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The disk that refused the file may refuse this, too.
  }
}
