// A session's file as most hooks ask of it: two questions, answered by looking for a line. Its lines grow to a thousand and more, and a
// process that lives a few milliseconds has no time to go through them; who needs to know what they add up to gets it from here as well.
// Invariant: the answers are those of `SessionState.parse` of the same text.

import { lineValue, parsePlace, type SessionPlace, SessionState, type SessionUpdate } from "./session-state.ts";

export class SessionMemory {
  /** When the session began anew, where its file does not say so yet; else null. */
  readonly begins: number | null;
  /** The lines since the session began, with a line break in front of each. */
  readonly #lines: string;
  /** The same since the main conversation was emptied. */
  readonly #conversation: string;
  #state: SessionState | undefined;

  /** What is remembered of a session whose file holds `text`. */
  constructor(text = "", begins: number | null = null) {
    this.begins = begins;
    // A line without its end is being written.
    const whole = `\n${text.slice(0, text.lastIndexOf("\n") + 1)}`;
    this.#lines = since(whole, "\n! ");
    this.#conversation = since(this.#lines, "\n= ");
  }

  /** Whether an entry was injected into this conversation already: the main one, or that of a subagent. */
  wasInjected(key: string, agent: string): boolean {
    if (agent === "") return this.#conversation.includes(`\ni ${key}\n`);
    return this.#lines.includes(`\ni ${lineValue(`${key} ${agent}`)}\n`);
  }

  /** What was looked up about a directory; null when nothing was. */
  place(directory: string): SessionPlace | null {
    const at = this.#lines.lastIndexOf(`\nd ${directory}\t`);
    return at < 0 ? null : parsePlace(this.#lines.slice(at + 3, this.#lines.indexOf("\n", at + 1)));
  }

  /** What all lines add up to. */
  get state(): SessionState {
    this.#state ??= SessionState.parse(this.#lines.slice(1));
    return this.#state;
  }

  /** Of new updates those that say something new: that a file was read is said once, and that commands run only between other lines. */
  news(updates: readonly SessionUpdate[]): SessionUpdate[] {
    return updates.filter(({ kind, value }) => {
      if (kind === "r") return !this.#lines.includes(`\nr ${lineValue(value)}\n`);
      return kind !== "x" || !this.#lines.endsWith("\nx \n");
    });
  }
}

/** The lines from the last one on that begins with `mark`, a line break and a kind. */
function since(lines: string, mark: string): string {
  const at = lines.lastIndexOf(mark);
  return at < 0 ? lines : lines.slice(at);
}
