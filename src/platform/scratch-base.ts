// A temporary folder with two knowledge bases to try a program on: an empty one, and one that shows the real log and
// index without letting anybody change them.
//
// Invariants
// - The real log is reached through a link, the index as well: whoever opens the folder makes lock, new index and
//   temporary files here. Only an append would reach the real log.
// - The folder lies in the knowledge base directory, since helix writes nowhere else, and goes when it is no longer
//   needed. A killed process leaves it to the next one, which knows by the name whether its maker is gone.

import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ioError } from "./io-error.ts";
import { isAlive } from "./temporary-file.ts";

const DIRECTORY_MODE = 0o700;
const PREFIX = ".reload-";
/** What makes a folder one of these, or one of `helix prove`: the process that made it, and what `mkdtemp` adds. */
const NAME = /^\.(?:reload|prove)-(\d+)-\w{6}$/;
/** What a version that did not name the process left behind. */
const UNNAMED = /^\.reload-\w{6}$/;
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
    sweepScratchBases(directory);
    const folder = mkdtempSync(join(directory, `${PREFIX}${process.pid}-`));
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

/** Removes what killed processes of this user left in the directory. What cannot be removed is left. */
export function sweepScratchBases(directory: string): void {
  for (const path of abandonedScratchBases(directory)) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Doctor names it.
    }
  }
}

/** The paths of folders in the directory whose makers are gone; those of other users are not among them. */
export function abandonedScratchBases(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => NAME.test(name) || UNNAMED.test(name))
    .map((name) => ({ name, path: join(directory, name) }))
    .filter(({ name, path }) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) return false;
      const maker = NAME.exec(name)?.[1];
      if (maker !== undefined && !isAlive(Number(maker))) return true;
      return (maker !== undefined || UNNAMED.test(name)) && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS;
    })
    .map(({ path }) => path);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
