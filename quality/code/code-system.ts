// What is asked of anything that ranks code: to take files and earlier commits in, to answer questions with rankings,
// and to take further commits in between them.

import type { CodeSet } from "./code-set.ts";
import type { HistoryCommit } from "./history.ts";
import type { CodeQuestion } from "./questions.ts";

/** Lines of a file, from 1, both ends included. */
export interface CodePlace {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface CodeRanking {
  /** Paths, best first, without tests. */
  readonly files: readonly string[];
  /** Places, best first, without tests; null where a system ranks files only. */
  readonly places: readonly CodePlace[] | null;
}

/** A system that has a set loaded. */
export interface CodeRanker {
  /** Brings the history to where it stands before the question; takes no part in its time. */
  prepare?(question: CodeQuestion): void | Promise<void>;
  rank(question: CodeQuestion): CodeRanking | Promise<CodeRanking>;
  /** Takes a commit in that was made since. The files stay as they are. */
  learn(commit: HistoryCommit): void | Promise<void>;
  close(): void | Promise<void>;
}

/** A row of the table. `folder` is empty and the system's own. */
export interface CodeSystem {
  readonly name: string;
  load(set: CodeSet, folder: string): CodeRanker | Promise<CodeRanker>;
}

/** So many places are ranked at most: more than any budget shows. */
export const PLACES_MAX = 400;
