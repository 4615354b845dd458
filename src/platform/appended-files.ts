// The seam to files that are only ever appended to, by many processes at once. They are this user's and closed to all
// others: one of another user, or with a second name, is as if it were none, and cannot be appended to.

export interface AppendedFiles {
  /**
   * The newest part of the file at `path`, at most `bytesMax` bytes, from the beginning of a line on; null when there
   * is none. Of a file that is remembered it is up to twice as much.
   */
  readEnd(path: string, bytesMax: number): FileEnd | null;
  /**
   * Appends by one write; the file, its folder and the one above are made where there are none. False when that is not
   * possible, or only a part of it.
   */
  append(path: string, text: string): boolean;
}

export interface FileEnd {
  readonly text: string;
  readonly modifiedMs: number;
  /** Of the whole file, in bytes. */
  readonly size: number;
  /**
   * The same text as it came, where the file is remembered: the same array as long as the file has only grown, with
   * what was added at its end. Who keeps what it made of them goes on from there.
   */
  readonly pieces?: readonly string[];
}

/** Appended files that can be kept open. */
export interface OpenableFiles extends AppendedFiles {
  /**
   * Opens a file to append to, made where there is none; null when that is not possible. Whoever opens it closes it.
   */
  open(path: string): OpenFile | null;
}

export interface OpenFile {
  /** Whether it still has a name: what is written to a file without one is lost. */
  isThere(): boolean;
  /** As above. */
  append(text: string): boolean;
  close(): void;
}
