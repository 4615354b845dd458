// What a run of the bench knows when it is over: the machine, each measured value, the peers. It is what is stored, and
// what tables and plots are made of. It holds no path and no name of a machine.

import { percentile } from "./samples.ts";

export const RUN_FORMAT = 1;

/** What stands at the head of a run. */
export interface Machine {
  /** ISO, UTC. */
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly fileSystem: string;
  readonly helix: string;
  readonly bun: string;
}

/** One measured value. `corpus` is a number of entries, or `big-topic`, `machine`, `micro`. */
export interface Measurement {
  readonly corpus: string;
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  /** Of a single value: that value, and no 95th percentile. */
  readonly p50: number;
  readonly p95: number | null;
  readonly samples: number;
}

/** What a peer could do with a corpus; a value that there is not is null. Times in milliseconds, sizes in MB. */
export interface PeerResult {
  readonly entries: number;
  readonly name: string;
  /** How it was run, and what must be known to compare it. */
  readonly note: string;
  /** Why there are no values, or not all; empty when all went well. */
  readonly problem: string;
  readonly load: number | null;
  readonly open: number | null;
  readonly search: { readonly p50: number; readonly p95: number } | null;
  readonly store: number | null;
  readonly memory: number | null;
  readonly disk: number | null;
}

/** A whole run. */
export interface Run {
  readonly format: number;
  readonly machine: Machine;
  readonly sizes: readonly number[];
  readonly measurements: readonly Measurement[];
  readonly peers: readonly PeerResult[];
}

/** Takes measured values in, and tells of each as it comes. */
export class Recorder {
  readonly measurements: Measurement[] = [];
  readonly peers: PeerResult[] = [];
  readonly #onMeasurement: (measurement: Measurement) => void;

  constructor(onMeasurement: (measurement: Measurement) => void) {
    this.#onMeasurement = onMeasurement;
  }

  /** Times of which median and 95th percentile count, in milliseconds or in `unit`. */
  times(corpus: string, id: string, what: string, samples: readonly number[], unit = "ms"): void {
    const [p50, p95] = [tidy(percentile(samples, 0.5)), tidy(percentile(samples, 0.95))];
    this.#add({ corpus, id, what, unit, p50, p95, samples: samples.length });
  }

  /** A single value; nothing is recorded of one that could not be had (NaN). */
  value(corpus: string, id: string, what: string, value: number, unit: string): void {
    if (!Number.isFinite(value)) return;
    this.#add({ corpus, id, what, unit, p50: tidy(value), p95: null, samples: 1 });
  }

  #add(measurement: Measurement): void {
    this.measurements.push(measurement);
    this.#onMeasurement(measurement);
  }
}

function tidy(value: number): number {
  return Number(value.toPrecision(5));
}

/** Looks up measured values of a run. */
export class Figures {
  readonly #values = new Map<string, Measurement>();

  constructor(measurements: readonly Measurement[]) {
    for (const measurement of measurements) this.#values.set(`${measurement.corpus} ${measurement.id}`, measurement);
  }

  /** Undefined when it was not measured. */
  p50(corpus: string | number, id: string): number | undefined {
    // A file may say null.
    return this.#values.get(`${corpus} ${id}`)?.p50 ?? undefined;
  }

  p95(corpus: string | number, id: string): number | undefined {
    return this.#values.get(`${corpus} ${id}`)?.p95 ?? undefined;
  }
}
