// The arguments that the client is asked to pass to the server's `hook` tool, for each hook that can be a server call:
// the fields of the event that the hook's handler reads. The client fills in `${...}`: an object arrives as JSON text,
// a missing field as "".

import { type HookType, PLUGIN_FIELD } from "../../hooks/common/hook-types.ts";

/** The fields that every event has. */
const COMMON_FIELDS = ["session_id", "cwd", "agent_id", "transcript_path"] as const;

/** Further fields for each hook; null for the hook whose event occurs before the client has connected to any server. */
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

/**
 * The `input` for a call of the `hook` tool; null for a hook that can only be a command. `isOfPlugin`: whether the plugin
 * brings the hook.
 */
export function hookInput(type: HookType, isOfPlugin: boolean): Readonly<Record<string, string>> | null {
  const fields = EVENT_FIELDS[type];
  if (fields === null) return null;
  const filled = [...COMMON_FIELDS, ...fields].map((field) => [field, `\${${field}}`]);
  const mark = isOfPlugin ? [[PLUGIN_FIELD, "true"]] : [];
  return Object.fromEntries([["type", type], ...mark, ...filled]);
}
