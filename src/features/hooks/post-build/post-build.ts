// After a command: recognises build and test runs.

import { SILENCE } from "../hook-answer.ts";
import type { HookContext, HookOutcome } from "../hook-context.ts";

/** Answers the event. */
export function postBuild(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
