// An event of the client as the guard reads it. Whatever comes in, every field has the type that is declared here.

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Before a call; after one that worked; after one that failed; at the end of a subagent; before the client takes up
 * settings that have changed; anything else.
 */
export type GuardPhase = "before" | "after" | "failed" | "stop" | "settings" | "other";

/** One event. Texts that the client did not give are "". */
export interface GuardEvent {
  readonly phase: GuardPhase;
  readonly session: string;
  /** "" for the main conversation. */
  readonly agent: string;
  readonly toolUseId: string;
  readonly tool: string;
  readonly input: Fields;
  readonly response: Fields;
  /** The absolute working directory of the call; "" where it is not told. */
  readonly directory: string;
  readonly error: string;
  readonly isInterrupt: boolean;
  /** The transcript of the main conversation. */
  readonly transcript: string;
  /** The transcript of the subagent, and what it said last; "" but at its end. */
  readonly agentTranscript: string;
  readonly lastMessage: string;
  /** Whether the subagent goes on because a hook asked it to. */
  readonly isAskedAlready: boolean;
}

const PHASES: Readonly<Record<string, GuardPhase>> = {
  PreToolUse: "before",
  PostToolUse: "after",
  PostToolUseFailure: "failed",
  SubagentStop: "stop",
  ConfigChange: "settings",
};
const NONE: Fields = {};

/** The event that `raw` describes. */
export function guardEvent(raw: unknown): GuardEvent {
  const fields = fieldsOf(raw);
  const text = (name: string) => textOf(fields[name]);
  const directory = text("cwd");
  return {
    phase: PHASES[text("hook_event_name")] ?? "other",
    session: text("session_id"),
    agent: text("agent_id"),
    toolUseId: text("tool_use_id"),
    tool: text("tool_name"),
    input: fieldsOf(fields.tool_input),
    response: fieldsOf(fields.tool_response),
    directory: directory.startsWith("/") ? directory : "",
    error: text("error"),
    isInterrupt: fields.is_interrupt === true,
    transcript: text("transcript_path"),
    agentTranscript: text("agent_transcript_path"),
    lastMessage: text("last_assistant_message"),
    isAskedAlready: fields.stop_hook_active === true,
  };
}

/** A text; "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An object; {} for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NONE;
}
