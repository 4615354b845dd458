// Lets the client use helix's own tools without asking, and says nothing of others.

import { SILENCE } from "./hook-answer.ts";
import type { HookContext, HookOutcome } from "./hook-context.ts";

/** What the client calls the tools of this server. */
const OWN_TOOLS = "mcp__helix__";

/** Allows tools of helix. */
export function approveMcp({ event }: Pick<HookContext, "event">): HookOutcome {
  const isOwn = event.toolName.startsWith(OWN_TOOLS) && event.toolName.length > OWN_TOOLS.length;
  return { answer: isOwn ? { kind: "allow" } : SILENCE, updates: [] };
}
