// Before a compaction: what the summary has to keep.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** Answers the event. */
export function preCompact(_context: HookContext): HookOutcome {
  return { answer: SILENCE, updates: [] };
}
