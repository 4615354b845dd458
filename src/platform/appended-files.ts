// The seam to files that are only ever appended to, by many processes at once. The files belong to this user and are
// closed to all others. A file of another user, or one with a second name, counts as missing and cannot be appended to.

export interface AppendedFiles {
  /**
   * The newest part of the file at `path`: at most `bytesMax` bytes, beginning with a whole line; null when there is no
   * file. Of a file that is remembered it may be twice as much.
   */
  readEnd(path: string, bytesMax: number): FileEnd | null;
  /**
   * Appends with one write. Makes the file, its folder and the folder above where they are missing. False when that is
   * not possible, when only a part could be written, and when the file has lost its name meanwhile.
   */
  append(path: string, text: string): boolean;
}

export interface FileEnd {
  readonly text: string;
  readonly modifiedMs: number;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /**
   * The same text in the pieces in which it came, if the file is remembered. As long as the file has only grown, it is
   * the same array with new pieces at its end. A caller that keeps what it made of the pieces can go on from there.
   */
  readonly pieces?: readonly string[];
}

/** Appended files that can be kept open. */
export interface OpenableFiles extends AppendedFiles {
  /**
   * Opens a file to append to and makes it where it is missing; null when that is not possible. The caller closes it.
   */
  open(path: string): OpenFile | null;
}

export interface OpenFile {
  /** Whether the file still has a name. What is written to a file without a name is lost. */
  isThere(): boolean;
  /** As in `AppendedFiles`, without the path. */
  append(text: string): boolean;
  close(): void;
}
