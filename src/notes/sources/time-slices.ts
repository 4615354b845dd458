// Long work in the background, a few milliseconds at a time, and seldom while a call is being answered: a machine has
// few cores, and the answer needs them too. The pauses keep no process alive.

/**
 * How long the work goes on, and then how long it pauses, in milliseconds. A call may have to wait for as long as the
 * work goes on.
 */
const SLICE_MS = 1;
const PAUSE_MS = 4;
/**
 * How much longer the work pauses while others have work, in milliseconds. It goes on even then, or it would never end
 * in a server that is asked all the time.
 */
const BUSY_PAUSE_MS = 60;

export class TimeSlices {
  readonly #isBusy: () => boolean;
  #since = performance.now();

  /** `isBusy` says whether others have work to do. */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  /** Whether it is time to pause. */
  isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** Lets everything else go first. */
  async pause(): Promise<void> {
    await rest(PAUSE_MS);
    if (this.#isBusy()) await rest(BUSY_PAUSE_MS);
    this.#since = performance.now();
  }
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
