// The memory of a session in a server. It indexes the lines of the session's file as the file grows, so that an event
// of a long session costs no more than one of a short session.
// Invariants:
// - The answers are those of `TextMemory` (session-memory.ts) for the same text.
// - Each line is indexed once, at the first question about the session after the line was written. Nothing changes
//   while an event is answered.

import type { SessionMemory } from "./session-memory.ts";
import {
  lineValue,
  parsePlace,
  type SessionPlace,
  SessionState,
  type SessionUpdate,
  SUMMARY_KEY,
} from "./session-state.ts";

const SUMMARY_LINE = `i ${SUMMARY_KEY}`;
const NO_BUILD_LINE = "x ";
const PLACE_MARK = "d ";

class SessionIndex implements SessionMemory {
  readonly beginning = null;
  hasSummary = false;
  readonly #pieces: readonly string[];
  /** How many of the pieces were indexed. */
  #taken = 0;
  /** The text behind the last line break. */
  #rest = "";
  /** The lines with injected entries since the session began. */
  readonly #lines = new Set<string>();
  /** The same lines since the main conversation was emptied. */
  readonly #conversation = new Set<string>();
  /** Files that were read since the session began or went on after hours. */
  readonly #read = new Set<string>();
  /** The last `d` line of each directory, since the session began or went on after hours. */
  readonly #places = new Map<string, string>();
  #last = "";
  #state: SessionState | undefined;

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  get isTorn(): boolean {
    return this.#rest !== "";
  }

  get state(): SessionState {
    this.#state ??= SessionState.parse(this.#pieces.slice(0, this.#taken).join(""));
    return this.#state;
  }

  wasInjected(key: string, agent: string): boolean {
    if (agent === "") return this.#conversation.has(`i ${key}`);
    return this.#lines.has(`i ${lineValue(`${key} ${agent}`)}`);
  }

  place(directory: string): SessionPlace | null {
    const value = this.#places.get(directory);
    return value === undefined ? null : parsePlace(value);
  }

  news(updates: readonly SessionUpdate[]): SessionUpdate[] {
    return updates.filter(({ kind, value }) => {
      if (kind === "r") return !this.#read.has(lineValue(value));
      return kind !== "x" || this.#last !== NO_BUILD_LINE;
    });
  }

  /** Indexes the lines that were added. */
  catchUp(): void {
    for (; this.#taken < this.#pieces.length; this.#taken++) {
      const lines = (this.#rest + this.#pieces[this.#taken]!).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
  }

  #take(line: string): void {
    if (line.startsWith("! ")) this.#begin();
    else if (line.startsWith("~ ")) this.#goOn();
    else if (line.startsWith("= ")) this.#empty();
    this.#last = line;
    this.#state = this.#state?.after(line);
    if (line.startsWith("i ")) {
      this.#lines.add(line);
      this.#conversation.add(line);
      this.hasSummary ||= line.startsWith(SUMMARY_LINE);
    } else if (line.startsWith("r ")) {
      this.#read.add(line.slice(2));
    } else if (line.startsWith(PLACE_MARK)) {
      const value = line.slice(PLACE_MARK.length);
      this.#places.set(value.slice(0, Math.max(0, value.indexOf("\t"))), value);
    }
  }

  #begin(): void {
    this.#lines.clear();
    this.#empty();
    this.#goOn();
  }

  /** The session goes on after hours without an event. */
  #goOn(): void {
    this.#read.clear();
    this.#places.clear();
  }

  #empty(): void {
    this.#conversation.clear();
    this.hasSummary = false;
  }
}

/** The indexes of sessions, by the pieces of their files. */
const followed = new WeakMap<readonly string[], SessionIndex>();

/** The memory of a session whose file holds `pieces`. At the next call there may be more pieces. */
export function sessionIndex(pieces: readonly string[]): SessionMemory {
  let memory = followed.get(pieces);
  if (memory === undefined) {
    memory = new SessionIndex(pieces);
    followed.set(pieces, memory);
  }
  memory.catchUp();
  return memory;
}
