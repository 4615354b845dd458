// The beginning of a session.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function session(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
