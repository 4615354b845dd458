// The time that one shortening may take. When it is spent, the output stays whole.

/** How long one shortening may take. */
export const SHORTENING_MS_MAX = 2000;
/** The clock is looked at once in so many steps. A step over a long text counts as several. */
const STEPS = 32;
const STEP_LENGTH = 4096;

/** Thrown when the time is spent. */
export class OutOfTime extends Error {}

/** The end of the time for one shortening. */
export class Deadline {
  readonly #now: () => number;
  readonly #end: number;
  #steps = 0;

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number, budgetMs = SHORTENING_MS_MAX) {
    this.#now = now;
    this.#end = now() + budgetMs;
  }

  /** Says that a step over so many code units begins. Throws OutOfTime. */
  step(length = 0): void {
    this.#steps += 1 + Math.floor(length / STEP_LENGTH);
    if (this.#steps < STEPS) return;
    this.#steps = 0;
    this.check();
  }

  /** Throws OutOfTime when the time is spent. */
  check(): void {
    if (this.#now() > this.#end) throw new OutOfTime("the time for shortening is spent");
  }
}
