// Lets the client use helix's own tools without asking, and says nothing of others. The client joins a server's and a
// tool's name with two underscores, so a server named `helix__x` has tools that begin like helix's: only whole names
// tell them apart.

import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";

/** What the client calls the tools of this server. */
const OWN_TOOL = /^mcp__helix__(?:store|batch|search|brief|read|edit|topics|trace|_reload)$/;

/** Allows tools of helix. */
export function approveMcp({ event }: Pick<HookContext, "event">): HookOutcome {
  return { answer: OWN_TOOL.test(event.toolName) ? { kind: "allow" } : SILENCE, updates: [] };
}
