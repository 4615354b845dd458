// The hooks as an installation writes them into the client's settings: one group for each event, with one hook in it.

import { OWN_PREFIXES } from "../../hooks/approval/own-tool-names.ts";
import { HEARD_TOOLS } from "../../hooks/approval/own-tools.ts";
import { EVENT_OF, HOOK_TYPES, type HookType, PLUGIN_WORD } from "../../hooks/common/hook-types.ts";
import { GUARD_PLACES, type GuardType, guardLine } from "./guard-hooks.ts";
import { hookInput } from "./hook-inputs.ts";
import { HOOK_TOOL_NAME, PLUGIN_SERVER, PROGRAM_MARK, SERVER_NAME } from "./own-hooks.ts";
import { startLine } from "./start-line.ts";

/** How the client reaches a hook: by starting a program, or by calling a tool of the running server. */
export type Transport = "command" | "mcp";

/** The hook that an installation writes for one event. */
export interface HookGroup {
  readonly event: string;
  readonly type: HookType | GuardType;
  readonly transport: Transport;
  /** The group as it is written into the settings. */
  readonly group: Readonly<Record<string, unknown>>;
  /** The hook in that group. */
  readonly hook: Readonly<Record<string, unknown>>;
  /** The same hook as a command, for places where only a command works. */
  readonly command: Readonly<Record<string, unknown>>;
}

/** How the hooks are started as commands, in words of a POSIX shell. */
export interface CommandWords {
  readonly program: string;
  /** null: the default directory. */
  readonly directory: string | null;
  /** Whether the program is recognised as helix by its name. If not, the command carries a mark. */
  readonly isNamed?: boolean;
  /** Whether the plugin brings the hooks. Left out: they stand in the settings. */
  readonly isOfPlugin?: boolean;
}

/** The tools whose use causes an event. Events that are not listed have no matcher. */
const MATCHERS: Partial<Record<HookType, string>> = {
  ambient: "Read|Edit|MultiEdit|Write|NotebookEdit|Grep|Glob",
  // The client reads a matcher with regular expression characters as a pattern and searches for it anywhere in the
  // name, so this one is anchored.
  "post-build": `^(Bash|(${OWN_PREFIXES.join("|")})(${HEARD_TOOLS.join("|")}))$`,
  "approve-mcp": `^(${OWN_PREFIXES.join("|")}).*`,
};
/**
 * How long the client waits for a hook, in seconds. helix itself gives up long before. Without a limit the client waits
 * 30 s for a server.
 */
const COMMAND_TIMEOUT_S = 10;
const TOOL_TIMEOUT_S = 5;
/** All timeouts that helix has ever written. Any other timeout was set by hand. */
export const OWN_TIMEOUTS: readonly unknown[] = [COMMAND_TIMEOUT_S, TOOL_TIMEOUT_S];

/**
 * The groups of all nine hooks. With the transport `mcp`, the hooks that a server cannot answer are commands all the
 * same.
 */
export function hookGroups(transport: Transport, words: CommandWords): HookGroup[] {
  const { isOfPlugin = false } = words;
  return HOOK_TYPES.map((type) => {
    const input = transport === "mcp" ? hookInput(type, isOfPlugin) : null;
    const matcher = MATCHERS[type];
    const command = commandHook(type, words);
    const hook = input === null ? command : toolHook(input, isOfPlugin ? PLUGIN_SERVER : SERVER_NAME);
    return {
      event: EVENT_OF[type],
      type,
      transport: input === null ? "command" : "mcp",
      group: { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] },
      hook,
      command,
    };
  });
}

/** The groups of the guard of plans: commands, whatever the transport of the others is. */
export function guardGroups(words: CommandWords): HookGroup[] {
  return GUARD_PLACES.map(({ type, event, matcher, isClosed }) => {
    // A guard that is closed refuses the call where helix is not there.
    const plain = commandHook(type, words, isClosed);
    const command = type === "guard" ? { ...plain, command: guarded(String(plain.command), isClosed) } : plain;
    const group = { ...(matcher === null ? {} : { matcher }), hooks: [command] };
    return { event, type, transport: "command", group, hook: command, command };
  });
}

/** The line of the shell around a command; a program mark stays at the end. */
function guarded(command: string, isClosed: boolean): string {
  const mark = command.endsWith(PROGRAM_MARK) ? PROGRAM_MARK : "";
  return guardLine(command.slice(0, command.length - mark.length), isClosed) + mark;
}

function commandHook(
  type: HookType | GuardType,
  { program, directory, isNamed = true, isOfPlugin = false }: CommandWords,
  isClosed = false,
): Record<string, unknown> {
  const behind = [...(directory === null ? [] : [directory]), ...(isOfPlugin ? [PLUGIN_WORD] : [])];
  const words = [program, "hook", type, ...behind].join(" ");
  const line = isClosed ? words : startLine(program, words);
  return { type: "command", command: isNamed ? line : line + PROGRAM_MARK, timeout: COMMAND_TIMEOUT_S };
}

function toolHook(input: Readonly<Record<string, string>>, server: string): Record<string, unknown> {
  return { type: "mcp_tool", server, tool: HOOK_TOOL_NAME, input, timeout: TOOL_TIMEOUT_S };
}
