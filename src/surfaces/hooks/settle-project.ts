// Finds out whether a work tree is another clone of what is known, and notes it: for the first event of a session in
// it, where no server does that. It loads what a command loads, so only a work tree comes here that names a remote of
// which there are notes, and is not on record.

import type { FoundProject } from "../../notes/projects/project.ts";
import { openKnowledgeBase } from "../environment.ts";
import { ProjectJudge } from "../project-judge.ts";

/** Judges the project by what is live, and notes where it counts. Never throws. */
export async function settleProject(directory: string, found: FoundProject): Promise<void> {
  const base = openKnowledgeBase(directory, false, () => undefined);
  try {
    const judge = new ProjectJudge(base);
    await judge.note(found, judge.judge(found).standing);
  } catch {
    // It is found out another time.
  } finally {
    base.close();
  }
}
