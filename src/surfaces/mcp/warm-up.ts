// What a server does with the time in which its client's model thinks: it runs the code of its tools, so that the first
// calls find it compiled and the index in memory. Once, when the client is ready.
// Invariants:
// - steps are short, and whoever asks something meanwhile waits for one of them at most: none is begun while somebody
//   waits for an answer, or did so a moment ago;
// - it ends: when its steps are done, when it has had its processor time, or when it had to wait for too long;
// - a step that fails is nobody's concern.

/**
 * What the process may use of the processor meanwhile, all its threads together, in milliseconds; compiling goes on for
 * a while behind that.
 */
const PROCESSOR_MS_MAX = 120;
/** No step is begun in a slice that has gone on for so long, in milliseconds. */
const SLICE_MS = 0.7;
/** Between two slices, in milliseconds: others have their turn, and code that is being compiled is ready the sooner. */
const PAUSE_MS = 1;
/** So long nobody must have asked anything, in milliseconds. */
const QUIET_MS = 15;
/** When it is given up, in milliseconds after its beginning: whoever asks so much has warmed the code up. */
const GIVEN_UP_MS = 5000;

/** One thing to run; what it returns or throws does not matter. */
export type Step = () => unknown;

export interface WarmUpOptions {
  /** Taken one by one: a later step may be made of what earlier ones found. */
  readonly steps: Iterable<Step>;
  /** Whether somebody waits for an answer. */
  readonly isAsked: () => boolean;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
  /** What this process has used of the processor so far, in milliseconds. */
  readonly processorMs?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

export class WarmUp {
  readonly #options: Required<WarmUpOptions>;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: WarmUpOptions) {
    this.#options = { now: () => performance.now(), processorMs, sleep, ...options };
  }

  /** Somebody asks something. */
  asked(): void {
    this.#askedMs = this.#options.now();
  }

  /** Runs the steps, each when nobody waits for anything else. Does not throw. */
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
      // No more steps can be made: the first calls take as long as without them.
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
    // What it was to warm up is warm as far as it came.
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
