// What was found about a file, for the next event on it: a file that is read is edited next, by the same conversation
// and its subagents, and each time the same notes are looked for. What a conversation has heard already, and what
// became of the lines that a note cites, is no part of it.
// Invariant: nothing is kept beyond the next entry or
// tombstone in the log, nor of more than FILES_MAX files.

import type { LiveIndex } from "../../engine/segment/live-index.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import type { NamingNote } from "./naming-notes.ts";
import type { StemNotes } from "./stem-notes.ts";

const FILES_MAX = 256;

/** By layer; undefined where it was not looked for. */
export interface FoundNotes {
  citing?: readonly number[];
  stem?: StemNotes;
  /** The names that a version of the file defines. */
  defined?: { readonly version: string; readonly names: ReadonlySet<string> };
  /** The names that were looked for last, one a line, and the notes that name some of them. */
  naming?: { readonly names: string; readonly notes: readonly NamingNote[] };
}

interface Memo {
  readonly capacity: number;
  readonly deletedCount: number;
  /** By file and project, the one asked about last at the end. */
  readonly files: Map<string, FoundNotes>;
}

const memos = new WeakMap<LiveIndex, Memo>();

/** What was found about a file since the index changed last; to be completed by whoever finds more. */
export function foundNotes(index: LiveIndex, { path, below, root }: TouchedFile, project: Project | null): FoundNotes {
  const { capacity, deletedCount } = index;
  let memo = memos.get(index);
  if (memo === undefined || memo.capacity !== capacity || memo.deletedCount !== deletedCount) {
    memo = { capacity, deletedCount, files: new Map() };
    memos.set(index, memo);
  }
  const { files } = memo;
  const key = [path, below ?? "", root, ...(project?.keys ?? [])].join("\0");
  const found = files.get(key) ?? {};
  files.delete(key);
  if (files.size >= FILES_MAX) files.delete(files.keys().next().value!);
  files.set(key, found);
  return found;
}
