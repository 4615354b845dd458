// Reads a file of settings: the user's own, or that of a project, which whoever wrote the repository wrote.
// Hooks load it, so it imports little.
// Invariants:
// - A file counts only as a whole: a regular file of at most 64 kB that is one JSON object in UTF-8. Else it is absent.
// - A project's file lies in the project, links followed. The user's file can be written by this user alone.
// - Names in a file are only compared and shown. None is used as the name of a member.

import { isWithin, parentOf } from "../base/path-names.ts";
import type { GuardedFiles } from "../platform/small-files.ts";
import { SETTING_GROUPS } from "./settings.ts";

export const USER_FILE = "config.json";
export const PROJECT_FILE = ".helix.json";
/** The longest file that is read, in bytes. */
export const FILE_BYTES_MAX = 64 * 1024;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const SUPERUSER = 0;

/** Where the settings of one process are. */
export interface SettingSources {
  readonly files: GuardedFiles;
  /** The knowledge base directory, which holds the user's file. */
  readonly directory: string;
  /** The top of the work tree, a path without links; null outside of projects. */
  readonly root: string | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The number of this user; null where the system has none. */
  readonly user: number | null;
}

/** A file as it is now: no file, its text, or why it is of no use. */
export type ReadFile = { readonly text: string } | { readonly flaw: string } | null;

/** A member of a file by its whole name, `code.context`, however it is written. */
export interface Leaf {
  readonly name: string;
  readonly value: unknown;
}

/** The path of the user's file. */
export function userPath({ directory }: SettingSources): string {
  return `${directory}/${USER_FILE}`;
}

/** The path of the project's file; null outside of projects. */
export function projectPath({ root }: SettingSources): string | null {
  return root === null ? null : `${root === "/" ? "" : root}/${PROJECT_FILE}`;
}

/** Reads the user's file. */
export function readUserFile(sources: SettingSources): ReadFile {
  const path = userPath(sources);
  const flaw = whoMayWrite(sources, path);
  if (flaw !== null) return { flaw };
  return textAt(sources.files, path, undefined);
}

/** Reads the project's file. */
export function readProjectFile(sources: SettingSources): ReadFile {
  const { files, root } = sources;
  const path = projectPath(sources);
  return path === null || root === null ? null : textAt(files, path, root);
}

/** The members of a text, whether they are written as `{"code": {"context": ...}}` or as `{"code.context": ...}`. */
export function leavesOf(text: string): readonly Leaf[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return null;
  }
  if (!isObject(parsed)) return null;
  return Object.entries(parsed).flatMap(([name, value]) =>
    SETTING_GROUPS.has(name) && isObject(value)
      ? Object.entries(value).map(([inner, each]) => ({ name: `${name}.${inner}`, value: each }))
      : [{ name, value }],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textAt(files: GuardedFiles, path: string, root: string | undefined): ReadFile {
  const text = files.readText(path, FILE_BYTES_MAX, root);
  if (text !== null) return text.includes("\uFFFD") ? { flaw: "is not in UTF-8" } : { text };
  const kind = files.kind(path);
  if (kind === null) return null;
  if (kind !== "file") return { flaw: "is no file" };
  const real = files.realPath(path);
  if (root !== undefined && real !== null && !isWithin(root, real)) return { flaw: "is a link out of the project" };
  return { flaw: `is longer than ${FILE_BYTES_MAX / 1024} kB, or cannot be read` };
}

/** Why somebody else may have written the user's file; null: nobody may, or there is none. */
function whoMayWrite({ files, user, directory }: SettingSources, path: string): string | null {
  const file = files.access(path);
  if (file === null || user === null) return null;
  const folder = files.access(parentOf(files.realPath(path) ?? path));
  const base = files.access(directory);
  if (file.owner !== user && file.owner !== SUPERUSER) return "belongs to another user";
  for (const each of [folder, base])
    if (each !== null && (each.mode & OTHERS_WRITE) !== 0)
      return "lies where others may write: close its folder to them";
  const isClosed = folder !== null && (folder.mode & OTHERS) === 0;
  return !isClosed && (file.mode & OTHERS_WRITE) !== 0 ? "may be written by others: chmod 600 it" : null;
}
