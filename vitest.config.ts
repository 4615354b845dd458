// How the tests run: under Bun (`bun --bun vitest run --pool=threads`), since the code under test uses Bun's own
// interfaces. Which tests there are is decided by folder; limits are generous, because a slow machine is no failure.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/fixtures/**", "node_modules/**", "dist/**"],
    pool: "threads",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
