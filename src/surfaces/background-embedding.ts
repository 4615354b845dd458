// Embeds in the background of a server what is new, a moment after it was indexed, so that no answer waits for it.
// Invariants:
// - One run at a time. After a failure the next begins a while later.

/** How long an answer goes before, in milliseconds; and how long a server that failed is left alone. */
const SOON_MS = 200;
const RETRY_MS = 60_000;

export class BackgroundEmbedding {
  readonly #run: (signal: AbortSignal) => Promise<void>;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isRunning = false;
  #isAskedAgain = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** `run` embeds what is missing. */
  constructor(run: (signal: AbortSignal) => Promise<void>) {
    this.#run = run;
  }

  /** Something may be new. */
  asked(): void {
    if (this.#ending.signal.aborted) return;
    if (this.#isRunning) this.#isAskedAgain = true;
    else if (this.#timer === null) {
      const left = this.#failedAt + RETRY_MS - performance.now();
      this.#timer = setTimeout(() => void this.#begin(), Math.max(SOON_MS, left));
      this.#timer.unref();
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#ending.abort();
  }

  async #begin(): Promise<void> {
    this.#timer = null;
    this.#isRunning = true;
    this.#isAskedAgain = false;
    try {
      await this.#run(this.#ending.signal);
    } catch {
      // A search says what is wrong with the server; so does the command that embeds.
      this.#failedAt = performance.now();
      this.#isAskedAgain = true;
    } finally {
      this.#isRunning = false;
    }
    if (this.#isAskedAgain) this.asked();
  }
}
