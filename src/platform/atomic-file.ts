// Small files that are replaced whole, beside the log: what a reader (whole-file.ts) finds is one version or the next,
// never a part, and what was replaced stays replaced when the power goes. Who changes what is there takes the write
// lock around reading and replacing.

import type { FileSystem } from "./file-system.ts";
import { directoryOf, ioError } from "./io-error.ts";
import { sweepTemporaryFiles, temporaryPath } from "./temporary-file.ts";

/**
 * Puts `bytes` at `path`, durably. `keepAs`: the name under which the file that is there now is kept. Throws IO: then
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
    putBack(files, path, keepAs);
    removeQuietly(files, temporary);
    throw ioError(`cannot write ${path}; nothing was saved`, error);
  }
  try {
    files.syncDirectory(directoryOf(path));
  } catch (error) {
    throw ioError(`${path} is written, but it is not certain that it outlasts a loss of power`, error);
  }
}

/** A name for a copy of `path` that nothing has yet. */
export function freeName(files: FileSystem, path: string, suffix: string): string {
  let name = `${path}.${suffix}`;
  for (let attempt = 1; files.identify(name) !== null; attempt++) name = `${path}.${suffix}-${attempt}`;
  return name;
}

/** Takes back the keeping of the old file, if that is as far as it came. */
function putBack(files: FileSystem, path: string, keptAs: string | null): void {
  try {
    if (keptAs !== null && files.identify(path) === null && files.identify(keptAs) !== null) files.rename(keptAs, path);
  } catch {
    // It is kept under the other name.
  }
}

function removeQuietly(files: FileSystem, path: string): void {
  try {
    files.remove(path);
  } catch {
    // It was never made, or became the file; or the disk refuses this, too, and the next one to write sweeps it.
  }
}
