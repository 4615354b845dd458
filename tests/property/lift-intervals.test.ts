// The intervals of `helix lift` in made-up worlds whose effects are known, with a look after every session: fewer worlds
// than `npm run quality -- --lift` has.

import { describe, expect, test } from "vitest";
import { coverageOf, measurePower } from "../../quality/lift/measure-lift.ts";
import { runWorld } from "../../quality/lift/run-world.ts";
import { steadyWorld, WORLDS } from "../../quality/lift/worlds.ts";
import { isThorough } from "../support/runs.ts";

const RUNS = isThorough ? 60 : 20;
/** Of 60 runs at 5 %, more than 8 miss once in 200 tries; of 20, more than 4 once in 400. */
const MISSED_MAX = isThorough ? 8 : 4;
const SESSIONS = 300;

describe("intervals", () => {
  for (const share of [0.1, 0.5]) {
    test(`hold at every look in all worlds, a share of ${share} without`, () => {
      const rows = WORLDS.map((world) => coverageOf(world, share, RUNS, 3, SESSIONS));
      expect(rows.filter(({ missed }) => missed > MISSED_MAX)).toEqual([]);
      // The worlds are hard enough that looking again and again misleads the usual interval.
      expect(rows.every(({ singleMissed }) => singleMissed > 0.15 * RUNS)).toBe(true);
    });
  }

  test("narrow, and find effects in the number of sessions that was announced", () => {
    for (const { effect, share, runs, found } of measurePower(isThorough ? 160 : 60, 5).filter(
      ({ effect: each }) => each >= 0.1,
    )) {
      expect([effect, share, found / runs >= 0.7]).toEqual([effect, share, true]);
    }
    const kept = new Set([50, 200, 800]);
    const { intervals } = runWorld(steadyWorld(0), { sessions: 800, share: 0.5, seed: 1, kept });
    const widths = intervals.map(({ low, high }) => high - low);
    expect(widths[0]! > 1.7 * widths[1]! && widths[1]! > 1.7 * widths[2]!).toBe(true);
  });
});
