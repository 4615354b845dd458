// Power cuts in the whole of what a disk may do: any sector of what was not synced lost, any name, in any order, again
// within the recovery. Short histories with every disk that they could leave; long ones, drawn from a seed: always the
// same, or as many as there is time for in HELIX_PROVE_SECONDS.

import { describe, expect, test } from "vitest";
import { type Act, describeAct } from "../../src/prove/acts.ts";
import { type Finding, noFigures, runTrial } from "../../src/prove/power-cuts.ts";
import { prove } from "../../src/prove/prove.ts";
import { memoryWorld } from "../support/proving-disk.ts";
import { isThorough, runs } from "../support/runs.ts";

const SECONDS = Number(process.env.HELIX_PROVE_SECONDS ?? 0);
const HISTORIES_SHORT = isThorough ? 12 : 4;
/** How many disks are looked at for a moment of a short history before some are drawn. */
const EACH = SECONDS > 30 ? 600 : 20;
const SEED = Number(process.env.HELIX_PROVE_SEED ?? 1);

const store: Act = { kind: "store", process: 0, topic: "build", text: "first" };
const batch: Act = { kind: "batch", process: 0, topic: "build", texts: ["a", "b ".repeat(300), "c", "d ".repeat(200)] };
const compact: Act = {
  kind: "compact",
  process: 0,
  meanwhile: [
    { kind: "edit", pick: 0, text: "edited meanwhile" },
    { kind: "batch", topic: "engine", texts: ["e", "f"] },
  ],
};

const SHORT: Record<string, readonly Act[]> = {
  "first creation": [store],
  "a batch over several sectors": [batch],
  "an edit over several sectors": [store, { kind: "edit", process: 0, pick: 0, text: "x ".repeat(400) }],
  "an edit by another process": [store, { kind: "edit", process: 1, pick: 0, text: "short" }],
  "a rename of a topic": [batch, { kind: "rename", process: 0, pick: 0, topic: "moved" }],
  "a deletion of many, taken back": [
    batch,
    { kind: "delete", process: 0, pick: 0, count: 4 },
    { kind: "undo", process: 1 },
  ],
  "an index": [store, { kind: "merge", process: 0 }, batch, { kind: "rebuild", process: 1 }],
  "a compaction while others write": [store, compact],
  "a write behind a compaction": [
    store,
    { ...compact, meanwhile: [] },
    { kind: "store", process: 1, topic: "a", text: "on" },
  ],
};

const KILLED: readonly Act[] = [batch, compact, { kind: "rename", process: 0, pick: 0, topic: "moved" }];

function told(finding: Finding | null): string {
  if (finding === null) return "";
  return [`seed ${finding.seed}: ${finding.what}`, ...finding.acts.map(describeAct), ...finding.cuts].join("\n");
}

describe("every disk that a cut could leave of", () => {
  const figures = noFigures();

  test.each(Object.entries(SHORT))("%s holds what was acknowledged", async (_, acts) => {
    const trial = { seed: SEED, acts, mergeSize: 2 };
    expect(told(await runTrial(memoryWorld(), trial, { cuts: { each: EACH }, depth: 1 }, figures))).toBe("");
  });

  test("a process that was killed at each moment of a write, and another one that wrote then, holds it too", async () => {
    for (const act of KILLED) {
      for (let after = 1; after <= 10; after += 3) {
        const acts: Act[] = [store, { kind: "kill", process: 0, act, after }, { ...store, process: 1, text: "then" }];
        const trial = { seed: SEED + after, acts, mergeSize: 2 };
        expect(told(await runTrial(memoryWorld(), trial, { cuts: runs(25), depth: 2 }, figures))).toBe("");
      }
    }
    // One that wrote nothing then acknowledges nothing of what it saw.
    for (let after = 1; after <= 10; after++) {
      const kill: Act = { kind: "kill", process: 0, act: store, after };
      const acts: Act[] = [kill, { kind: "rename", process: 1, pick: 0, topic: store.topic }];
      const trial = { seed: SEED, acts, mergeSize: 2 };
      expect(told(await runTrial(memoryWorld(), trial, { cuts: { each: EACH }, depth: 1 }, figures))).toBe("");
    }
    process.stderr.write(
      `prove: power-cuts-short histories=${figures.histories} cuts=${figures.cuts} entries=${figures.entries} lost=${figures.lost}\n`,
    );
    expect(figures.cuts).toBeGreaterThan(500);
  });
});

test("random histories hold what was acknowledged, through several cuts in a row", async () => {
  const end = performance.now() + SECONDS * 1000;
  let histories = 0;
  const { figures, finding } = await prove({
    world: memoryWorld(),
    seed: SEED,
    isOver: () => (SECONDS > 0 ? performance.now() >= end : histories >= HISTORIES_SHORT),
    onProgress: () => {
      histories++;
    },
  });
  process.stderr.write(
    `prove: power-cuts histories=${figures.histories} acts=${figures.acts} cuts=${figures.cuts} again=${figures.cutsAgain} entries=${figures.entries} lost=${figures.lost} seed=${SEED}\n`,
  );
  expect(told(finding)).toBe("");
  expect(figures.cuts).toBeGreaterThan(0);
});
