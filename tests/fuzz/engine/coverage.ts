// Which code was reached: precise block coverage of the engine that runs the tests, of helix's own modules only. It
// resets at each look, so that a look tells what the inputs since the last one reached.
//
// Invariant: only modules that are loaded after `startCoverage` are seen; targets load theirs with import().

import { Session } from "node:inspector";

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

const OWN_MODULE = /\/src\/[^?]*\.ts/;

/** Counts blocks of code that were reached at least once. */
export class Coverage {
  readonly #session = new Session();
  readonly #reached = new Set<string>();

  constructor() {
    this.#session.connect();
  }

  /** How many blocks were reached so far. */
  get count(): number {
    return this.#reached.size;
  }

  async start(): Promise<void> {
    await this.#post("Profiler.enable");
    await this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Looks at what was reached since the last look; how many blocks of it are new. `isKept` false: they stay new. */
  async look(isKept = true): Promise<number> {
    const { result } = (await this.#post("Profiler.takePreciseCoverage")) as { result: readonly ScriptCoverage[] };
    let fresh = 0;
    for (const { url, functions } of result) {
      const module = OWN_MODULE.exec(url)?.[0];
      if (module === undefined) continue;
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        const block = `${module} ${startOffset} ${endOffset}`;
        if (count === 0 || this.#reached.has(block)) continue;
        fresh++;
        if (isKept) this.#reached.add(block);
      }
    }
    return fresh;
  }

  async stop(): Promise<void> {
    await this.#post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }

  #post(method: string, parameters: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#session.post(method, parameters, (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    });
  }
}
