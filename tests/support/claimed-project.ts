// The project that a folder claims to be, for tests in which it is what it claims.

import type { JudgeProject } from "../../src/hooks/common/session-place.ts";
import { findProject, type Project, projectOf } from "../../src/notes/projects/project.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";

/** The project around a folder, its remote counting. */
export function claimedProject(folder: string): Project | null {
  const found = findProject(folder, diskFiles);
  return found && projectOf(found, true);
}

/** As hooks ask it. */
export const claimedJudge: JudgeProject = (found) => ({ project: projectOf(found, true), isSettled: true });
