// The seam to other programs: finds them, and runs them within bounds.
//
// Invariants:
// - A program gets the environment that it is given and nothing of helix's own, no input but the one that it is given,
//   and a process group of its own, which ends with it.
// - Every run ends: with the program, at the time limit, when its reader has enough, or with helix, even by SIGKILL.
// - A program is only found in absolute folders of the search path, and in none that the caller does not trust.

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { messageOf, orElse, orNull } from "../base/errors.ts";
import { isAbsolutePath, isWithin, parentOf } from "../base/path-names.ts";
import { keepGroup, releaseGroup, startKeeper } from "./group-keeper.ts";
import { isMac } from "./libc.ts";
import { realPath } from "./real-path.ts";

export interface ProgramRun {
  /** The program's path. */
  readonly path: string;
  readonly words: readonly string[];
  readonly directory: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the program reads from its standard input; left out: nothing. */
  readonly input?: string | undefined;
  /** How long the run may take in all, in milliseconds. */
  readonly limitMs: number;
  /** Takes a piece of the program's standard output; the run is ended when it returns false. */
  readonly receive: (bytes: Uint8Array) => boolean;
}

/** How a run ended. */
export interface ProgramEnd {
  /** `exit`: the program ended. `time`, `reader`: it was ended. `failed`: it could not be started. */
  readonly by: "exit" | "time" | "reader" | "failed";
  /** The exit code; null if the program was ended. */
  readonly code: number | null;
  /** The start of what the program wrote to its standard error, or why it could not be started. */
  readonly complaint: string;
}

export interface Programs {
  /**
   * The path of a program in a search path (as in PATH); null if there is none. Folders in `distrusted`, a path without
   * links, do not count, and neither do links into it.
   */
  find(name: string, searchPath: string, distrusted: string): string | null;
  /** Runs a program. Never throws. */
  run(run: ProgramRun): Promise<ProgramEnd>;
}

const COMPLAINT_LENGTH_MAX = 1000;
/** Programs of a folder that only ask, in a window, to install something, unless the real ones are in another folder. */
export interface Placeholders {
  readonly folder: string;
  readonly tools: readonly string[];
}

/** The first of the tools is a link to those that the user has chosen, as an Xcode in another place. */
const MAC_PLACEHOLDERS: Placeholders = {
  folder: "/usr/bin",
  tools: [
    "/var/db/xcode_select_link/usr/bin",
    "/Library/Developer/CommandLineTools/usr/bin",
    "/Applications/Xcode.app/Contents/Developer/usr/bin",
  ],
};

/** The programs of this machine. */
export const systemPrograms: Programs = {
  find: (name, searchPath, distrusted) =>
    findProgram(name, searchPath, distrusted, isMac ? MAC_PLACEHOLDERS : undefined),
  run: runProgram,
};

/** As `Programs.find`. A placeholder does not count, whatever link leads to it, unless the real program is there. */
export function findProgram(
  name: string,
  searchPath: string,
  distrusted: string,
  placeholders?: Placeholders,
): string | null {
  for (const folder of trustedFolders(searchPath, distrusted)) {
    const path = `${folder === "/" ? "" : folder}/${name}`;
    const real = orNull(() => realPath(path));
    if (real === null || isWithin(distrusted, real) || !isProgram(real)) continue;
    const isPlaceholder = placeholders !== undefined && parentOf(real) === placeholders.folder;
    if (isPlaceholder && !placeholders.tools.some((tools) => existsSync(`${tools}/${name}`))) continue;
    return path;
  }
  return null;
}

/** The folders of a search path that are absolute and do not lie in `distrusted`, a path without links. */
export function trustedFolders(searchPath: string, distrusted: string): string[] {
  return searchPath.split(":").filter((folder) => {
    const real = isAbsolutePath(folder) ? orNull(() => realPath(folder)) : null;
    return real !== null && !isWithin(distrusted, real);
  });
}

function isProgram(path: string): boolean {
  return orElse(false, () => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });
}

function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let complaint = "";
    let ended: "time" | "reader" | null = null;
    let child: ChildProcess;
    startKeeper();
    try {
      child = spawn(run.path, run.words, {
        cwd: run.directory,
        env: { ...run.environment },
        stdio: [run.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        detached: true,
      });
    } catch (error) {
      releaseGroup(undefined);
      resolve({ by: "failed", code: null, complaint: messageOf(error) });
      return;
    }
    if (child.pid !== undefined) keepGroup(child.pid);
    const finish = (by: ProgramEnd["by"], code: number | null) => {
      clearTimeout(timer);
      releaseGroup(child.pid);
      resolve({ by, code, complaint });
    };
    const end = (by: "time" | "reader") => {
      ended ??= by;
      killGroup(child);
      // A process that has left the group may hold the output open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish(ended, null);
    };
    const timer = setTimeout(() => end("time"), run.limitMs);
    child.on("error", (error) => {
      complaint = messageOf(error);
      finish("failed", null);
    });
    // What the program has started ends with it, and would hold the output open.
    child.on("exit", () => killGroup(child));
    child.on("close", (code) => finish(ended ?? "exit", code));
    child.stdin?.on("error", () => undefined).end(run.input);
    child.stdout?.on("data", (bytes: Uint8Array) => {
      if (ended === null && !run.receive(bytes)) end("reader");
    });
    child.stderr?.on("data", (bytes: Uint8Array) => {
      if (complaint.length < COMPLAINT_LENGTH_MAX) complaint += new TextDecoder().decode(bytes);
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All processes of the group have ended.
  }
}
