// What the index needs of a work tree. The walk provides it; tests make trees in memory.

import type { FileState } from "../index/generation.ts";

/** Why a file has no text. */
export type Unread = Exclude<FileState, "read">;

/** A file by its path relative to the root, with forward slashes. */
export interface TreeFile {
  readonly path: string;
  /**
   * A hash of what the system says of it: size, times, inode. 0n: it was changed so lately that a later change might
   * look the same.
   */
  readonly facts: bigint;
}

export interface TreeListing {
  readonly files: readonly TreeFile[];
  /** What was not listed, and why, in lines for the reader; most often none. */
  readonly remarks: readonly string[];
}

export interface TreeReader {
  /** The real path of the root. */
  readonly root: string;
  /** All files as they are now. */
  list(): Promise<TreeListing>;
  /** What the system says of a file now; null when it is gone. */
  facts(path: string): bigint | null;
  /** The same for many files in a short time: each folder on the way is looked at once. */
  looks(): (path: string) => bigint | null;
  /** The source of configuration that leaves a file or a folder out; null: none. Left out: nothing is left out. */
  excludedBy?(path: string): string | null;
  /** How many paths configuration left out when they were listed last. */
  readonly excluded?: number;
  /** The text of a file, or why it has none. */
  read(path: string): { readonly text: string } | { readonly unread: Unread };
}
