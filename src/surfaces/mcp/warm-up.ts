// What a server does while its client's model thinks: it runs the code of its tools, so that the first calls find the
// code compiled and the index in memory. It happens once, when the client is ready.
// Invariants:
// - Steps are short, and a call in the meantime waits for at most one of them. No step begins while somebody waits for
//   an answer, or did so a moment ago.
// - The warm-up ends when its steps are done, when it has used up its processor time, or when it had to wait for too
//   long.
// - A step that fails disturbs nobody.

/**
 * How much processor time the process may use in the meantime, in milliseconds, over all threads. Compiling goes on for
 * a while after that.
 */
const PROCESSOR_MS_MAX = 120;
/** No step begins in a slice that has lasted this long, in milliseconds. */
const SLICE_MS = 0.7;
/**
 * The pause between two slices, in milliseconds. Other work gets its turn, and code that is being compiled is ready
 * sooner.
 */
const PAUSE_MS = 1;
/** How long nobody must have asked anything before a step begins, in milliseconds. */
const QUIET_MS = 15;
/**
 * When the warm-up is given up, in milliseconds after its beginning. A client that asks so much has warmed up the code
 * itself.
 */
const GIVEN_UP_MS = 5000;

/** One thing to run; what it returns or throws does not matter. */
export type Step = () => unknown;

export interface WarmUpOptions {
  /** The steps are taken one by one, since a later step may depend on what earlier ones found. */
  readonly steps: Iterable<Step>;
  /** Whether somebody waits for an answer. */
  readonly isAsked: () => boolean;
  /** A clock in milliseconds that never goes backward. */
  readonly now?: () => number;
  /** The processor time that this process has used so far, in milliseconds. */
  readonly processorMs?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

export class WarmUp {
  readonly #options: Required<WarmUpOptions>;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: WarmUpOptions) {
    this.#options = { now: () => performance.now(), processorMs, sleep, ...options };
  }

  /** Notes that somebody asks something. */
  asked(): void {
    this.#askedMs = this.#options.now();
  }

  /** Runs the steps, each while nobody waits for anything else. Does not throw. */
  async run(): Promise<void> {
    const { steps, now, processorMs, sleep } = this.#options;
    const [begin, used] = [now(), processorMs()];
    let sliceEnd = begin;
    try {
      for (const step of steps) {
        if (now() >= sliceEnd) {
          do await sleep(this.#isBusy() ? QUIET_MS : PAUSE_MS);
          while (this.#isBusy() && now() - begin < GIVEN_UP_MS);
          sliceEnd = now() + SLICE_MS;
        }
        if (this.#isBusy() || processorMs() - used >= PROCESSOR_MS_MAX) return;
        await quietly(step);
      }
    } catch {
      // No further steps can be made. The first calls then take as long as without them.
    }
  }

  #isBusy(): boolean {
    return this.#options.isAsked() || this.#options.now() - this.#askedMs < QUIET_MS;
  }
}

async function quietly(step: Step): Promise<void> {
  try {
    await step();
  } catch {
    // The code is warm as far as the step ran.
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
