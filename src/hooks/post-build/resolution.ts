// What resolved a failure, when a run of its kind passes: the files that were edited since, and the topics that
// something was stored under.

import { nameOfRun, resolves } from "../../events/run-names.ts";
import type { SessionState } from "../../events/session-state.ts";
import type { Resolution } from "../common/hook-context.ts";

const FILES_SHOWN_MAX = 5;

/**
 * What the success of `passed`, runs as a session remembers them, resolves; null when no captured failure was waiting
 * for it.
 */
export function resolutionOf(session: SessionState, passed: readonly string[]): Resolution | null {
  const failures = session.failures.flatMap((failure) => {
    const run = passed.find((what) => resolves(what, failure.run));
    if (run === undefined) return [];
    // What lies outside of the project is nobody's business who reads about it.
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
