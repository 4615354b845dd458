// What the doctor finds: one line for each finding, and for a problem one command or step that repairs it. Also the
// surroundings that the doctor examines. All of them are passed in, so that tests can supply made-up ones.

import type { FoundProject, Project } from "../../notes/projects/project.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { OwnProcess } from "../../platform/own-processes.ts";
import type { PathInspector } from "../../platform/path-facts.ts";
import type { SmallFiles } from "../../platform/small-files.ts";

/**
 * Starts a program and waits at most `limitMs` milliseconds for it. Returns what the program wrote to standard output;
 * null when it failed or took longer.
 */
export type RunProgram = (program: string, words: readonly string[], limitMs: number) => string | null;

/** `ok`: all is well; `note`: worth knowing; `problem`: something does not work, or will not. */
export type FindingStatus = "ok" | "note" | "problem";

export interface Finding {
  readonly status: FindingStatus;
  readonly what: string;
  /** A command, or a step to do by hand. */
  readonly fix?: string;
}

/** The state of a program's signature; `unknown` where nothing can check it. */
export type SignatureState = "valid" | "invalid" | "unknown";

export interface Surroundings {
  /** The knowledge base directory, absolute. */
  readonly directory: string;
  /** The directory in which the command was started; null when it no longer exists. */
  readonly currentDirectory: string | null;
  /** The user's home directory; "" when there is none. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The operating system as Node names it: darwin, linux. */
  readonly platform: string;
  /** The user id of this process; null on systems without user ids. */
  readonly user: number | null;
  /** The path of the running program. */
  readonly executable: string;
  readonly files: FileSystem;
  readonly paths: PathInspector & SmallFiles;
  /** Judges which identity a found project has in this knowledge base. */
  judgeProject(found: FoundProject): Project;
  /** Checks the signature of a program. It is called on macOS only. */
  signatureOf(path: string): Promise<SignatureState>;
  /** Starts a program to ask for its version. */
  readonly run: RunProgram;
  /** The processes of this user whose words `accepts`. */
  processes(accepts: (words: readonly string[]) => boolean): OwnProcess[];
  readonly onProgress?: (done: number, total: number) => void;
}

/** A finding with the status `ok`. */
export function ok(what: string): Finding {
  return { status: "ok", what };
}

/** A finding with the status `note`. */
export function note(what: string, fix?: string): Finding {
  return { status: "note", what, ...(fix === undefined ? {} : { fix }) };
}

/** A finding with the status `problem`. */
export function problem(what: string, fix?: string): Finding {
  return { status: "problem", what, ...(fix === undefined ? {} : { fix }) };
}

/** Quotes a word, where needed, so that a shell reads it as one word. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
