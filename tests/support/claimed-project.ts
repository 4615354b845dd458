// The project that a folder claims to be, for tests in which it is what it claims.

import type { JudgeProject } from "../../src/features/hooks/session-place.ts";
import { findProject, type Project, projectOf } from "../../src/knowledge/project.ts";
import { diskFiles } from "../../src/storage/disk-small-files.ts";

/** The project around a folder, its remote counting. */
export function claimedProject(folder: string): Project | null {
  const found = findProject(folder, diskFiles);
  return found && projectOf(found, true);
}

/** As hooks ask it. */
export const claimedJudge: JudgeProject = (found) => ({ project: projectOf(found, true), isSettled: true });
