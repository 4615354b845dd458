// Lets the client use helix's own tools without asking, and says nothing about other tools. A tool that starts a program
// (`_reload` starts a build) is not among them: the person is asked. The client joins the names of a server and a tool
// with two underscores. So a server named `helix__x` has tools whose names begin like helix's. Only the whole name
// tells them apart.

import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";
import { ownToolName } from "./own-tool-names.ts";
import { APPROVED_TOOLS } from "./own-tools.ts";

/** Allows the tools of helix that start no program, by their names. */
export function approveMcp(
  { event }: Pick<HookContext, "event">,
  tools: readonly string[] = APPROVED_TOOLS,
): HookOutcome {
  const isApproved = tools.includes(ownToolName(event.toolName) ?? "");
  return { answer: isApproved ? { kind: "allow" } : SILENCE, updates: [] };
}
