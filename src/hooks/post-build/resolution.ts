// Finds out what resolved a failure when a run of the same kind passes: the files that were edited since, and the
// topics under which notes were stored since.

import { nameOfRun, resolves } from "../../events/run-names.ts";
import type { SessionState } from "../../events/session-state.ts";
import type { HookContext, Resolution } from "../common/hook-context.ts";

const FILES_SHOWN_MAX = 5;

/** Tells the trace of notes that told of the error of a run which passes now, after something was done about it. */
export function sawResolved(
  { session, trace }: Pick<HookContext, "session" | "trace">,
  passed: readonly string[],
): void {
  const notes = new Set(passed.flatMap((run) => session.shown.resolvedBy(run)));
  if (notes.size > 0) trace.saw({ type: "used", notes: [...notes], how: "resolved" });
}

/**
 * The resolution by the runs in `passed`, named as in the session. null when no captured failure was waiting for one of
 * them.
 */
export function resolutionOf(session: SessionState, passed: readonly string[]): Resolution | null {
  const failures = session.failures.flatMap((failure) => {
    const run = passed.find((what) => resolves(what, failure.run));
    if (run === undefined) return [];
    // Paths outside of the project are private: readers of the note must not see them.
    const edited = [...failure.edited].filter((path) => !/^(?:\/|~|\.\.\/)/.test(path));
    return [{ ...failure, edited, text: resolvedLine(edited, nameOfRun(run)) }];
  });
  if (failures.length === 0) return null;
  return {
    failures: failures.map(({ key, topic, index, text, edited, stored }) => ({
      captured: { key, topic, index },
      text,
      isMended: edited.length + stored.size > 0,
      stored: [...stored],
    })),
  };
}

function resolvedLine(edited: readonly string[], run: string): string {
  if (edited.length === 0) return `Resolved: ${run} passed, with no file of the project edited in between`;
  const more = edited.length > FILES_SHOWN_MAX ? ` and ${edited.length - FILES_SHOWN_MAX} more` : "";
  return `Resolved: edited ${edited.slice(-FILES_SHOWN_MAX).join(", ")}${more}; then ${run} passed`;
}
