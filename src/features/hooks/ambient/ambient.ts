// Before a file is read or changed: what is known about it, in five layers.

import { SILENCE } from "../hook-answer.ts";
import type { HookContext, HookOutcome } from "../hook-context.ts";

/** Answers the event. */
export function ambient(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
