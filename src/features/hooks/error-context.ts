// After a tool failed: what is known about the error.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function errorContext(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
