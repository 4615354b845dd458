// The hashed lines of cited files. Those used last are kept, so that a file is read again only after it has changed.

import type { FileStamp, StampedFiles } from "../../platform/small-files.ts";
import { type HashedLines, hashLines } from "../text/citation-lines.ts";

/** Larger files are not read; in bytes. */
export const FILE_BYTES_MAX = 1024 * 1024;
/** How many lines of all files together are kept; 8 bytes each. */
const LINES_KEPT_MAX = 500_000;
/** A file counts as this many lines more than it has. */
const FILE_LINES = 100;

interface Kept {
  readonly version: string;
  readonly lines: HashedLines;
}

/** Why the lines of a file are not available. The limits are `FILE_BYTES_MAX` and `LINES_MAX`. */
export type NoLines = "over a limit" | "not readable";

export class HashedFiles {
  readonly #files: StampedFiles;
  readonly #root: string;
  /** By path, the one used last at the end. */
  readonly #kept = new Map<string, Kept>();
  #linesKept = 0;
  /** Bytes read from files since the beginning. */
  bytesRead = 0;

  /** `root`: the directory of the files, a path without links. */
  constructor(files: StampedFiles, root: string) {
    this.#files = files;
    this.#root = root;
  }

  /** The lines of the file at `path` with this stamp, or why they are not available. */
  lines(path: string, stamp: FileStamp): HashedLines | NoLines {
    const known = this.#kept.get(path);
    if (known !== undefined) this.#drop(path, known);
    const lines = known?.version === stamp.version ? known.lines : this.#read(path, stamp);
    if (typeof lines !== "string") this.#keep(path, { version: stamp.version, lines });
    return lines;
  }

  #read(path: string, { size }: FileStamp): HashedLines | NoLines {
    if (size > FILE_BYTES_MAX) return "over a limit";
    this.bytesRead += size;
    const text = this.#files.readText(path, size, this.#root);
    return text === null ? "not readable" : (hashLines(text) ?? "over a limit");
  }

  #keep(path: string, kept: Kept): void {
    this.#kept.set(path, kept);
    this.#linesKept += kept.lines.count + FILE_LINES;
    for (const [oldest, other] of this.#kept) {
      if (this.#linesKept <= LINES_KEPT_MAX || oldest === path) return;
      this.#drop(oldest, other);
    }
  }

  #drop(path: string, { lines }: Kept): void {
    this.#kept.delete(path);
    this.#linesKept -= lines.count + FILE_LINES;
  }
}
