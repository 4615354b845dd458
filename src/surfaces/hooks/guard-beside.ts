// The plugin's guard where the client's settings may hold a guard, too. Both decide on each call, so that settings which
// only look as if they held one change nothing; a call counts once, by its id. What is only told, recorded behind a call
// or asked at the end of a subagent comes from the guard in the settings alone.
// Invariants:
// - A call is never allowed, nor a change of settings, because there is another guard.

import type { GuardEvent, GuardPhase } from "../../plan/guard/guard-event.ts";
import { libcFiles } from "../../platform/libc-files.ts";
import { isInSettings } from "./settings-answer.ts";

/** The client's names of the phases in which another guard is enough. */
const LEFT_TO_SETTINGS: Partial<Record<GuardPhase, string>> = {
  after: "PostToolUse",
  failed: "PostToolUseFailure",
  stop: "SubagentStop",
};

/** The answer of the plugin's guard. `decided`: what a guard alone would answer. */
export async function decidedBeside(
  { phase }: GuardEvent,
  project: string,
  decided: () => Promise<string>,
): Promise<string> {
  const place = { environment: process.env, directory: project };
  const isBeside = (event: string) => isInSettings("guard", place, libcFiles, event);
  const event = LEFT_TO_SETTINGS[phase];
  if (event !== undefined) return isBeside(event) ? "" : decided();
  const answer = await decided();
  return phase === "before" && isOnlyTold(answer) && isBeside("PreToolUse") ? "" : answer;
}

/** Whether an answer holds no decision. */
function isOnlyTold(answer: string): boolean {
  return answer.startsWith('{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":');
}
