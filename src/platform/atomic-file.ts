// Small files beside the log that are replaced whole. A reader (whole-file.ts) finds the old version or the new one,
// never a part. What was replaced stays replaced when the power goes. A caller that changes the content takes the write
// lock around reading and replacing.

import type { FileSystem } from "./file-system.ts";
import { directoryOf, ioError } from "./io-error.ts";
import { sweepTemporaryFiles, temporaryPath } from "./temporary-file.ts";

/**
 * Puts `bytes` at `path`, durably. `keepAs` is the name under which the present file is kept. Throws IO: then
 * everything is as it was, unless the message says that the file is written.
 */
export function replaceWhole(files: FileSystem, path: string, bytes: Uint8Array, keepAs: string | null = null): void {
  sweepTemporaryFiles(files, path);
  const temporary = temporaryPath(path);
  try {
    const file = files.open(temporary, "create");
    try {
      file.append(bytes);
      file.sync();
    } finally {
      file.close();
    }
    if (keepAs !== null) files.rename(path, keepAs);
    files.rename(temporary, path);
  } catch (error) {
    const isBack = putBack(files, path, keepAs);
    removeQuietly(files, temporary);
    const left = isBack ? "nothing was saved" : `what was there may stand in ${keepAs} now`;
    throw ioError(`cannot write ${path}; ${left}`, error);
  }
  try {
    files.syncDirectory(directoryOf(path));
  } catch (error) {
    throw ioError(`${path} is written, but it is not certain that it outlasts a loss of power`, error);
  }
}

/** A name for a copy of `path` that no file has yet. */
export function freeName(files: FileSystem, path: string, suffix: string): string {
  let name = `${path}.${suffix}`;
  for (let attempt = 1; files.identify(name) !== null; attempt++) name = `${path}.${suffix}-${attempt}`;
  return name;
}

/** Gives the old file its name back, if it was renamed and the new one is not in its place. False where it stays so. */
function putBack(files: FileSystem, path: string, keptAs: string | null): boolean {
  try {
    if (keptAs !== null && files.identify(path) === null && files.identify(keptAs) !== null) files.rename(keptAs, path);
    return true;
  } catch {
    return false;
  }
}

function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The file was never made, or it became the real one. Or the disk refuses this, too; then the next writer sweeps
    // it.
  }
}
