// Stores what a hook has found: the errors of a failed run, and what resolved them. It also writes the index where
// nobody else has done so. It takes the ordinary way of a write, so it loads as much as a command does. It runs only
// after failed runs, after the run behind a failed one, and when a session begins.

import { SessionStore } from "../../events/session-store.ts";
import { applyCapture } from "../../hooks/capture/apply-capture.ts";
import { applyResolution } from "../../hooks/capture/apply-resolution.ts";
import type { HookRun } from "../../hooks/run-hook.ts";
import { findProject } from "../../notes/projects/project.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";
import { diskAppendedFiles } from "../../platform/disk-appended-files.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { openKnowledgeBase } from "../environment.ts";
import { ProjectJudge } from "../project-judge.ts";

/**
 * Stores the outcome of an event, from a process that has no knowledge base open. `terminal` identifies a session that
 * has no id.
 */
export async function keep(directory: string, run: HookRun, terminal: string): Promise<void> {
  const base = openKnowledgeBase(directory, false);
  try {
    // The hook judged the project by the known-projects file only; here the live notes count too.
    const found = run.project === null ? null : findProject(run.project.root, diskFiles);
    const project = found && new ProjectJudge(base).judge(found).project;
    await keepOutcome(base, new SessionStore(diskAppendedFiles, directory, () => terminal), { ...run, project });
  } finally {
    base.close();
  }
}

/** Stores the outcome of an event in an open knowledge base. What cannot be stored now is not stored. */
export async function keepOutcome(base: KnowledgeBase, sessions: SessionStore, run: HookRun): Promise<void> {
  const { event, project, outcome } = run;
  const by: Author = { session: event.session, project: project?.keys ?? [] };
  if (outcome.resolution !== undefined) await applyResolution(base, project, outcome.resolution, by);
  if (outcome.capture === undefined) return;
  const update = await applyCapture(base, project, outcome.capture, { now: base.clock(), by });
  // No first line is needed: the session was written to a moment ago.
  if (update !== null) sessions.append(event.session, [update], null);
}

/**
 * Merges the tail of the log into the index, if that is worth it. Where this process cannot do it, it is left to
 * others.
 */
export async function mergeTail(directory: string): Promise<void> {
  const base = openKnowledgeBase(directory, false, () => undefined);
  try {
    await base.view();
    await base.leaveTidy(async () => false);
  } finally {
    base.close();
  }
}
