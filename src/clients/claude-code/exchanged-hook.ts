// A hook of helix in another form: what is started or called is exchanged, and all that people have set stays.

import { type HookGroup, OWN_TIMEOUTS } from "./hook-groups.ts";
import { ownHook, PROGRAM_MARK } from "./own-hooks.ts";

/** What helix writes into a hook; everything else in it was set by hand. */
const OWN_KEYS = new Set(["type", "command", "server", "tool", "input", "timeout"]);

/**
 * The hook as it is to be. One that sets variables stays a command: a server has the variables that it was started
 * with.
 */
export function exchangedHook(
  hook: Readonly<Record<string, unknown>>,
  { hook: wanted, command }: HookGroup,
): Record<string, unknown> {
  const own = ownHook(hook);
  const result: Record<string, unknown> = { ...(own?.setsVariables ? command : wanted) };
  if (own !== null && typeof result.command === "string")
    result.command = commandAround(result.command, own.before, own.behind);
  if (hook.timeout !== undefined && !OWN_TIMEOUTS.includes(hook.timeout)) result.timeout = hook.timeout;
  for (const [key, value] of Object.entries(hook)) if (!OWN_KEYS.has(key)) result[key] = value;
  return result;
}

/** The command with what stood around the old one; a mark stays at the end. */
function commandAround(command: string, before: string, behind: string): string {
  const mark = command.endsWith(PROGRAM_MARK) ? PROGRAM_MARK : "";
  return before + command.slice(0, command.length - mark.length) + behind + mark;
}
