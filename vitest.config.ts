// How the tests run: under Bun (`bun --bun vitest run --pool=threads`), since the code under test uses Bun's own
// interfaces. Which tests there are is decided by folder; limits are generous, because a slow machine is no failure.
// Files run beside each other, the longest first, so that none of them is waited for at the end.

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The zone of all tests, before any thread asks for it: five and a half hours ahead of UTC, so that a day in UTC shows. */
process.env.TZ = "Asia/Kolkata";

/** One more than cores: a test that waits for a process, or for a limit, leaves its core to others. */
const WORKERS = availableParallelism() + 1;

/** The files that took longest when it was measured (`npm run test:times`). Being out of date, it costs time only. */
const { seconds } = JSON.parse(readFileSync("tests/times.json", "utf8")) as { seconds: Record<string, number> };

/** Which tests there are: those of `npm test`, the thorough ones, or all as thorough as they can be (`npm run prove`). */
const which = (process.env.HELIX_TESTS ?? "quick") as "quick" | "thorough" | "all";

/** What takes long and is about more than a change: `npm run test:thorough` runs it, `npm test` does not. */
const THOROUGH = ["build", "clients", "fuzz", "long", "prove"].map((folder) => `tests/${folder}/**/*.test.ts`);

/** The files that try things by chance: quick tests try a tenth. */
const byChance = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.startsWith("fixtures/"))
  .map((path) => `tests/${path}`)
  .filter((path) => readFileSync(path, "utf8").includes("support/runs.ts"));

/**
 * The files that get modules of their own; all others share them within a worker, which saves a quarter of the time.
 * The first four replace modules. The next ones are three to six times as slow behind tests that call the same functions
 * with objects of other shapes. Fuzzers look at which code they reach: of modules that others loaded they see nothing,
 * and what they loaded would stay slow for others.
 */
const ALONE = [
  "tests/long/power-cut-lengths.test.ts",
  "tests/regression/tokens-before-the-lock.test.ts",
  "tests/unit/platform/durable-disk.test.ts",
  "tests/unit/platform/durable-mac.test.ts",
  "tests/unit/notes/store/index-build.test.ts",
  "tests/property/damaged-log.test.ts",
  "tests/unit/engine/vectors/vector-store.test.ts",
  "tests/unit/features/code/search-by-meaning.test.ts",
  "tests/fuzz/*.test.ts",
];

const EXCLUDED = ["tests/fixtures/**", "node_modules/**", "dist/**", ...(which === "quick" ? THOROUGH : [])];
const INCLUDED = which === "thorough" ? [...THOROUGH, ...byChance] : ["tests/**/*.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const timeOf = ({ moduleId }: TestSpecification) => seconds[moduleId.slice(moduleId.indexOf("/tests/") + 1)] ?? 0;
    return (await super.sort(files)).sort((a, b) => timeOf(b) - timeOf(a));
  }
}

/** Filters and the plugin's pages are text for the build; Vite would take them for code. */
const textFiles = {
  name: "text-files",
  enforce: "pre" as const,
  transform: (text: string, id: string) =>
    /\.(?:toml|md)$/.test(id) ? { code: `export default ${JSON.stringify(text)};`, map: null } : null,
};

/** Those of them that run now. */
const alone =
  which === "thorough" ? ALONE.filter((path) => path.startsWith("tests/fuzz/") || byChance.includes(path)) : ALONE;

export default defineConfig({
  plugins: [textFiles],
  test: {
    projects: [
      { extends: true, test: { name: "alone", isolate: true, include: alone, exclude: EXCLUDED } },
      {
        extends: true,
        test: { name: "all", isolate: false, include: INCLUDED, exclude: [...ALONE, ...EXCLUDED] },
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
