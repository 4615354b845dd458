// Made-up runs of the bench, so that tables and plots can be tried without measuring anything.

import type { Measurement, PeerResult, Run } from "../../bench/run-record.ts";

/** A measured time; `p95` is twice the median. */
export function measured(corpus: string | number, id: string, p50: number, unit = "ms"): Measurement {
  return {
    corpus: String(corpus),
    id,
    what: `what ${id} is`,
    unit,
    p50,
    p95: unit === "ms" ? 2 * p50 : null,
    samples: 9,
  };
}

/** A peer that did everything in the given time. */
export function peer(entries: number, name: string, time: number): PeerResult {
  return {
    entries,
    name,
    note: "a note",
    problem: "",
    load: 1000,
    open: time,
    search: { p50: time, p95: 2 * time },
    store: time,
    memory: 100,
    disk: 10,
  };
}

/** A run with these values, and nothing else. */
export function runOf(measurements: readonly Measurement[], peers: readonly PeerResult[] = []): Run {
  const sizes = [...new Set(measurements.map(({ corpus }) => Number(corpus)).filter((size) => size > 0))];
  return {
    format: 1,
    machine: {
      date: "2026-02-21T12:00:00.000Z",
      processor: "made up",
      cores: 2,
      memoryGb: 8,
      system: "linux 6.1 x64",
      fileSystem: "ext4",
      helix: "helix 1.2.3",
      bun: "1.0.0",
    },
    sizes: sizes.sort((a, b) => a - b),
    measurements,
    peers,
  };
}
