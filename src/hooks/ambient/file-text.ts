// Holds the text of the one file that an event is about. The text is read when it is first asked for, and no more of it
// than is asked for.
// Invariants:
// - A file is opened only if it lies in the project after all links are followed.

import type { StampedFiles } from "../../platform/small-files.ts";

/** How many bytes of a file are read to find its names. */
export const START_BYTES = 64 * 1024;
/** A longer file is not read as a whole, in bytes. */
const WHOLE_BYTES_MAX = 1024 * 1024;
/** A file with a NUL among this many of its first characters is no text. */
const BINARY_PROBE = 1024;

export class FileText {
  readonly #files: StampedFiles;
  readonly #path: string;
  readonly #root: string | null;
  #version: string | null | undefined;
  #start: string | null | undefined;
  #whole: string | null | undefined;

  /**
   * `root` is the folder that the file has to lie in, a path without links. When it is null, the file is never opened.
   */
  constructor(files: StampedFiles, path: string, root: string | null) {
    this.#files = files;
    this.#path = path;
    this.#root = root;
  }

  /**
   * The version of the file; null when there is none. While the version is the same, so is the text. The version is
   * looked up before the text is read, so that a text that changes meanwhile is newer than its version.
   */
  version(): string | null {
    if (this.#version === undefined) this.#version = this.#files.stamp(this.#path)?.version ?? null;
    return this.#version;
  }

  /** The beginning of the file; "" when the file cannot be read or is no text. */
  start(): string {
    if (this.#start === undefined) {
      this.version();
      this.#start = this.#root === null ? null : this.#files.readStart(this.#path, START_BYTES, this.#root);
    }
    const text = this.#start ?? "";
    const nul = text.indexOf("\0");
    return nul >= 0 && nul < BINARY_PROBE ? "" : text;
  }

  /** The whole file; null when it cannot be read or is too long. */
  whole(): string | null {
    if (this.#whole === undefined) this.#whole = this.#readWhole();
    return this.#whole;
  }

  /** Whether there is no file at this path. */
  isMissing(): boolean {
    return this.start() === "" && this.#start === null && this.#files.kind(this.#path) === null;
  }

  #readWhole(): string | null {
    const start = this.start();
    if (this.#root === null || this.#start === null || start.length < START_BYTES / 4) return this.#start ?? null;
    // A start of fewer bytes is the whole text.
    return Buffer.byteLength(start) < START_BYTES
      ? start
      : this.#files.readText(this.#path, WHOLE_BYTES_MAX, this.#root);
  }
}
