// What a hook stores: the errors of a failed run, and what resolved them; and the index where nobody else has written
// it. It goes the ordinary way of a write, so it loads what a command loads; only runs that failed, or that follow one,
// and sessions that begin come here.

import { SessionStore } from "../../events/session-store.ts";
import { applyCapture } from "../../hooks/capture/apply-capture.ts";
import { applyResolution } from "../../hooks/capture/apply-resolution.ts";
import type { HookRun } from "../../hooks/run-hook.ts";
import { findProject } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { diskAppendedFiles } from "../../platform/disk-appended-files.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { openKnowledgeBase } from "../environment.ts";
import { ProjectJudge } from "../project-judge.ts";

/**
 * Stores what came of an event, from a process that has no knowledge base open. `terminal` is what tells sessions
 * without an id apart.
 */
export async function keep(directory: string, run: HookRun, terminal: string): Promise<void> {
  const base = openKnowledgeBase(directory, false);
  try {
    // The hook itself only knows what is on record.
    const found = run.project === null ? null : findProject(run.project.root, diskFiles);
    const project = found && new ProjectJudge(base).judge(found).project;
    await keepOutcome(base, new SessionStore(diskAppendedFiles, directory, () => terminal), { ...run, project });
  } finally {
    base.close();
  }
}

/** The same with an open knowledge base. What cannot be stored now is not stored. */
export async function keepOutcome(base: KnowledgeBase, sessions: SessionStore, run: HookRun): Promise<void> {
  const { event, project, outcome } = run;
  if (outcome.resolution !== undefined) await applyResolution(base, project, outcome.resolution);
  if (outcome.capture === undefined) return;
  const update = await applyCapture(base, project, outcome.capture, base.clock());
  // The session has begun, or goes on: it was written to a moment ago.
  if (update !== null) sessions.append(event.session, [update], null);
}

/** Merges what the log holds behind its index, if that is worth it. Where it cannot be done it is left to others. */
export async function mergeTail(directory: string): Promise<void> {
  const base = openKnowledgeBase(directory, false, () => undefined);
  try {
    await base.view();
    await base.leaveTidy(async () => false);
  } finally {
    base.close();
  }
}
