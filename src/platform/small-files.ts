// The seam to small files that others wrote (git's configuration and the like). They may be anything: a FIFO that
// nobody writes to, a device, a loop of links, gigabytes. Every call returns at once with an answer or null, and never
// throws.

/** What a path leads to, links followed. */
export type FileKind = "file" | "directory" | "other";

export interface SmallFiles {
  /**
   * The text of a regular file of at most `bytesMax` bytes; bytes that are not UTF-8 become U+FFFD. Null for any other
   * file. With `root`, a path without links, also null for a file that does not lie there or below.
   */
  readText(path: string, bytesMax: number, root?: string): string | null;
  /** Null when there is nothing, or when it cannot be looked at. */
  kind(path: string): FileKind | null;
  /** The path without links, absolute; null when the path leads nowhere. */
  realPath(path: string): string | null;
}

/** A file at one moment. As long as `version` is the same, so is its content. */
export interface FileStamp {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly version: string;
}

/** Small files that are looked at again and again. */
export interface StampedFiles extends SmallFiles {
  /**
   * The text of the first bytes of a regular file of any length; null as in `readText`. A character that is cut becomes
   * U+FFFD, too.
   */
  readStart(path: string, bytesMax: number, root?: string): string | null;
  /** Null when there is nothing, or when it cannot be looked at. */
  stamp(path: string): FileStamp | null;
}

/** Who may do what with a file or a folder, links followed. */
export interface FileAccess {
  /** The number of the user that owns it. */
  readonly owner: number;
  /** The permission bits, e.g. 0o600. */
  readonly mode: number;
}

/** Small files of which it matters who may write them. */
export interface GuardedFiles extends SmallFiles {
  /** Null when there is nothing, or when it cannot be looked at. */
  access(path: string): FileAccess | null;
}
