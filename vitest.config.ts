// How the tests run: under Bun (`bun --bun vitest run --pool=threads`), since the code under test uses Bun's own
// interfaces. Which tests there are is decided by folder; limits are generous, because a slow machine is no failure.
// Files run beside each other, the longest first, so that none of them is waited for at the end.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The zone of all tests, before any thread asks for it: five and a half hours ahead of UTC, so that a day in UTC shows. */
process.env.TZ = "Asia/Kolkata";

/** One more than cores: a test that waits for a process, or for a limit, leaves its core to others. */
const WORKERS = availableParallelism() + 1;

/** The files that take longest, longest first. Being out of date, this costs time and nothing else. */
const LONGEST = [
  "e2e/client-hooks",
  "e2e/reload",
  "hostile/links",
  "e2e/hook-relay",
  "build/",
  "mutations/",
  "e2e/processes",
  "hostile/everything-shown",
  "e2e/hook-events",
  "golden/trace-actions",
  "e2e/quality",
  "regression/answers-are-bounded",
  "prove/",
  "fuzz/",
  "hostile/",
  "property/",
  "e2e/",
  "golden/",
  "crash/",
];

/**
 * The files that get modules of their own; all others share them within a worker, which saves a quarter of the time.
 * The first four replace modules. The next ones are three to six times as slow behind tests that call the same functions
 * with objects of other shapes. Fuzzers look at which code they reach: of modules that others loaded they see nothing,
 * and what they loaded would stay slow for others.
 */
const ALONE = [
  "tests/crash/power-cut-lengths.test.ts",
  "tests/regression/tokens-before-the-lock.test.ts",
  "tests/unit/platform/durable-disk.test.ts",
  "tests/unit/platform/durable-mac.test.ts",
  "tests/unit/notes/store/index-build.test.ts",
  "tests/property/damaged-log.test.ts",
  "tests/unit/engine/vectors/vector-store.test.ts",
  "tests/fuzz/*.test.ts",
];

const EXCLUDED = ["tests/fixtures/**", "node_modules/**", "dist/**"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((path) => moduleId.includes(`/tests/${path}`));
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Filters and the plugin's pages are text for the build; Vite would take them for code. */
const textFiles = {
  name: "text-files",
  enforce: "pre" as const,
  transform: (text: string, id: string) =>
    /\.(?:toml|md)$/.test(id) ? { code: `export default ${JSON.stringify(text)};`, map: null } : null,
};

export default defineConfig({
  plugins: [textFiles],
  test: {
    projects: [
      { extends: true, test: { name: "alone", isolate: true, include: ALONE, exclude: EXCLUDED } },
      {
        extends: true,
        test: { name: "all", isolate: false, include: ["tests/**/*.test.ts"], exclude: [...ALONE, ...EXCLUDED] },
      },
    ],
    pool: "threads",
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
