// A question of the user: what is known about it.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function prompt(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
