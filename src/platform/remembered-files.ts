// `AppendedFiles` for a process that lives long. It does not read again what it has read of a file, or has written to
// it itself, as long as the file's length says that nobody else wrote to it. A file that it writes to stays open.
// Invariants:
// - The answers are those of the files behind it. Such files only grow, so a file of the same identity and length is
//   the same.
// - Nothing is written to a file that has lost its name.

import { type Stats, statSync } from "node:fs";
import type { AppendedFiles, FileEnd, OpenableFiles, OpenFile } from "./appended-files.ts";

/** How many files are remembered: those of the sessions going on at once, all of which one server may hear of. */
const FILES_MAX = 16;

class Remembered implements FileEnd {
  readonly pieces: string[];
  readonly inode: number;
  readonly device: number;
  modifiedMs: number;
  size: number;
  /** How many bytes of the file are in `pieces`. */
  held: number;
  /** How many bytes were asked for when the file was read. */
  readonly asked: number;
  file: OpenFile | null = null;

  constructor(text: string, asked: number, { ino, dev, size, mtimeMs }: Stats) {
    this.asked = asked;
    this.pieces = [text];
    this.held = Buffer.byteLength(text);
    this.inode = ino;
    this.device = dev;
    this.size = size;
    this.modifiedMs = mtimeMs;
  }

  get text(): string {
    return this.pieces.join("");
  }
}

/** The files of this machine, by way of `files`. */
export class RememberedFiles implements AppendedFiles {
  readonly #files: OpenableFiles;
  /** By path; the file used last stands at the end. */
  readonly #known = new Map<string, Remembered>();

  constructor(files: OpenableFiles) {
    this.#files = files;
  }

  /** The result is valid until the next call. */
  readEnd(path: string, bytesMax: number): FileEnd | null {
    const stats = statsOf(path);
    const known = this.#known.get(path);
    const isSame = known?.size === stats?.size && known?.inode === stats?.ino && known?.device === stats?.dev;
    if (known !== undefined && stats !== null && isSame && known.asked >= bytesMax && known.held <= bytesMax * 2) {
      known.modifiedMs = stats.mtimeMs;
      this.#known.delete(path);
      this.#known.set(path, known);
      return known;
    }
    this.#forget(path);
    const found = this.#files.readEnd(path, bytesMax);
    // Another process may have written to the file between the two looks.
    if (found === null || found.size !== stats?.size) return found;
    if (this.#known.size >= FILES_MAX) this.#forget(this.#known.keys().next().value!);
    const remembered = new Remembered(found.text, bytesMax, stats);
    this.#known.set(path, remembered);
    return remembered;
  }

  append(path: string, text: string): boolean {
    const known = this.#known.get(path);
    if (known === undefined) return this.#files.append(path, text);
    if (!this.#write(path, known, text)) {
      this.#forget(path);
      return false;
    }
    const bytes = Buffer.byteLength(text);
    known.pieces.push(text);
    known.size += bytes;
    known.held += bytes;
    return true;
  }

  #write(path: string, known: Remembered, text: string): boolean {
    if (known.file?.isThere()) return known.file.append(text);
    known.file?.close();
    known.file = this.#files.open(path);
    return known.file?.append(text) ?? false;
  }

  #forget(path: string): void {
    this.#known.get(path)?.file?.close();
    this.#known.delete(path);
  }
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
