// What resolved a failure, when a run of its kind passes: the files that were edited since, and the topics that something was stored under.

import type { Resolution } from "../hook-context.ts";
import { resolves } from "../run-names.ts";
import type { SessionState } from "../session-state.ts";

const FILES_SHOWN_MAX = 5;

/** What the success of `passed`, names of runs, resolves; null when no captured failure was waiting for it. */
export function resolutionOf(session: SessionState, passed: readonly string[]): Resolution | null {
  const failures = session.failures.flatMap((failure) => {
    const run = passed.find((what) => resolves(what, failure.run));
    return run === undefined ? [] : [{ ...failure, text: resolvedLine([...failure.edited], run) }];
  });
  if (failures.length === 0) return null;
  return {
    failures: failures.map(({ key, topic, index, text, edited, stored }) => ({
      captured: { key, topic, index },
      text,
      isMended: edited.size + stored.size > 0,
      stored: [...stored],
    })),
  };
}

function resolvedLine(edited: readonly string[], run: string): string {
  if (edited.length === 0) return `Resolved: ${run} passed, with no file edited in between`;
  const more = edited.length > FILES_SHOWN_MAX ? ` and ${edited.length - FILES_SHOWN_MAX} more` : "";
  return `Resolved: edited ${edited.slice(-FILES_SHOWN_MAX).join(", ")}${more}; then ${run} passed`;
}
