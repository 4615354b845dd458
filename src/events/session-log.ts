// What was changed since this process began to serve: one line an operation, the newest few hundred. It is kept in
// memory; what was stored is in the log all the same.

/** One operation: when, in milliseconds since 1970, and what, in one line. */
export interface SessionOperation {
  readonly time: number;
  readonly what: string;
}

/** How many operations are kept; of older ones only the number. */
export const SESSION_OPERATIONS_MAX = 200;

export class SessionLog {
  readonly started: number;
  #operations: SessionOperation[] = [];
  #count = 0;

  /** Begins with what an earlier process of the same session left, if anything. */
  constructor(started: number, earlier: readonly SessionOperation[] = [], count = earlier.length) {
    this.started = started;
    this.#operations = earlier.slice(-SESSION_OPERATIONS_MAX);
    this.#count = count;
  }

  /** Notes an operation. */
  note(time: number, what: string): void {
    this.#operations.push({ time, what });
    this.#count++;
    if (this.#operations.length > SESSION_OPERATIONS_MAX) this.#operations.shift();
  }

  /** The newest operations, oldest first. */
  get operations(): readonly SessionOperation[] {
    return this.#operations;
  }

  /** How many there were, those no longer kept included. */
  get count(): number {
    return this.#count;
  }
}
