// Long work in the background, a few milliseconds at a time. The pauses keep no process alive.

/** How long work goes on, which is how long a call may have to wait for it, and how long it pauses then, in milliseconds. */
const SLICE_MS = 1;
const PAUSE_MS = 4;

export class TimeSlices {
  #since = performance.now();

  /** Whether it is time to pause. */
  isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** Lets everything else go first. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, PAUSE_MS).unref();
    });
    this.#since = performance.now();
  }
}
