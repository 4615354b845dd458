// What has to be removed when this process ends during a trial: the build's processes, its copy, the temporary folder.
// A process that is killed without warning leaves the files to the next one, which removes them. It leaves the build's
// processes alone: a build that works ends with its standard input, and a process number alone does not tell a hanging
// build from a stranger's process.

import { constants } from "node:os";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** The number that a shell adds to the number of the signal that ended a program. */
const SIGNAL_EXIT = 128;

/** Things to remove, in the order in which they were added. */
export class Leftovers {
  readonly #removals = new Set<() => void>();
  readonly #onExit = () => this.remove();
  readonly #onSignal = (signal: (typeof SIGNALS)[number]) => process.exit(SIGNAL_EXIT + constants.signals[signal]);

  /**
   * Has everything removed when this process ends, until `remove` is called. A server handles the signals that end it
   * by itself.
   */
  constructor(isServer: boolean) {
    process.on("exit", this.#onExit);
    if (!isServer) for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Adds a removal. Returns a function that performs it now instead of at the end. */
  add(remove: () => void): () => void {
    this.#removals.add(remove);
    return () => {
      if (this.#removals.delete(remove)) remove();
    };
  }

  /** Removes everything. A removal that fails does not hold up the others. */
  remove(): void {
    for (const removal of this.#removals) {
      try {
        removal();
      } catch {
        // The next process removes it.
      }
    }
    this.#removals.clear();
    process.off("exit", this.#onExit);
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
