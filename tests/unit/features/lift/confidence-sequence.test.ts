// The interval for the mean effect, and the number of sessions that an effect takes.

import { describe, expect, test } from "vitest";
import { Centre } from "../../../../src/features/lift/centre.ts";
import { ConfidenceSequence, penalties } from "../../../../src/features/lift/confidence-sequence.ts";
import {
  billDifference,
  billFactor,
  billOutcome,
  runOutcome,
  weightedTokens,
} from "../../../../src/features/lift/outcomes.ts";
import { sessionsFor } from "../../../../src/features/lift/power.ts";

describe("the interval", () => {
  test("is all that is possible while nothing is known", () => {
    const sequence = new ConfidenceSequence(0.1);
    expect(sequence.interval()).toEqual({ sessions: 0, estimate: 0, low: -1, high: 1 });
    expect(sequence.excludes(0)).toBe(false);
    sequence.take({ arm: "with", outcome: 1, centre: 0.2 });
    const { low, high } = sequence.interval();
    expect([low, high]).toEqual([-1, 1]);
  });

  test("leaves out what its ends leave out", () => {
    const sequence = new ConfidenceSequence(0.5);
    for (let at = 0; at < 400; at++) {
      const arm = at % 2 === 0 ? "with" : "without";
      sequence.take({ arm, outcome: arm === "with" ? 0.2 : 0.6, centre: 0.4 });
    }
    const { estimate, low, high } = sequence.interval();
    expect(estimate).toBeCloseTo(-0.4, 10);
    expect(low > -0.55 && high < -0.25).toBe(true);
    for (const [mean, isOut] of [
      [low - 1e-6, true],
      [low + 1e-6, false],
      [high - 1e-6, false],
      [high + 1e-6, true],
    ] as const)
      expect(sequence.excludes(mean)).toBe(isOut);
  });

  test("pays for squares at least what the inequality of Fan and others asks for", () => {
    for (const bound of [0.5, 1.1, 4, 10]) {
      for (const [at, penalty] of penalties(bound).entries()) {
        const rate = 0.015 * 1.7 ** at;
        if (penalty === Number.POSITIVE_INFINITY) continue;
        for (let x = -bound; x <= 3 * bound; x += bound / 50) {
          expect(Math.exp(rate * x - penalty * x * x)).toBeLessThanOrEqual(1 + rate * x + 1e-12);
        }
      }
    }
  });
});

describe("the guess of an outcome", () => {
  test("begins with what is given and follows the sessions, those of a project most", () => {
    const centre = new Centre(0.2);
    expect(centre.guess("shop")).toBe(0.2);
    for (let at = 0; at < 200; at++) {
      centre.take("shop", 0.8);
      centre.take("site", 0.1);
    }
    expect(centre.guess("shop")).toBeGreaterThan(0.7);
    expect(centre.guess("site")).toBeLessThan(0.2);
    expect(centre.guess("other")).toBeCloseTo(0.45, 1);
  });
});

describe("outcomes", () => {
  test("of runs are failed runs for each edit, one at most", () => {
    expect([runOutcome(1, 4), runOutcome(0, 3), runOutcome(7, 2)]).toEqual([0.25, 0, 1]);
  });

  test("of bills are logarithms between ten thousand and a hundred million tokens", () => {
    expect([0, 1e4, 1e6, 1e8, 1e9].map(billOutcome)).toEqual([0, 0, 0.5, 1, 1]);
    expect(billFactor(billOutcome(240_000) - billOutcome(200_000))).toBeCloseTo(1.2, 10);
    expect(billDifference(billFactor(0.1))).toBeCloseTo(0.1, 10);
  });

  test("weigh tokens by what they cost in relation to input", () => {
    const usage = { input: 100, cacheWritten: 40, cacheWrittenHour: 0, cacheRead: 1000, output: 10 };
    expect(weightedTokens(null, usage)).toBeCloseTo(100 + 50 + 100 + 50, 6);
    const price = { model: "m", vendor: "v", asOf: "2026-11-24", input: 4, cacheRead: 1, output: 8 };
    expect(weightedTokens(price, usage)).toBeCloseTo(100 + 40 + 250 + 20, 6);
  });
});

describe("the number of sessions", () => {
  const planned = { effect: 0.1, share: 0.1, mean: 0.2, deviation: 0.3 };

  test("grows as effects get smaller, and shrinks as more go without", () => {
    const of = (more: Partial<typeof planned>) => sessionsFor({ ...planned, ...more })!;
    expect(of({ effect: 0.05 })).toBeGreaterThan(2.5 * of({}));
    expect(of({ share: 0.5 })).toBeLessThan(of({}) / 2);
  });

  test("is none where there can be no such effect", () => {
    expect(sessionsFor({ ...planned, effect: 0.9 })).toBeNull();
    expect(sessionsFor({ ...planned, effect: 0 })).toBeNull();
    expect(sessionsFor({ ...planned, effect: 0.3, isHarm: true })).toBeNull();
    expect(sessionsFor({ ...planned, effect: 0.00001 })).toBeNull();
  });
});
