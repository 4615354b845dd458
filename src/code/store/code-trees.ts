// The indexes of work trees, as surfaces give them to features.

import type { BriefMap } from "./brief-map-file.ts";
import type { CodeSource } from "./code-view.ts";

/** What is kept of an index. */
export interface StoredCode {
  /** Bytes on the disk; 0: nothing is kept. */
  readonly bytes: number;
  /** When it was saved last, in milliseconds since 1970; null: never. */
  readonly savedAt: number | null;
}

/** A work tree with its index. */
export interface CodeTree {
  /** The real path of the tree. */
  readonly root: string;
  readonly source: CodeSource;
  /** The source of configuration that leaves a path of the tree out; null: none. Left out: nothing is left out. */
  excludedBy?(path: string): string | null;
  stored(): StoredCode;
  /** Keeps a few lines on the tree for sessions that begin; left out where nothing can be kept. Does not throw. */
  keepMap?(map: BriefMap): void;
  /** Drops what the index knows, so that the next view is built anew. */
  rebuild(): Promise<void>;
}

/** The work trees that a caller may ask about. */
export interface CodeTrees {
  /**
   * The tree around a folder. `isAsked`: somebody named this very folder, so it need not be a git repository. Throws
   * INVALID_ARGUMENT.
   */
  open(folder: string, isAsked: boolean): CodeTree;
  /** A folder as a tree of its own, whatever it lies in: one that its repository ignores. Throws INVALID_ARGUMENT. */
  openAlone(folder: string): CodeTree;
  /** What is kept of the tree around a folder, by its manifest alone; null where nothing is. Does not throw. */
  kept(folder: string): { readonly files: number; readonly isExact: boolean } | null;
  /** Removes everything kept of a tree, also of one that is gone; null where nothing was kept. */
  forget(folder: string): Promise<{ readonly root: string; readonly bytes: number } | null>;
}
