// The order in which the calls of one connection run. A client may send the next call before the last one is answered.
// Both must then behave as if the client had waited.
//
// Invariants:
// - Calls that may write run one after another, in the order in which they were sent.
// - A call that only reads runs as soon as the writes sent before it are done, and never holds up another call.
// - A cancelled call holds up nothing either, even while it is still stopping: every write is complete in itself.
//
// Messages that must never wait, such as a ping, a list or a hook, do not go through this module.

import { HelixError } from "../../base/errors.ts";

export class CallOrder {
  /** Settled when every call that was sent so far and may write is done. */
  #writes: Promise<unknown> = Promise.resolve();

  /**
   * Runs a call that may write, when its turn comes. Throws what the call throws, and CANCELLED when it was cancelled
   * before its turn.
   */
  write<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const before = this.#writes;
    const done = this.read(signal, call);
    const over = Promise.race([done.catch(() => undefined), aborted(signal)]);
    // If this call is cancelled while it waits, later writes still wait for the calls before it.
    this.#writes = Promise.all([before, over]).then(() => undefined);
    return done;
  }

  /**
   * Runs a call that only reads, after the writes before it. Throws what the call throws, and CANCELLED when it was
   * cancelled before it ran.
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
