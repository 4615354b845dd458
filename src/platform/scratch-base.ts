// A temporary folder with two knowledge bases to try a program on: an empty one, and one that shows the real log and
// index without letting anybody change them.
//
// Invariants:
// - The real log and the real index are reached through links. A program that opens the folder makes its lock, a new
//   index and temporary files here. Only an append would reach the real log.
// - The folder lies in the knowledge base directory, since helix writes nowhere else. It is removed when it is no
//   longer needed. A killed process leaves it to the next one, which knows by the name whether its maker is gone.

import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ioError } from "./io-error.ts";
import { namesIn, removeIfEmpty } from "./path-facts.ts";
import { isAlive } from "./temporary-file.ts";

const DIRECTORY_MODE = 0o700;
const PREFIX = ".reload-";
/**
 * Names of these folders and of those of `helix prove`. They hold the process that made the folder and what `mkdtemp`
 * adds.
 */
const NAME = /^\.(?:reload|prove)-(\d+)-\w{6}$/;
/** Names that an older version left behind, without the process. */
const UNNAMED = /^\.reload-\w{6}$/;
/** No trial lasts that long, in milliseconds. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;

export interface ScratchBase {
  /** The folder itself. */
  readonly folder: string;
  /** The folder of an empty knowledge base. */
  readonly empty: string;
  /** The folder of one with the content of the real one. */
  readonly shown: string;
  /** Removes everything. Failures do not matter: the next process sweeps. */
  remove(): void;
}

/** Makes the folder in the knowledge base directory, and that directory where it is missing. Throws IO. */
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
      // A link also leads to a file that is not there yet: somebody may store the first note meanwhile.
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

/** Whether the path is that of a knowledge base to try a program on. */
export function isScratchBase(path: string): boolean {
  return NAME.test(basename(dirname(path)));
}

/** Removes the folders that killed processes of this user left in the directory. What cannot be removed stays. */
export function sweepScratchBases(directory: string): void {
  for (const path of abandonedScratchBases(directory)) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The doctor names the folder.
    }
  }
}

/**
 * The paths of folders in the directory whose makers are gone, or that are older than any trial. Folders of other users
 * are not among them.
 */
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
