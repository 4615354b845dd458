// checkpoint.json in the knowledge base directory, as it is read: one checkpoint for each project, and one for work
// outside of any.
//   {"version": 1, "checkpoints": [{"projects": ["owner/repo", "repo-1a2b3c4d"], "saved": "2026-02-21T06:11:00.000Z", "task": ...}]}
// The original program's file is a single checkpoint, {"task": ..., "done": [...]}: that counts as the one outside of
// projects.
// Invariant: what is not understood is told apart, so that who writes keeps it: fields, checkpoints, and a
// whole file that is damaged. Loads nothing that a hook would have to wait for; reading takes no lock. Writing is
// checkpoint-store.ts.

import { decodeUtf8, isPlainText } from "../../base/utf8.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";
import { type Checkpoint, isRecord, parseCheckpoint, type RawCheckpoint } from "./checkpoint.ts";

export const CHECKPOINT_NAME = "checkpoint.json";
/** The longest file that is read or written, in bytes. */
export const CHECKPOINT_FILE_BYTES_MAX = 4 * 1024 * 1024;

/** What there is for one project, and beside it. */
export interface Checkpoints {
  readonly own: Checkpoint | null;
  /** Those of other projects, newest first. */
  readonly others: readonly Checkpoint[];
}

/** The file as JSON: its checkpoints, understood or not, and everything else. */
export interface Content {
  readonly items: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A file without checkpoints. */
export const EMPTY: Content = { items: [], rest: {} };

/** Where the file is in a knowledge base directory. */
export function checkpointPath(directory: string): string {
  return `${directory}/${CHECKPOINT_NAME}`;
}

/** What the file holds for the project with `keys` (none: no project), and beside it. */
export function checkpointsIn({ items }: Content, keys: readonly string[]): Checkpoints {
  const found = items.flatMap((item) => parsed(item).map(({ checkpoint }) => checkpoint));
  return {
    own: newestFirst(found.filter((each) => isOf(each, keys)))[0] ?? null,
    others: newestFirst(found.filter((each) => !isOf(each, keys))),
  };
}

/** The file at `path`, empty where there is none. Throws IO. */
export function readContent(files: FileSystem, path: string): Content | "damaged" {
  const bytes = readWhole(files, path, CHECKPOINT_FILE_BYTES_MAX);
  if (bytes === null || bytes.length === 0) return EMPTY;
  return bytes === "too long" || !isPlainText(bytes) ? "damaged" : parseContent(decodeUtf8(bytes));
}

/** One checkpoint of the file that is understood. */
export interface Parsed {
  readonly raw: RawCheckpoint;
  readonly checkpoint: Checkpoint;
}

/** The checkpoint that an item of the file is; none where it is not understood. */
export function parsed(raw: unknown): Parsed[] {
  const checkpoint = parseCheckpoint(raw);
  return checkpoint === null ? [] : [{ raw: raw as RawCheckpoint, checkpoint }];
}

function parseContent(json: string): Content | "damaged" {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
    // What is nested too deep to be written again cannot be kept in a new file.
    JSON.stringify(value);
  } catch {
    return "damaged";
  }
  if (!isRecord(value)) return "damaged";
  const { checkpoints, ...rest } = value;
  if (Array.isArray(checkpoints)) return { items: checkpoints, rest };
  return parseCheckpoint(value) === null ? "damaged" : { items: [value], rest: {} };
}

/** Whether a checkpoint is of the project with `keys`. */
export function isOf({ projects }: Checkpoint, keys: readonly string[]): boolean {
  return keys.length === 0 ? projects.length === 0 : sameProject(projects, keys);
}

/** Those saved last first. */
export function newestFirst(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  const time = ({ saved }: Checkpoint) => saved ?? Number.NEGATIVE_INFINITY;
  return checkpoints.toSorted((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a)));
}
