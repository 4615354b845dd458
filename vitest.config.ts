// How the tests run: under Bun (`bun --bun vitest run --pool=threads`), since the code under test uses Bun's own
// interfaces. Which tests there are is decided by folder; limits are generous, because a slow machine is no failure.
// Files run beside each other, the longest first, so that none of them is waited for at the end.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Two even on one core: most tests wait for processes. */
const WORKERS_MIN = 2;

/** The files that take longest, longest first. Being out of date, this costs time and nothing else. */
const LONGEST = [
  "e2e/processes",
  "e2e/hook-events",
  "e2e/client-hooks",
  "unit/e2e/conformance",
  "prove/kill",
  "prove/disk",
  "prove/two-programs",
  "fuzz/",
  "crash/",
  "hostile/",
  "property/",
  "prove/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.includes(`/tests/${path}`));
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/fixtures/**", "node_modules/**", "dist/**"],
    pool: "threads",
    maxWorkers: Math.max(WORKERS_MIN, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
