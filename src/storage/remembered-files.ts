// `AppendedFiles` for a process that lives long: what was read of a file, and what it wrote to it itself, is not read again as long as the
// file's length says that nobody else wrote to it.
// Invariant: the answers are those of the files behind it. Such files only grow, so one of the same identity and length is the same.

import { type Stats, statSync } from "node:fs";
import type { AppendedFiles } from "./appended-files.ts";

/** How many files are remembered: a server has one session at a time, and its subagents share it. */
const FILES_MAX = 4;

interface Remembered {
  text: string;
  /** In bytes. */
  size: number;
  readonly inode: number;
  readonly device: number;
}

/** The files of this machine, by way of `files`. */
export class RememberedFiles implements AppendedFiles {
  readonly #files: AppendedFiles;
  /** By path, the one used last at the end. */
  readonly #known = new Map<string, Remembered>();

  constructor(files: AppendedFiles) {
    this.#files = files;
  }

  readEnd(path: string, bytesMax: number): { readonly text: string; readonly modifiedMs: number } | null {
    const stats = statsOf(path);
    if (stats === null || !stats.isFile() || stats.size > bytesMax) return this.#readAnew(path, bytesMax);
    const { size, ino: inode, dev: device, mtimeMs: modifiedMs } = stats;
    const known = this.#known.get(path);
    if (known?.size === size && known.inode === inode && known.device === device) {
      return { text: known.text, modifiedMs };
    }
    const found = this.#readAnew(path, bytesMax);
    // Somebody may have written to it between the two looks.
    if (found !== null && Buffer.byteLength(found.text) === size) {
      if (this.#known.size >= FILES_MAX) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(path, { text: found.text, size, inode, device });
    }
    return found;
  }

  append(path: string, text: string): boolean {
    const isWritten = this.#files.append(path, text);
    const known = this.#known.get(path);
    if (!isWritten) this.#known.delete(path);
    else if (known !== undefined) {
      known.text += text;
      known.size += Buffer.byteLength(text);
    }
    return isWritten;
  }

  #readAnew(path: string, bytesMax: number): { readonly text: string; readonly modifiedMs: number } | null {
    this.#known.delete(path);
    return this.#files.readEnd(path, bytesMax);
  }
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
