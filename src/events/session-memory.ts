// A session's file as most hooks ask of it: a few questions, answered by looking for a line. Its lines grow to a
// thousand and more, and a process that lives a few milliseconds has no time to go through them; who needs to know what
// they add up to gets it from here as well. A server, which hears of one event after the other, has an index of them
// instead: session-index.ts.
// Invariant: the answers are those of `SessionState.parse` of the same text.

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
   * The line that says that the session began anew or went on after hours, where its file does not say so yet; else
   * null.
   */
  readonly beginning: SessionUpdate | null;
  /** Whether the file ends within a line: whoever wrote it did not come to its end. */
  readonly isTorn: boolean;
  /** Whether the main conversation holds a summary of the knowledge base, be it an earlier one. */
  readonly hasSummary: boolean;
  /** What all lines add up to. */
  readonly state: SessionState;
  /** Whether an entry was injected into this conversation already: the main one, or that of a subagent. */
  wasInjected(key: string, agent: string): boolean;
  /** What was looked up about a directory; null when nothing was. */
  place(directory: string): SessionPlace | null;
  /**
   * Of new updates those that say something new: that a file was read is said once, and that commands run only between
   * other lines.
   */
  news(updates: readonly SessionUpdate[]): SessionUpdate[];
}

/** The memory that a text holds. */
export class TextMemory implements SessionMemory {
  readonly beginning: SessionUpdate | null;
  readonly isTorn: boolean;
  /** The lines since the session began, with a line break in front of each. */
  readonly #lines: string;
  /** The same since it went on after hours. */
  readonly #recent: string;
  /** The same since the main conversation was emptied. */
  readonly #conversation: string;
  #state: SessionState | undefined;

  /** What is remembered of a session whose file holds `text`. */
  constructor(text = "", beginning: SessionUpdate | null = null) {
    this.beginning = beginning;
    const end = text.lastIndexOf("\n") + 1;
    this.isTorn = end < text.length;
    // A line without its end is being written, or never will be.
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

/** The lines from the last one on that begins with `mark`, a line break and a kind. */
function since(lines: string, mark: string): string {
  // Most sessions have no such line. Looking forward, and not for what every line has, is by far the quicker way to
  // know.
  const at = lines.includes(mark.slice(1)) ? lines.lastIndexOf(mark) : -1;
  return at < 0 ? lines : lines.slice(at);
}
