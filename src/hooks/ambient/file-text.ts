// The text of the one file that an event is about, read when it is first asked for, and no more of it than is asked
// for.
// Invariant: what is opened lies in the project, whatever link leads to it.

import type { StampedFiles } from "../../platform/small-files.ts";

/** What is read of a file for its names, in bytes. */
export const START_BYTES = 64 * 1024;
/** Longer files are not read beyond that. */
const WHOLE_BYTES_MAX = 1024 * 1024;
/** A text has no NUL among so many of its first characters. */
const BINARY_PROBE = 1024;

export class FileText {
  readonly #files: StampedFiles;
  readonly #path: string;
  readonly #root: string | null;
  #version: string | null | undefined;
  #start: string | null | undefined;
  #whole: string | null | undefined;

  /** `root`: what it has to lie in, a path without links; null: it is never opened. */
  constructor(files: StampedFiles, path: string, root: string | null) {
    this.#files = files;
    this.#path = path;
    this.#root = root;
  }

  /**
   * As long as it is the same, so is the text; null when nothing is there. Looked at before the text is: one that
   * changes meanwhile is newer.
   */
  version(): string | null {
    if (this.#version === undefined) this.#version = this.#files.stamp(this.#path)?.version ?? null;
    return this.#version;
  }

  /** The beginning of the file; "" when there is none that can be read, or it is no text. */
  start(): string {
    if (this.#start === undefined) {
      this.version();
      this.#start = this.#root === null ? null : this.#files.readStart(this.#path, START_BYTES, this.#root);
    }
    const text = this.#start ?? "";
    const nul = text.indexOf("\0");
    return nul >= 0 && nul < BINARY_PROBE ? "" : text;
  }

  /** The whole file; null when there is none that can be read, or it is too long. */
  whole(): string | null {
    if (this.#whole === undefined) this.#whole = this.#readWhole();
    return this.#whole;
  }

  /** Whether nothing is there. */
  isMissing(): boolean {
    return this.start() === "" && this.#start === null && this.#files.kind(this.#path) === null;
  }

  #readWhole(): string | null {
    const start = this.start();
    if (this.#root === null || this.#start === null || start.length < START_BYTES / 4) return this.#start ?? null;
    // A text of that many bytes may be all of it.
    return Buffer.byteLength(start) < START_BYTES
      ? start
      : this.#files.readText(this.#path, WHOLE_BYTES_MAX, this.#root);
  }
}
