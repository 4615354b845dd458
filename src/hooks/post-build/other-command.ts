// After a command that runs no build and no test: the session remembers that there was one.

import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";

/** Answers the event. */
export function otherCommand({ trace }: HookContext): HookOutcome {
  trace.silent("aside");
  return { answer: SILENCE, updates: [{ kind: "x", value: "" }] };
}
