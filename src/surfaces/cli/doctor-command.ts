// `helix doctor`: examines the installation. The exit code is 2 when something is wrong. With `--apply` it closes helix's
// own files to others first.

import { spawnSync } from "node:child_process";
import type { RunProgram, SignatureState, Surroundings } from "../../clients/claude-code/finding.ts";
import { activityOf } from "../../clients/doctor/activity.ts";
import { countOf, examine, formatAreas } from "../../clients/doctor/doctor.ts";
import { type ClosedPath, closeAccess } from "../../clients/doctor/own-files.ts";
import { type FoundProject, type Project, projectOf } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { ownProcesses } from "../../platform/own-processes.ts";
import { diskPaths } from "../../platform/path-facts.ts";
import { setMode } from "../../platform/path-mode.ts";
import { currentDirectory, homeDirectory, openKnowledgeBase } from "../environment.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { ProjectJudge } from "../project-judge.ts";
import { type Command, directoryOf } from "./command.ts";
import type { DoctorData } from "./data/installation.ts";
import { DIRECTORY_WORD, withDirectoryWord } from "./maintenance-commands.ts";
import { printAnswer, printJson } from "./output.ts";
import { withProgress } from "./progress-line.ts";

/** Its full path is used, because a folder on PATH may hold anything. */
const CODESIGN = "/usr/bin/codesign";
const SIGNATURE_WAIT_MS = 20_000;

export const doctorCommand: Command = {
  arguments: {
    ...DIRECTORY_WORD,
    apply: { type: "boolean", description: "Close the directory and helix's files in it to others, then look" },
  },
  async run(values) {
    const directory = directoryOf(withDirectoryWord("doctor", values));
    const surroundings = surroundingsHere(directory);
    const closed = values.apply ? closeAccess(surroundings, setMode) : [];
    const activity = activityOf(surroundings);
    const areas = await withProgress((onProgress) =>
      examine(
        { ...surroundings, onProgress: (done, total) => onProgress({ done, total, what: "checking" }) },
        false,
        activity,
      ),
    );
    const problems = countOf(areas, "problem");
    const notes = countOf(areas, "note");
    if (values.json) {
      const { client, others, hooks, servers } = activity;
      printJson({
        problems,
        notes,
        closed: closed.map(({ path, before, after }) => ({ path, before: octal(before), after: octal(after) })),
        client,
        otherClients: others.map(({ name, folder }) => ({ name, folder })),
        hooks: hooks.map(({ hook, last }) => ({ hook, last: last === null ? null : new Date(last).toISOString() })),
        servers: servers.map(({ pid, program, version }) => ({ pid, program, version })),
        areas,
      } satisfies DoctorData);
    } else {
      printAnswer([...closedLines(closed, values.apply === true), formatAreas(areas)].join("\n"));
    }
    return problems > 0 ? EXIT_ERROR : EXIT_DONE;
  },
};

function closedLines(closed: readonly ClosedPath[], isAsked: boolean): string[] {
  if (!isAsked) return [];
  if (closed.length === 0)
    return ["nothing to close: helix's own files are closed to others, or are not yours alone", ""];
  return [...closed.map(({ path, before, after }) => `closed: ${path} (${octal(before)}, now ${octal(after)})`), ""];
}

function octal(mode: number): string {
  return mode.toString(8);
}

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

/** The surroundings that the doctor examines, taken from this process. */
export function surroundingsHere(directory: string): Surroundings {
  return {
    directory,
    currentDirectory: currentDirectory(),
    home: homeDirectory(),
    environment: process.env,
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
