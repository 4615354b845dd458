// In which order the calls of one connection run. A client may send the next call before the last one is answered; both
// must then behave as if it had waited.
//
// Invariants
// - Calls that may write run one after another, in the order in which they were sent.
// - Calls that only read run at once behind the writes that were sent before them, and never keep anything waiting.
// - A cancelled call keeps nothing waiting either, even while it is still stopping: every write is whole by itself.
//
// What must never wait, such as a ping, a list or a hook, does not go through here.

import { HelixError } from "../../base/errors.ts";

export class CallOrder {
  /** Settled when everything that was sent so far and may write is done. */
  #writes: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call that may write when its turn comes. Throws what it throws, and CANCELLED when it was cancelled before
   * its turn.
   */
  write<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const before = this.#writes;
    const done = this.read(signal, call);
    const over = Promise.race([done.catch(() => undefined), aborted(signal)]);
    // Of one that is cancelled while it waits, those before it go on.
    this.#writes = Promise.all([before, over]).then(() => undefined);
    return done;
  }

  /**
   * Runs a call that only reads, behind the writes before it. Throws what it throws, and CANCELLED when cancelled
   * before that.
   */
  async read<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await this.#writes;
    if (signal.aborted) throw new HelixError("CANCELLED", "cancelled");
    return call();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
