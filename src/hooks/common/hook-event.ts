// An event as the client tells it, in one shape for both transports. As JSON on standard input, fields are what they
// are; through the `hook` tool every field is a string: objects as JSON text, a missing one as "".
// Invariant: whatever
// comes in, no field has another type than it says here, and nothing throws.

/** What happened. Texts that the client did not give are "". */
export interface HookEvent {
  /** The client's session id. */
  readonly session: string;
  /** Which subagent it happened in; "" for the main conversation. */
  readonly agent: string;
  readonly agentType: string;
  readonly cwd: string;
  /** Of a session's start: startup, resume, clear or compact. */
  readonly source: string;
  /** Of a compaction: manual or auto. */
  readonly trigger: string;
  readonly prompt: string;
  readonly toolName: string;
  readonly toolInput: Fields;
  /** What the tool gave back; {} when that is no object. */
  readonly toolResponse: Fields;
  /** The same as text, where it is one. */
  readonly responseText: string;
  readonly error: string;
  /** Whether the user stopped the tool. */
  readonly isInterrupt: boolean;
  readonly stopHookActive: boolean;
}

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The event that `raw` tells of. */
export function parseHookEvent(raw: unknown): HookEvent {
  const fields = fieldsOf(raw);
  return {
    session: textOf(fields, "session_id"),
    agent: textOf(fields, "agent_id"),
    agentType: textOf(fields, "agent_type"),
    cwd: textOf(fields, "cwd"),
    source: textOf(fields, "source"),
    trigger: textOf(fields, "trigger"),
    prompt: textOf(fields, "prompt"),
    toolName: textOf(fields, "tool_name"),
    toolInput: fieldsOf(fields.tool_input),
    toolResponse: fieldsOf(fields.tool_response),
    responseText: textOf(fields, "tool_response"),
    error: textOf(fields, "error"),
    isInterrupt: fields.is_interrupt === true || fields.is_interrupt === "true",
    stopHookActive: fields.stop_hook_active === true || fields.stop_hook_active === "true",
  };
}

/** The text of a field; "" when it is none. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** An object, or the JSON text of one; {} for anything else. */
function fieldsOf(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  if (typeof value !== "string" || !value.startsWith("{")) return NONE;
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return NONE;
  }
}
