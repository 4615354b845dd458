// Changes a hook of helix into another form. What the hook starts or calls is replaced; everything that people have set
// stays.

import { guardedCommand, guardLine } from "./guard-hooks.ts";
import { type HookGroup, OWN_TIMEOUTS } from "./hook-groups.ts";
import { ownHook, PROGRAM_MARK } from "./own-hooks.ts";
import { type Around, parseStartLine, startLine, withoutExec } from "./start-line.ts";

/** The keys that helix writes into a hook. Every other key was set by hand. */
const OWN_KEYS = new Set(["type", "command", "server", "tool", "input", "timeout"]);

/**
 * The hook in its new form. A hook that sets variables stays a command, because a running server only has the variables
 * that it was started with.
 */
export function exchangedHook(
  hook: Readonly<Record<string, unknown>>,
  { hook: wanted, command }: HookGroup,
): Record<string, unknown> {
  const own = ownHook(hook);
  const result: Record<string, unknown> = { ...(own?.setsVariables ? command : wanted) };
  if (own !== null && typeof result.command === "string") result.command = commandAround(result.command, own.around);
  if (hook.timeout !== undefined && !OWN_TIMEOUTS.includes(hook.timeout)) result.timeout = hook.timeout;
  for (const [key, value] of Object.entries(hook)) if (!OWN_KEYS.has(key)) result[key] = value;
  return result;
}

/** The new command, with the text that stood around the old one. A program mark stays at the end. */
function commandAround(command: string, around: Around): string {
  const mark = command.endsWith(PROGRAM_MARK) ? PROGRAM_MARK : "";
  const line = command.slice(0, command.length - mark.length);
  const guarded = guardedCommand(line);
  const { looksFor, command: started } = parseStartLine(guarded?.command ?? line);
  const whole =
    looksFor === null
      ? around.variables + around.env + started + around.behind
      : startLine(looksFor, withoutExec(started), around);
  return (guarded === null ? whole : guardLine(whole, guarded.isClosed)) + mark;
}
