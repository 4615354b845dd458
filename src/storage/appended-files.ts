// The seam to files that are only ever appended to, by many processes at once. They are this user's and closed to all others.

export interface AppendedFiles {
  /** The newest part of the file at `path`, at most `bytesMax` bytes, from the beginning of a line on; null when there is none. */
  readEnd(path: string, bytesMax: number): { readonly text: string; readonly modifiedMs: number } | null;
  /** Appends by one write; the file, its folder and the one above are made where there are none. False when that is not possible, or only a part of it. */
  append(path: string, text: string): boolean;
}
