// Lets the client use helix's own tools without asking, and says nothing about other tools. The client joins the names
// of a server and a tool with two underscores. So a server named `helix__x` has tools whose names begin like helix's.
// Only the whole name tells them apart.

import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";

/** The client's names for the tools of this server. */
const OWN_TOOL = /^mcp__helix__(?:store|batch|search|brief|read|edit|topics|trace|_reload)$/;

/** Allows the tools of helix. */
export function approveMcp({ event }: Pick<HookContext, "event">): HookOutcome {
  return { answer: OWN_TOOL.test(event.toolName) ? { kind: "allow" } : SILENCE, updates: [] };
}
