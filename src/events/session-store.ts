// Where sessions are kept: one file for each session id in `sessions/` of the knowledge base directory. Files are
// appended to, never rewritten.

import type { AppendedFiles } from "../platform/appended-files.ts";
import { SessionMemory } from "./session-memory.ts";
import { formatUpdates, SESSION_BYTES_MAX, SESSION_IDLE_MS, type SessionUpdate, TORN } from "./session-state.ts";

export const SESSIONS_FOLDER = "sessions";

/** The sessions of one knowledge base. */
export class SessionStore {
  readonly #files: AppendedFiles;
  readonly #folder: string;
  /** Identifies the terminal. It distinguishes sessions where the client gives no id. */
  readonly #terminal: () => string;
  /**
   * Makes the memory of a file that is kept in memory (`FileEnd.pieces`). A process that asks only once passes null.
   */
  readonly #follow: ((pieces: readonly string[]) => SessionMemory) | null;

  constructor(
    files: AppendedFiles,
    directory: string,
    terminal: () => string,
    follow: ((pieces: readonly string[]) => SessionMemory) | null = null,
  ) {
    this.#files = files;
    this.#folder = `${directory}/${SESSIONS_FOLDER}`;
    this.#terminal = terminal;
    this.#follow = follow;
  }

  /**
   * The memory of a session at `now`, in milliseconds since 1970. After hours without an event the session begins anew.
   * With `isResumed` it has done nothing yet, but its conversation still holds what it held.
   */
  load(id: string, now: number, isResumed = false): SessionMemory {
    const found = this.#files.readEnd(this.#pathOf(id), SESSION_BYTES_MAX);
    if (found === null) return new SessionMemory();
    const isOver = now - found.modifiedMs > SESSION_IDLE_MS;
    if (!isOver && this.#follow !== null && found.pieces !== undefined) return this.#follow(found.pieces);
    return new SessionMemory([found.text], isOver ? { kind: isResumed ? "~" : "!", value: String(now) } : null);
  }

  /**
   * Adds updates to a session. `memory` is the session's memory from before the event, or null if this process has just
   * written to the session. Returns false when the updates cannot be written.
   */
  append(id: string, updates: readonly SessionUpdate[], memory: SessionMemory | null): boolean {
    // The next event has to know that the session was resumed.
    if (updates.length === 0 && memory?.beginning?.kind !== "~") return true;
    let text = formatUpdates(updates);
    if (memory !== null && memory.beginning !== null) text = formatUpdates([memory.beginning]) + text;
    return this.#files.append(this.#pathOf(id), memory?.isTorn ? `${TORN}\n${text}` : text);
  }

  #pathOf(id: string): string {
    return `${this.#folder}/${fileName(id === "" ? this.#terminal() : id)}`;
  }
}

/** A name that is a file of the folder, whatever the id holds. Different ids have different names. */
function fileName(id: string): string {
  return /^[A-Za-z0-9-]{1,64}$/.test(id) ? id : `_${Bun.hash(id).toString(36)}`;
}
