// `helix doctor`: examines the installation. The exit code is 2 when something is wrong.

import { spawnSync } from "node:child_process";
import type { SignatureState, Surroundings } from "../../clients/claude-code/finding.ts";
import { countOf, examine, formatAreas } from "../../clients/doctor/doctor.ts";
import { type FoundProject, type Project, projectOf } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { diskPaths } from "../../platform/path-facts.ts";
import { currentDirectory, homeDirectory, openKnowledgeBase } from "../environment.ts";
import { EXIT_DONE, EXIT_ERROR } from "../exit-codes.ts";
import { ProjectJudge } from "../project-judge.ts";
import { type Command, directoryOf, withProgress } from "./command.ts";
import type { DoctorData } from "./data/installation.ts";
import { DIRECTORY_WORD, withDirectoryWord } from "./maintenance-commands.ts";
import { printAnswer, printJson } from "./output.ts";

/** The only program that is started. Its full path is used, because a folder on PATH may hold anything. */
const CODESIGN = "/usr/bin/codesign";
const SIGNATURE_WAIT_MS = 20_000;

export const doctorCommand: Command = {
  arguments: DIRECTORY_WORD,
  async run(values) {
    const directory = directoryOf(withDirectoryWord("doctor", values));
    const areas = await withProgress((onProgress) =>
      examine({
        ...surroundingsHere(directory),
        onProgress: (done, total) => onProgress({ done, total, what: "checking" }),
      }),
    );
    const problems = countOf(areas, "problem");
    if (values.json) printJson({ problems, notes: countOf(areas, "note"), areas } satisfies DoctorData);
    else printAnswer(formatAreas(areas));
    return problems > 0 ? EXIT_ERROR : EXIT_DONE;
  },
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
