// The nine hooks, and the event of the client that each one answers.

export const HOOK_TYPES = [
  "session",
  "prompt",
  "ambient",
  "post-build",
  "error-context",
  "pre-compact",
  "stop",
  "subagent",
  "approve-mcp",
] as const;

export type HookType = (typeof HOOK_TYPES)[number];

/** The client's names of the events. */
export const EVENT_OF: Readonly<Record<HookType, string>> = {
  session: "SessionStart",
  prompt: "UserPromptSubmit",
  ambient: "PreToolUse",
  "post-build": "PostToolUse",
  "error-context": "PostToolUseFailure",
  "pre-compact": "PreCompact",
  stop: "Stop",
  subagent: "SubagentStart",
  "approve-mcp": "PermissionRequest",
};

/** The last word of the plugin's commands. Where the settings hold the same hook, the plugin's ends silently. */
export const PLUGIN_WORD = "--plugin";
/** The field that says the same to the server. */
export const PLUGIN_FIELD = "plugin";

/** The hook of this name; null for any other word. */
export function hookType(name: string): HookType | null {
  return (HOOK_TYPES as readonly string[]).includes(name) ? (name as HookType) : null;
}
