// Keeps the notes that were found about a file for the next event on it. A file that is read is often edited next, by
// the same conversation or its subagents, and the same notes are looked for each time. Two things are not kept: which
// notes a conversation has seen already, and what became of the lines that a note cites.
// Invariants:
// - Nothing is kept beyond the next record that adds or deletes a document.
// - Results are kept for at most FILES_MAX files.

import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { Project } from "../../notes/projects/project.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import type { NamingNote } from "./naming-notes.ts";
import type { StemNotes } from "./stem-notes.ts";

const FILES_MAX = 256;

/** The notes of each layer; undefined where a layer was not looked for yet. */
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
  /** By file and project; the entry that was asked for last stands at the end. */
  readonly files: Map<string, FoundNotes>;
}

const memos = new WeakMap<NoteIndex, Memo>();

/**
 * The notes that were found about a file since the last change of the index. The caller adds what it finds to the
 * result.
 */
export function foundNotes(index: NoteIndex, { path, below, root }: TouchedFile, project: Project | null): FoundNotes {
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
