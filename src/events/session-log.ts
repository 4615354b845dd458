// The changes since this process began to serve: one line for each operation, the newest few hundred. They are kept in
// memory only. The stored notes themselves are in the log.

/** One operation: its time in milliseconds since 1970, and a description of one line. */
export interface SessionOperation {
  readonly time: number;
  readonly what: string;
}

/** How many operations are kept. Older ones are only counted. */
export const SESSION_OPERATIONS_MAX = 200;

export class SessionLog {
  readonly started: number;
  #operations: SessionOperation[] = [];
  #count = 0;

  /** Begins with the operations that an earlier process of the same session left, if any. */
  constructor(started: number, earlier: readonly SessionOperation[] = [], count = earlier.length) {
    this.started = started;
    this.#operations = earlier.slice(-SESSION_OPERATIONS_MAX);
    this.#count = count;
  }

  /** Adds an operation. */
  note(time: number, what: string): void {
    this.#operations.push({ time, what });
    this.#count++;
    if (this.#operations.length > SESSION_OPERATIONS_MAX) this.#operations.shift();
  }

  /** The newest operations, oldest first. */
  get operations(): readonly SessionOperation[] {
    return this.#operations;
  }

  /** How many operations there were, including those no longer kept. */
  get count(): number {
    return this.#count;
  }
}
