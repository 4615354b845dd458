// Small files beside the log that are read whole. atomic-file.ts replaces them; hooks only read.

import { systemCodeOf } from "../base/errors.ts";
import { type FileHandle, type FileSystem, isMissing } from "./file-system.ts";
import { directoryOf, ioError, unusableDirectory } from "./io-error.ts";

/**
 * The bytes of the file at `path`, null when there is none, "too long" above `bytesMax`. Throws IO when it cannot be
 * read.
 */
export function readWhole(files: FileSystem, path: string, bytesMax: number): Uint8Array | null | "too long" {
  let file: FileHandle;
  try {
    file = files.open(path, "read");
  } catch (error) {
    if (isMissing(error)) return null;
    if (systemCodeOf(error) === "ENOTDIR") throw unusableDirectory(directoryOf(path), error);
    throw ioError(`cannot read ${path}`, error);
  }
  try {
    const { size } = file.identity();
    if (size > bytesMax) return "too long";
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, file.read(bytes, 0));
  } catch (error) {
    throw ioError(`cannot read ${path}`, error);
  } finally {
    file.close();
  }
}
