// Ends the process groups that helix started when helix itself is gone, also by SIGKILL, with which no code of its own
// runs. A small shell reads from a pipe that helix alone holds, and kills the groups when the pipe breaks.
//
// The kernel's own way, PR_SET_PDEATHSIG, is Linux's alone, must be asked for between fork and exec, and does not reach
// what git starts.
//
// Invariants:
// - A group is told to the keeper at once after its start; between the two lies a moment that only a kill in it can use.
// - The keeper ends soon after the last group, so that nobody inherits it as a zombie.

import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { orNull } from "../base/errors.ts";

const SHELL = "/bin/sh";
/** Each line names all groups of the moment. */
const SCRIPT =
  'while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group"; done; exit 0';
/** One run of git often follows another. */
const KEPT_MS = 20;

const groups = new Set<number>();
let keeper: ChildProcess | null = null;
let ending: NodeJS.Timeout | undefined;

/** Starts the keeper, where none is there yet. Call it before the program is started that it is for. */
export function startKeeper(): void {
  clearTimeout(ending);
  if (keeper !== null || !existsSync(SHELL)) return;
  // A session of its own, so that what ends helix's group does not end it.
  const options: SpawnOptions = { cwd: "/", env: {}, stdio: ["pipe", "ignore", "ignore"], detached: true };
  const started = orNull(() => spawn(SHELL, ["-c", SCRIPT], options));
  keeper = started;
  const forget = () => {
    if (keeper === started) keeper = null;
  };
  started?.on("error", forget).on("exit", forget).unref();
  started?.stdin?.on("error", forget);
}

/** Has a process group ended when helix is gone, until `release`. */
export function keepGroup(pid: number): void {
  groups.add(pid);
  tellKeeper();
}

/** Says that a group has ended. */
export function releaseGroup(pid: number | undefined): void {
  if (pid !== undefined && groups.delete(pid)) tellKeeper();
  if (groups.size > 0) return;
  clearTimeout(ending);
  ending = setTimeout(() => {
    if (groups.size > 0) return;
    keeper?.kill("SIGKILL");
    keeper = null;
  }, KEPT_MS);
  ending.unref();
}

function tellKeeper(): void {
  keeper?.stdin?.write(`${[...groups].join(" ")}\n`);
}
