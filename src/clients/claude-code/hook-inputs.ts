// What the client is asked to put into the arguments of the server's `hook` tool, for each hook that can go that way:
// the fields of the event that its handler reads. The client fills in `${...}`; objects arrive as JSON text, what is
// missing as "".

import type { HookType } from "../../hooks/common/hook-types.ts";

/** Fields of every event. */
const COMMON_FIELDS = ["session_id", "cwd", "agent_id", "transcript_path"] as const;

/** Fields of single events; null for the hook whose event comes before the client has connected to any server. */
export const EVENT_FIELDS: Readonly<Record<HookType, readonly string[] | null>> = {
  session: null,
  prompt: ["prompt"],
  ambient: ["tool_name", "tool_input"],
  "post-build": ["tool_name", "tool_input", "tool_response", "tool_use_id"],
  "error-context": ["tool_name", "tool_input", "tool_response", "error", "is_interrupt"],
  "pre-compact": ["trigger", "custom_instructions"],
  stop: ["stop_hook_active"],
  subagent: ["agent_type"],
  "approve-mcp": ["tool_name"],
};

/** The `input` of a call of the `hook` tool; null where only a command is started. */
export function hookInput(type: HookType): Readonly<Record<string, string>> | null {
  const fields = EVENT_FIELDS[type];
  if (fields === null) return null;
  const filled = [...COMMON_FIELDS, ...fields].map((field) => [field, `\${${field}}`]);
  return Object.fromEntries([["type", type], ...filled]);
}
