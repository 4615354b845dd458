// The ratio of two times that were taken in turn, and when it says something.

import { expect, test } from "vitest";
import { Random } from "../../../bench/corpus.ts";
import { ratioOf, verdictOf } from "../../../bench/ratio.ts";
import { comparisonCells, comparisonLine } from "../../../bench/tables.ts";

/** Times around `middle` that vary by a fifth. */
function times(middle: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: 200 }, () => middle * (0.9 + 0.2 * random.next()));
}

test("a program that takes half as long again is slower, and the other way round faster", () => {
  const slower = ratioOf(times(3, 1), times(2, 2));
  expect(slower.ratio).toBeCloseTo(1.5, 1);
  expect(slower.least).toBeLessThanOrEqual(slower.ratio);
  expect(slower.most).toBeGreaterThanOrEqual(slower.ratio);
  expect(verdictOf(slower)).toBe("slower");
  expect(verdictOf(ratioOf(times(2, 2), times(3, 1)))).toBe("faster");
});

test("two of the same kind are as fast, whatever a few samples say", () => {
  expect(verdictOf(ratioOf(times(2, 3), times(2, 4)))).toBe("as fast");
  expect(verdictOf(ratioOf([1, 9, 2, 8], [2, 8, 1, 9]))).toBe("as fast");
});

test("rounds are drawn together: what slows down both of a round says nothing", () => {
  const noise = times(1, 5).map((factor, round) => factor * (round % 10 === 0 ? 20 : 1));
  const ratio = ratioOf(
    noise.map((factor) => factor * 1.1),
    noise,
  );
  expect([ratio.least, ratio.ratio, ratio.most].map((value) => value.toFixed(3))).toEqual(["1.100", "1.100", "1.100"]);
});

test("a row says medians, ratio, bounds and what they mean", () => {
  const cells = comparisonCells({ own: 1.234, other: 2.468, ratio: 0.5, least: 0.456, most: 0.544 });
  expect(cells).toEqual(["1.23", "2.47", "0.50", "0.46 to 0.54", "faster"]);
  expect(comparisonLine("search", cells)).toMatch(/^search +1\.23 +2\.47 +0\.50 {2}0\.46 to 0\.54 {2}faster$/);
});
