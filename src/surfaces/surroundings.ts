// What the doctor, the installation and the start of a task look at: the client's settings and this machine, taken from
// this process.

import { spawnSync } from "node:child_process";
import type { RunProgram, SignatureState, Surroundings } from "../clients/claude-code/finding.ts";
import { type FoundProject, type Project, projectOf } from "../notes/projects/project.ts";
import type { KnowledgeBase } from "../notes/store/knowledge-base.ts";
import { diskFileSystem } from "../platform/disk-file-system.ts";
import { diskFiles } from "../platform/disk-small-files.ts";
import { ownProcesses } from "../platform/own-processes.ts";
import { diskPaths } from "../platform/path-facts.ts";
import { currentDirectory, homeDirectory, openKnowledgeBase } from "./environment.ts";
import { type Host, thisProcess } from "./host.ts";
import { ProjectJudge } from "./project-judge.ts";

/** Its full path is used, because a folder on PATH may hold anything. */
const CODESIGN = "/usr/bin/codesign";
const SIGNATURE_WAIT_MS = 20_000;

/** Starts a program of this user. It runs in a folder where nobody can have put a file for it to read. */
export const runProgram: RunProgram = (program, words, limitMs) => {
  const {
    status: code,
    stdout,
    error,
  } = spawnSync(program, [...words], {
    cwd: "/",
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  return error !== undefined || code !== 0 ? null : stdout;
};

/** The surroundings, taken from this process. */
export function surroundingsHere(directory: string, host: Host = thisProcess): Surroundings {
  return {
    directory,
    currentDirectory: currentDirectory(host),
    home: homeDirectory(host),
    environment: host.environment,
    platform: process.platform,
    user: process.getuid?.() ?? null,
    executable: process.execPath,
    files: diskFileSystem,
    paths: { ...diskPaths, ...diskFiles },
    judgeProject: (found) => judgedIn(directory, found),
    signatureOf,
    run: runProgram,
    processes: ownProcesses,
  };
}

/** Judges the project by the live notes, and records nothing. */
function judgedIn(directory: string, found: FoundProject): Project {
  let base: KnowledgeBase | undefined;
  try {
    base = openKnowledgeBase(directory, false, () => undefined);
    return new ProjectJudge(base).judge(found).project;
  } catch {
    // HELIX_NOW is no time; the doctor reports that elsewhere.
    return projectOf(found, false);
  } finally {
    base?.close();
  }
}

async function signatureOf(path: string): Promise<SignatureState> {
  const { status, error } = spawnSync(CODESIGN, ["-v", path], { stdio: "ignore", timeout: SIGNATURE_WAIT_MS });
  if (error !== undefined || status === null) return "unknown";
  return status === 0 ? "valid" : "invalid";
}
