// Finds out whether a work tree is another clone of a known remote, and records it. It runs for the first event of a
// session in the work tree where no server does so. It loads as much as a command does, so it is called only for a work
// tree whose remote has notes and which is not on record.

import type { FoundProject } from "../../notes/projects/project.ts";
import { openKnowledgeBase } from "../environment.ts";
import { ProjectJudge } from "../project-judge.ts";

/** Judges the project by the live notes, and records that it counts. Never throws. */
export async function settleProject(directory: string, found: FoundProject): Promise<void> {
  const base = openKnowledgeBase(directory, false, () => undefined);
  try {
    const judge = new ProjectJudge(base);
    await judge.note(found, judge.judge(found).standing);
  } catch {
    // A later call will find it out.
  } finally {
    base.close();
  }
}
