// A temporary folder with two knowledge bases to try a program on: an empty one, and one that shows the real log and index without
// letting anybody change them.
//
// Invariants
// - The real log is reached through a link, the index as well: whoever opens the folder makes lock, new index and temporary files
//   here. Only an append would reach the real log.
// - The folder lies in the knowledge base directory, since helix writes nowhere else, and goes when it is no longer needed. A killed
//   process leaves it to the next one.

import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ioError } from "./data-log.ts";

const DIRECTORY_MODE = 0o700;
const PREFIX = ".reload-";
/** No trial lasts that long, in milliseconds. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

export interface ScratchBase {
  /** The folder itself. */
  readonly folder: string;
  /** An empty knowledge base. */
  readonly empty: string;
  /** One with the content of the real one. */
  readonly shown: string;
  /** Removes everything. Failures do not matter: the next one sweeps. */
  remove(): void;
}

/** Makes the folder in the knowledge base directory, which is made where there is none. Throws IO. */
export function makeScratchBase(directory: string, names: readonly string[]): ScratchBase {
  try {
    const made = mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
    sweep(directory);
    const folder = mkdtempSync(join(directory, PREFIX));
    const [empty, shown] = [join(folder, "empty"), join(folder, "shown")];
    const remove = () => {
      rmSync(folder, { recursive: true, force: true });
      if (made !== undefined) removeIfEmpty(directory);
    };
    try {
      for (const path of [empty, shown]) mkdirSync(path, { mode: DIRECTORY_MODE });
      // Also of what is not there yet: somebody may store the first note meanwhile.
      for (const name of names) symlinkSync(join(directory, name), join(shown, name));
    } catch (error) {
      remove();
      throw error;
    }
    return { folder, empty, shown, remove };
  } catch (error) {
    throw ioError(`cannot make a temporary folder in ${directory} to try the new build in`, error);
  }
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Somebody uses it by now.
  }
}

/** Removes what killed processes left. */
function sweep(directory: string): void {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(PREFIX))) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS)
      rmSync(path, { recursive: true, force: true });
  }
}
