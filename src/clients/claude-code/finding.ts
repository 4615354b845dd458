// What the doctor finds: one line each, and where something is wrong one command or step that mends it. And the
// surroundings in which it looks, all of which come from outside, so that it can be tried on made-up ones.

import type { FoundProject, Project } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { PathInspector } from "../../platform/path-facts.ts";
import type { SmallFiles } from "../../platform/small-files.ts";

/** `ok`: as it should be; `note`: worth knowing; `problem`: something does not work, or will not. */
export type FindingStatus = "ok" | "note" | "problem";

export interface Finding {
  readonly status: FindingStatus;
  readonly what: string;
  /** A command, or what to do by hand. */
  readonly fix?: string;
}

/** What is true of a program's signature; `unknown` where nothing can check it. */
export type SignatureState = "valid" | "invalid" | "unknown";

export interface Surroundings {
  /** The knowledge base directory, absolute. */
  readonly directory: string;
  /** Where the command was started; null when that is gone. */
  readonly currentDirectory: string | null;
  /** The user's home directory; "" when there is none. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As Node names it: darwin, linux. */
  readonly platform: string;
  /** The number of the user that this process runs as; null where users have none. */
  readonly user: number | null;
  /** The program that runs. */
  readonly executable: string;
  readonly files: FileSystem;
  readonly paths: PathInspector & SmallFiles;
  /** The project that was found, as it counts in this knowledge base. */
  judgeProject(found: FoundProject): Project;
  /** Checks the signature of a program; asked on macOS only. */
  signatureOf(path: string): Promise<SignatureState>;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A finding that is as it should be. */
export function ok(what: string): Finding {
  return { status: "ok", what };
}

/** Something worth knowing. */
export function note(what: string, fix?: string): Finding {
  return { status: "note", what, ...(fix === undefined ? {} : { fix }) };
}

/** Something that does not work, or will not. */
export function problem(what: string, fix?: string): Finding {
  return { status: "problem", what, ...(fix === undefined ? {} : { fix }) };
}

/** A word as a shell takes it for one word. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** A size for people: `512 bytes`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
