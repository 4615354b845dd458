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

/** The hook of this name; null for any other word. */
export function hookType(name: string): HookType | null {
  return (HOOK_TYPES as readonly string[]).includes(name) ? (name as HookType) : null;
}
