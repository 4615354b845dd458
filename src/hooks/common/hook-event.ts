// An event of the client in one shape for both transports. On standard input the event is JSON, and its fields have
// their own types. Through the `hook` tool every field is a string: an object is JSON text, and a missing field is "".
// Invariants:
// - Every field has the type that is declared here, whatever comes in.
// - Nothing throws.

/** One event. Texts that the client did not give are "". */
export interface HookEvent {
  /** The client's session id. */
  readonly session: string;
  /** The subagent in which the event happened; "" for the main conversation. */
  readonly agent: string;
  readonly agentType: string;
  readonly cwd: string;
  /** The path of the main conversation's transcript. */
  readonly transcript: string;
  /** How a session started: startup, resume, clear or compact. */
  readonly source: string;
  /** What triggered a compaction: manual or auto. */
  readonly trigger: string;
  readonly prompt: string;
  readonly toolName: string;
  readonly toolInput: Fields;
  /** The tool's response; {} when it is no object. */
  readonly toolResponse: Fields;
  /** The tool's response when it is text; otherwise "". */
  readonly responseText: string;
  readonly error: string;
  /** Whether the user stopped the tool. */
  readonly isInterrupt: boolean;
  readonly stopHookActive: boolean;
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The event that `raw` describes. */
export function parseHookEvent(raw: unknown): HookEvent {
  const fields = fieldsOf(raw);
  return {
    session: textOf(fields, "session_id"),
    agent: textOf(fields, "agent_id"),
    agentType: textOf(fields, "agent_type"),
    cwd: textOf(fields, "cwd"),
    transcript: textOf(fields, "transcript_path"),
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

/** The text of a field; "" when the field is no text. */
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
