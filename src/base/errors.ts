// The one error type of helix. Every failure that a person or an assistant may see is a HelixError: a stable code for
// programs, one line of message for readers (what was wrong, what is accepted, an example). A message that names
// parameters is a function of the reader's wording: over MCP it says `limit="10"`, on the command line `--limit 10`.

import { CALLS, type Wording } from "./wording.ts";

/** Stable codes; surfaces map them to exit codes and MCP tool errors. */
export type HelixErrorCode =
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "LIMIT"
  | "LOCKED"
  | "CANCELLED"
  | "CORRUPTION"
  | "UNSUPPORTED_VERSION"
  | "IO";

/** The message of an error: the same for everybody, or as the reader's wording has it. */
export type ErrorMessage = string | ((say: Wording) => string);

/** An error with a stable code and a message of one line; `cause` keeps what the system said. */
export class HelixError extends Error {
  readonly code: HelixErrorCode;
  /** Whether the message says what of the call stays, so that nothing has to be added to it. */
  readonly saysWhatStays: boolean;
  readonly #said: ErrorMessage;

  /** `message` of the error is what callers over MCP read. */
  constructor(code: HelixErrorCode, message: ErrorMessage, options?: { cause?: unknown; saysWhatStays?: boolean }) {
    super(typeof message === "string" ? message : message(CALLS), options);
    this.name = "HelixError";
    this.code = code;
    this.saysWhatStays = options?.saysWhatStays ?? false;
    this.#said = message;
  }

  /** The message for a reader of this wording. */
  messageFor(wording: Wording): string {
    return typeof this.#said === "string" ? this.#said : this.#said(wording);
  }
}

/** An error about something that was given. */
export function invalid(message: ErrorMessage): HelixError {
  return new HelixError("INVALID_ARGUMENT", message);
}

/** Room for a path of any length and the text about it, in code units. */
const MESSAGE_LENGTH_MAX = 5000;

/**
 * The message of anything that was thrown, in one line. It has at most `lengthMax` code units, because some messages
 * quote what they are about.
 */
export function messageOf(error: unknown, lengthMax = MESSAGE_LENGTH_MAX, wording: Wording = CALLS): string {
  const message =
    error instanceof HelixError ? error.messageFor(wording) : error instanceof Error ? error.message : String(error);
  const line = message.slice(0, lengthMax + 1).replace(/\s*[\n\r\u0085\u2028\u2029]\s*/g, " ");
  return message.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

/** The system's error code (`ENOENT`, `ENOSPC`, ...) of a thrown value, or "" when it has none. */
export function systemCodeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** What `attempt` returns; `fallback` when it throws. */
export function orElse<T>(fallback: T, attempt: () => T): T {
  try {
    return attempt();
  } catch {
    return fallback;
  }
}

/** What `attempt` returns; null when it throws. */
export function orNull<T>(attempt: () => T): T | null {
  return orElse(null, attempt);
}
