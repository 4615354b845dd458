// Reads checkpoint.json in the knowledge base directory: one checkpoint for each project, and one for work outside of
// any project.
//   {"version": 1, "checkpoints": [
//     {"projects": ["owner/repo", "repo-1a2b3c4d"], "saved": "2026-02-21T06:11:00.000Z", "task": ...}]}
// The original program's file is a single checkpoint, {"task": ..., "done": [...]}. It counts as the one outside of
// projects. checkpoint-store.ts writes the file.
// Invariants:
// - What helix does not understand is kept apart, so that a writer can keep it: fields, checkpoints, and a whole file
//   that is damaged.
// - The module loads nothing that a hook would have to wait for, and reading takes no lock.

import { isRecord } from "../../base/is-record.ts";
import { decodeUtf8, isPlainText } from "../../base/utf8.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";
import { type Checkpoint, parseCheckpoint, type RawCheckpoint } from "./checkpoint.ts";

export const CHECKPOINT_NAME = "checkpoint.json";
/** The longest file that is read or written, in bytes. */
export const CHECKPOINT_FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The checkpoint of one project, and the others. */
export interface Checkpoints {
  readonly own: Checkpoint | null;
  /** The checkpoints of other projects, newest first. */
  readonly others: readonly Checkpoint[];
}

/** The file as JSON: its checkpoints, whether understood or not, and everything else. */
export interface Content {
  readonly items: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A file without checkpoints. */
export const EMPTY: Content = { items: [], rest: {} };

/** The path of the file in a knowledge base directory. */
export function checkpointPath(directory: string): string {
  return `${directory}/${CHECKPOINT_NAME}`;
}

/** The checkpoint of the project with `keys` (empty: of no project), and the others. */
export function checkpointsIn({ items }: Content, keys: readonly string[]): Checkpoints {
  const found = items.flatMap((item) => parsed(item).map(({ checkpoint }) => checkpoint));
  return {
    own: newestFirst(found.filter((each) => isOf(each, keys)))[0] ?? null,
    others: newestFirst(found.filter((each) => !isOf(each, keys))),
  };
}

/** Reads the file at `path`; empty when there is none. Throws IO. */
export function readContent(files: FileSystem, path: string): Content | "damaged" {
  const bytes = readWhole(files, path, CHECKPOINT_FILE_BYTES_MAX);
  if (bytes === null || bytes.length === 0) return EMPTY;
  return bytes === "too long" || !isPlainText(bytes) ? "damaged" : parseContent(decodeUtf8(bytes));
}

/** A checkpoint of the file that helix understands. */
export interface Parsed {
  readonly raw: RawCheckpoint;
  readonly checkpoint: Checkpoint;
}

/** The checkpoint in an item of the file; empty when helix does not understand the item. */
export function parsed(raw: unknown): Parsed[] {
  const checkpoint = parseCheckpoint(raw);
  return checkpoint === null ? [] : [{ raw: raw as RawCheckpoint, checkpoint }];
}

function parseContent(json: string): Content | "damaged" {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
    // JSON that is nested too deeply to be written again cannot be kept in a new file.
    JSON.stringify(value);
  } catch {
    return "damaged";
  }
  if (!isRecord(value)) return "damaged";
  const { checkpoints, ...rest } = value;
  if (Array.isArray(checkpoints)) return { items: checkpoints, rest };
  return parseCheckpoint(value) === null ? "damaged" : { items: [value], rest: {} };
}

/** Whether a checkpoint belongs to the project with `keys`. */
export function isOf({ projects }: Checkpoint, keys: readonly string[]): boolean {
  return keys.length === 0 ? projects.length === 0 : sameProject(projects, keys);
}

/** The checkpoints, last saved first. */
export function newestFirst(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  const time = ({ saved }: Checkpoint) => saved ?? Number.NEGATIVE_INFINITY;
  return checkpoints.toSorted((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a)));
}
