// Names of files that are written beside their target and renamed onto it. Also removes those that a killed process
// left behind. The name says which process made the file: the file of a living process is never removed.

import type { FileSystem } from "./file-system.ts";
import { directoryOf } from "./io-error.ts";

const MARK = ".tmp-";
let counter = 0;

/** A name beside `path` that no other process or call uses. */
export function temporaryPath(path: string): string {
  counter++;
  return `${path}${MARK}${process.pid}-${counter}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Removes the temporary files of `path` whose process is gone. Failures do not matter. */
export function sweepTemporaryFiles(files: FileSystem, path: string): void {
  const directory = directoryOf(path);
  for (const name of abandonedAmong(files.list(directory), path)) {
    try {
      files.remove(`${directory}/${name}`);
    } catch {
      // Another process swept it.
    }
  }
}

/** Those of `names`, from the directory of `path`, that are temporary files of `path` whose process is gone. */
export function abandonedAmong(names: readonly string[], path: string): string[] {
  const directory = directoryOf(path);
  const prefix = `${path.slice(directory.length).replace(/^\//, "")}${MARK}`;
  return names.filter((name) => {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    return pid > 0 && !isAlive(pid);
  });
}

/** Whether there is a process with this number on this machine, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
