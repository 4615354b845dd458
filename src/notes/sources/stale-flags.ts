// Which documents of one index are known to be stale, or known not to be. One byte for each document, since a search
// asks for every match.

import type { NoteIndex } from "../index/note-index.ts";

const UNKNOWN = 0;
const FRESH = 1;
const STALE = 2;

export class StaleFlags {
  readonly #index: NoteIndex | null;
  readonly #flags: Uint8Array;

  /** For the documents numbered below `capacity`. Flags of others are not kept. */
  constructor(index: NoteIndex | null, capacity: number) {
    this.#index = index;
    this.#flags = new Uint8Array(capacity);
  }

  areOf(index: NoteIndex): boolean {
    return index === this.#index;
  }

  /** Whether the document is stale; undefined if that is not known. */
  get(id: number): boolean | undefined {
    const flag = this.#flags[id] ?? UNKNOWN;
    return flag === UNKNOWN ? undefined : flag === STALE;
  }

  set(id: number, isStale: boolean): void {
    if (id < this.#flags.length) this.#flags[id] = isStale ? STALE : FRESH;
  }
}
