// What answers about the code work with: the index as of one moment, and the tree that it is of.

import type { LiveFiles } from "../index/live-files.ts";
import type { SearchedCode } from "../search/code-search.ts";
import type { TreeReader } from "./tree-reader.ts";

/** What the parser said of the files of a view, encoded: see parsed-codec.ts. */
export interface ParsedCode {
  /** Null where the parser has not read the file as it is. */
  get(path: string): Uint8Array | null;
  /** Keeps what the parser said of a file as the view has it. */
  put(path: string, bytes: Uint8Array): void;
  /** The files of code that the parser has not read as they are. */
  missing(): readonly string[];
  /** Another one after each change of the files, and of what the parser said of them. */
  readonly state: string;
}

/** The code as one process knows it, until it next awaits something. */
export interface CodeView extends SearchedCode {
  readonly parsed: ParsedCode;
  readonly tree: TreeReader;
  readonly live: LiveFiles;
  /** How many files are new or changed and not in yet; 0 most often. */
  readonly pending: number;
  /** What the reader should know: what was left out, what could not be saved; most often nothing. */
  readonly remarks: readonly string[];
  /** Former names of a file, by the commits that are read. */
  namesBefore(path: string): readonly string[];
  /** Whether a file is as the index has it, by what the system says now. */
  isCurrent(path: string): boolean;
}

/** The index of one work tree. */
export interface CodeSource {
  /**
   * The code as it is now: everything that changed since is looked at first. Builds what is missing, and tells how far
   * it is. Throws CANCELLED.
   */
  view(progress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<CodeView>;
  /**
   * The code as it is now as far as that is cheap: from the index that there is and a few changed files. Nothing is
   * built, and no commits are read. Null while another view is made, which may take long.
   */
  glance(): Promise<CodeView | null>;
  /**
   * Has the parser read all code that it has not read, and saves what it said, as far as that is done in the time of an
   * answer. Throws CANCELLED.
   */
  parseAll(progress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<void>;
  /** Takes over files that turned out to be other than the view has them; the next view has them as they are. */
  changed(paths: readonly string[]): void;
}
