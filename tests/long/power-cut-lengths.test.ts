// The length of the file trusted on purpose, whether or not what lies below it was ever written: the proof finds acts
// that are half there.

import { expect, test, vi } from "vitest";
import type { Act } from "../../src/prove/acts.ts";
import { drawTrial, type Finding, noFigures, runTrial } from "../../src/prove/power-cuts.ts";
import { memoryWorld } from "../support/proving-disk.ts";

vi.mock("../../src/engine/log/unwritten-sectors.ts", () => ({
  isActUnwritten: () => false,
  isEndUnwritten: () => false,
}));

test("a loss is found when the length of the log is trusted", async () => {
  const texts = Array.from({ length: 8 }, (_, at) => `note ${at} ${"x".repeat(300)}`);
  const acts: Act[] = [{ kind: "batch", process: 0, topic: "build", texts }];
  let finding: Finding | null = null;
  for (let seed = 1; seed <= 20 && finding === null; seed++) {
    finding = await runTrial(memoryWorld(), { ...drawTrial(seed), acts }, { cuts: 40, depth: 1 }, noFigures());
  }
  expect(finding?.what).toMatch(/half there/);
});
