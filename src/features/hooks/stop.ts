// The end of a turn: reminds of storing, once.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function stop(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
