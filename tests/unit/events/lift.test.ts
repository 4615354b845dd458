// The arms of sessions, and the state that they are drawn by.

import { describe, expect, test } from "vitest";
import {
  armOf,
  encodeLift,
  isWithheld,
  LIFT_KINDS,
  type LiftState,
  parseLift,
  readLift,
  turnedOff,
  turnedOn,
  wasOn,
} from "../../../src/events/lift.ts";

const begun = { now: 1000, newSeed: () => "seed", share: null, isAnew: false };
const state: LiftState = turnedOn(null, begun);
const sessions = Array.from({ length: 20_000 }, (_, at) => `session-${at}`);

describe("arms", () => {
  test("stay as they were drawn in every version", () => {
    const drawn = (seed: string, kind: (typeof LIFT_KINDS)[number]) =>
      sessions
        .slice(0, 40)
        .flatMap((session, at) => (armOf({ seed, share: 0.1 }, session, kind) === "without" ? at : []));
    expect(LIFT_KINDS.map((kind) => drawn("seed", kind))).toMatchInlineSnapshot(`
      [
        [
          4,
          6,
          9,
          13,
          24,
          34,
        ],
        [
          23,
          33,
        ],
        [
          30,
          31,
          39,
        ],
        [
          5,
          12,
          36,
        ],
      ]
    `);
  });

  test("have close to the share of the sessions", () => {
    for (const share of [0.1, 0.5]) {
      for (const kind of LIFT_KINDS) {
        const without = sessions.filter((session) => armOf({ seed: "s", share }, session, kind) === "without").length;
        // Four standard deviations.
        expect(Math.abs(without - share * sessions.length)).toBeLessThan(
          4 * Math.sqrt(share * (1 - share) * sessions.length),
        );
      }
    }
  });

  test("of one kind say nothing about those of another, nor of another seed", () => {
    const arms = [...LIFT_KINDS.map((kind) => ["s", kind] as const), ["t", "notes"] as const].map(([seed, kind]) =>
      sessions.map((session) => armOf({ seed, share: 0.1 }, session, kind) === "without"),
    );
    for (const [at, one] of arms.entries()) {
      for (const other of arms.slice(at + 1)) {
        const both = one.filter((isWithout, session) => isWithout && other[session]).length;
        expect(Math.abs(both - 200)).toBeLessThan(4 * Math.sqrt(200));
      }
    }
  });

  test("are withheld only while it is on, and never from a session without a name", () => {
    const without = sessions.find((session) => armOf(state, session, "notes") === "without")!;
    expect(isWithheld(state, without, "notes")).toBe(true);
    expect(isWithheld(turnedOff(state, 2000), without, "notes")).toBe(false);
    expect(isWithheld(null, without, "notes")).toBe(false);
    expect(isWithheld({ ...state, share: 0.5 }, "", "notes")).toBe(false);
  });
});

describe("the state", () => {
  test("is read as it was written", () => {
    const later = turnedOn(turnedOff(state, 2000), { ...begun, now: 5000 });
    expect(parseLift(encodeLift(later))).toEqual(later);
    expect(later).toEqual({ on: true, seed: "seed", since: 5000, share: 0.1, earlier: [[1000, 2000]] });
    expect([500, 1500, 3000, 6000].map((at) => wasOn(later, at))).toEqual([false, true, false, true]);
  });

  test("is none where the file is anything else", () => {
    const good = encodeLift(state);
    for (const text of [
      "",
      "{}",
      "[]",
      "null",
      good.slice(0, -3),
      good.replace("0.1", "0.9"),
      good.replace("true", "1"),
    ])
      expect(parseLift(text)).toBeNull();
    expect(readLift({ readText: () => null }, "/kb")).toBeNull();
    expect(readLift({ readText: (path) => (path === "/kb/lift.json" ? good : null) }, "/kb")).toEqual(state);
  });

  test("keeps its seed and share until another comparison is begun", () => {
    expect(turnedOn(state, { ...begun, now: 9000 })).toEqual(state);
    expect(() => turnedOn(state, { ...begun, share: 0.5 })).toThrow("--anew");
    expect(() => turnedOn(null, { ...begun, share: 0.9 })).toThrow("0.02 to 0.5");
    const anew = turnedOn(turnedOff(state, 2000), {
      ...begun,
      now: 3000,
      newSeed: () => "other",
      share: 0.5,
      isAnew: true,
    });
    expect(anew).toEqual({ on: true, seed: "other", since: 3000, share: 0.5, earlier: [] });
  });
});
