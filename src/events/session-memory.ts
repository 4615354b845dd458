// The memory of a session as most hooks use it: a few questions, each answered by a search for a line in the session's
// file. The file grows to a thousand lines and more, and a process that lives a few milliseconds has no time to parse
// all of them. A hook that needs the sum of all lines gets it from here too. A server hears one event after the other
// and keeps an index of the lines instead: session-index.ts.
// Invariants:
// - The answers are those of `SessionState.parse` for the same text.

import {
  formatUpdates,
  lineValue,
  parsePlace,
  type SessionPlace,
  SessionState,
  type SessionUpdate,
  SUMMARY_KEY,
} from "./session-state.ts";

export interface SessionMemory {
  /**
   * The line that says that the session began anew, or went on after hours. null if the file says so already, or
   * neither happened.
   */
  readonly beginning: SessionUpdate | null;
  /** Whether the file ends within a line, because its writer did not finish. */
  readonly isTorn: boolean;
  /** Whether the main conversation holds a summary of the knowledge base, even an earlier one. */
  readonly hasSummary: boolean;
  /** The state that all lines add up to. */
  readonly state: SessionState;
  /**
   * Whether an entry was injected into this conversation already. The conversation is the main one or that of a
   * subagent.
   */
  wasInjected(key: string, agent: string): boolean;
  /** What was found out about a directory; null if it was not looked up yet. */
  place(directory: string): SessionPlace | null;
  /**
   * Returns the updates that say something new. Reading the same file again is not new. A command that is no build is
   * not new directly behind another such line.
   */
  news(updates: readonly SessionUpdate[]): SessionUpdate[];
}

/** The memory that answers from the text of a file. */
export class TextMemory implements SessionMemory {
  readonly beginning: SessionUpdate | null;
  readonly isTorn: boolean;
  /** The lines since the session began, with a line break in front of each. */
  readonly #lines: string;
  /** The same lines since the session went on after hours. */
  readonly #recent: string;
  /** The same lines since the main conversation was emptied. */
  readonly #conversation: string;
  #state: SessionState | undefined;

  /** `text`: the content of the session's file. */
  constructor(text = "", beginning: SessionUpdate | null = null) {
    this.beginning = beginning;
    const end = text.lastIndexOf("\n") + 1;
    this.isTorn = end < text.length;
    // A line without its end is still being written, or its writer died.
    const whole = `\n${text.slice(0, end)}${beginning === null ? "" : formatUpdates([beginning])}`;
    this.#lines = since(whole, "\n! ");
    this.#recent = since(this.#lines, "\n~ ");
    this.#conversation = since(this.#lines, "\n= ");
  }

  wasInjected(key: string, agent: string): boolean {
    if (agent === "") return this.#conversation.includes(`\ni ${key}\n`);
    return this.#lines.includes(`\ni ${lineValue(`${key} ${agent}`)}\n`);
  }

  get hasSummary(): boolean {
    return this.#conversation.includes(`\ni ${SUMMARY_KEY}`);
  }

  place(directory: string): SessionPlace | null {
    const mark = `\nd ${directory}\t`;
    const at = this.#recent.includes(mark) ? this.#recent.lastIndexOf(mark) : -1;
    return at < 0 ? null : parsePlace(this.#recent.slice(at + 3, this.#recent.indexOf("\n", at + 1)));
  }

  get state(): SessionState {
    this.#state ??= SessionState.parse(this.#lines.slice(1));
    return this.#state;
  }

  news(updates: readonly SessionUpdate[]): SessionUpdate[] {
    return updates.filter(({ kind, value }) => {
      if (kind === "r") return !this.#recent.includes(`\nr ${lineValue(value)}\n`);
      return kind !== "x" || !this.#recent.endsWith("\nx \n");
    });
  }
}

/** The lines from the last line on that begins with `mark`. A mark is a line break and a kind. */
function since(lines: string, mark: string): string {
  // Most sessions have no such line. Searching forward for the mark without its line break is by far the quickest way
  // to find that out, since every line has a line break.
  const at = lines.includes(mark.slice(1)) ? lines.lastIndexOf(mark) : -1;
  return at < 0 ? lines : lines.slice(at);
}
