// A copy of a repository whose files stand at one revision, while HEAD moves on: the history is live, the documents are
// those of the revision.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitText } from "../git/git.ts";
import type { CodeSet } from "./code-set.ts";
import type { HistoryCommit } from "./history.ts";

/** Makes the copy in the empty folder; returns where its files are. */
export function checkOut({ folder: origin, revision }: CodeSet, folder: string): string {
  const tree = join(folder, "tree");
  mkdirSync(tree);
  git(folder, ["clone", "-q", "--no-checkout", resolve(origin), tree]);
  git(tree, ["checkout", "-q", "--detach", revision]);
  return tree;
}

/** Moves HEAD to the commit before another; the files stay as they are. */
export function moveHeadBefore(tree: string, { fullName }: HistoryCommit): void {
  git(tree, ["update-ref", "--no-deref", "HEAD", `${fullName}^`]);
}

function git(folder: string, words: readonly string[]): void {
  if (gitText(folder, words) === null) throw new Error(`git ${words[0]} failed in a copy of the repository`);
}
