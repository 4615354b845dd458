// Where sessions are kept: a file for each session id in `sessions/` of the knowledge base directory. Appended to, never rewritten.

import type { AppendedFiles } from "../../storage/appended-files.ts";
import {
  formatUpdates,
  SESSION_BYTES_MAX,
  SESSION_IDLE_MS,
  SessionState,
  type SessionUpdate,
} from "./session-state.ts";

export const SESSIONS_FOLDER = "sessions";

/** The sessions of one knowledge base. */
export class SessionStore {
  readonly #files: AppendedFiles;
  readonly #folder: string;
  /** What tells sessions apart where the client does not: the terminal. */
  readonly #terminal: () => string;

  constructor(files: AppendedFiles, directory: string, terminal: () => string) {
    this.#files = files;
    this.#folder = `${directory}/${SESSIONS_FOLDER}`;
    this.#terminal = terminal;
  }

  /** What is remembered of a session at `now`, milliseconds since 1970: nothing after hours without an event. */
  load(id: string, now: number): SessionState {
    const found = this.#files.readEnd(this.#pathOf(id), SESSION_BYTES_MAX);
    if (found === null) return new SessionState();
    if (now - found.modifiedMs <= SESSION_IDLE_MS) return SessionState.parse(found.text);
    const state = new SessionState();
    state.begins = now;
    return state;
  }

  /** Adds updates to a session whose state was `state`. False when they could not be written. */
  append(id: string, updates: readonly SessionUpdate[], state: SessionState): boolean {
    if (updates.length === 0) return true;
    const beginning: SessionUpdate[] = state.begins === null ? [] : [{ kind: "!", value: String(state.begins) }];
    return this.#files.append(this.#pathOf(id), formatUpdates([...beginning, ...updates]));
  }

  #pathOf(id: string): string {
    return `${this.#folder}/${fileName(id === "" ? this.#terminal() : id)}`;
  }
}

/** A name that is a file of the folder, whatever the id holds; different for different ids. */
function fileName(id: string): string {
  return /^[A-Za-z0-9-]{1,64}$/.test(id) ? id : `_${Bun.hash(id).toString(36)}`;
}
