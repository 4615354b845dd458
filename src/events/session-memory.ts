// The memory of a session: what the lines of its file add up to (session-state.ts), which grows with the file. A server
// keeps it from event to event, so that an event of a long session costs no more than one of a short session. A process
// that lives for one event reads the whole file.
// Invariants:
// - Each line is read once, at the first question about the session after it was written. Nothing changes while an
//   event is answered.

import {
  lineValue,
  parsePlace,
  type SessionPlace,
  SessionState,
  type SessionUpdate,
  SUMMARY_KEY,
} from "./session-state.ts";

export class SessionMemory {
  /**
   * The line that says that the session began anew, or went on after hours. null if the file says so already, or
   * neither happened.
   */
  readonly beginning: SessionUpdate | null;
  readonly #pieces: readonly string[];
  /** How many of the pieces were read. */
  #taken = 0;
  /** The text behind the last line break: a line that is still being written, or whose writer died. */
  #rest = "";
  #state = new SessionState();

  /** `pieces`: the content of the session's file. At the next call of `catchUp` there may be more of them. */
  constructor(pieces: readonly string[] = [], beginning: SessionUpdate | null = null) {
    this.beginning = beginning;
    this.#pieces = pieces;
    this.catchUp();
    if (beginning !== null) this.#state = this.#state.after(`${beginning.kind} ${beginning.value}`);
  }

  /** Whether the file ends within a line. */
  get isTorn(): boolean {
    return this.#rest !== "";
  }

  /** What all lines add up to. */
  get state(): SessionState {
    return this.#state;
  }

  /** Whether the main conversation holds a summary of the knowledge base, even an earlier one. */
  get hasSummary(): boolean {
    for (const key of this.#state.injected) if (key.startsWith(SUMMARY_KEY)) return true;
    return false;
  }

  /**
   * Whether an entry was injected into this conversation already. The conversation is the main one, or that of a
   * subagent.
   */
  wasInjected(key: string, agent: string): boolean {
    return this.#state.injected.has(agent === "" ? key : lineValue(`${key} ${agent}`));
  }

  /** What was found out about a directory; null if it was not looked up yet. */
  place(directory: string): SessionPlace | null {
    const value = this.#state.places.get(directory);
    return value === undefined ? null : parsePlace(value);
  }

  /**
   * Returns the updates that say something new. Reading the same file again is not new. A command that is no build is
   * not new directly behind another such line.
   */
  news(updates: readonly SessionUpdate[]): SessionUpdate[] {
    return updates.filter(({ kind, value }) => {
      if (kind === "r") return !this.#state.read.has(lineValue(value));
      return kind !== "x" || !this.#state.isBehindCommand;
    });
  }

  /** Reads the lines that were added. */
  catchUp(): void {
    for (; this.#taken < this.#pieces.length; this.#taken++) {
      const lines = (this.#rest + this.#pieces[this.#taken]!).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) this.#state = this.#state.after(line);
    }
  }
}

/** The memories of sessions, by the pieces of their files. */
const followed = new WeakMap<readonly string[], SessionMemory>();

/** The memory of a session whose file holds `pieces`; the same one at each call for them. */
export function followedSession(pieces: readonly string[]): SessionMemory {
  let memory = followed.get(pieces);
  if (memory === undefined) {
    memory = new SessionMemory(pieces);
    followed.set(pieces, memory);
  } else memory.catchUp();
  return memory;
}
