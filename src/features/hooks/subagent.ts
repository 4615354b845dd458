// The beginning of a subagent.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function subagent(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
