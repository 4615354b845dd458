// What has to go when this process ends before a trial is over: the build's processes, its copy, the temporary folder.
// A process that is killed without warning leaves the files to be swept by the next one. The build's processes are not
// hunted down: a build that works ends with its standard input, and for one that hangs a number alone does not tell it
// from a stranger's process.

import { constants } from "node:os";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** What a shell adds to the number of a signal that ended a program. */
const SIGNAL_EXIT = 128;

/** Things to remove, in the order in which they were noted. */
export class Leftovers {
  readonly #removals = new Set<() => void>();
  readonly #onExit = () => this.remove();
  readonly #onSignal = (signal: (typeof SIGNALS)[number]) => process.exit(SIGNAL_EXIT + constants.signals[signal]);

  /**
   * Begins to watch over the end of this process, until `remove` is called. A server knows by itself which signals end
   * it, and how.
   */
  constructor(isServer: boolean) {
    process.on("exit", this.#onExit);
    if (!isServer) for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Notes what to do; returns the function that does it now, instead of at the end. */
  add(remove: () => void): () => void {
    this.#removals.add(remove);
    return () => {
      if (this.#removals.delete(remove)) remove();
    };
  }

  /** Removes everything. What cannot be removed holds up nothing else. */
  remove(): void {
    for (const removal of this.#removals) {
      try {
        removal();
      } catch {
        // The next one sweeps.
      }
    }
    this.#removals.clear();
    process.off("exit", this.#onExit);
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
