// The ratio of two times that were taken in turn, and when it says something.

import { expect, test } from "vitest";
import { Random } from "../../../bench/corpus.ts";
import { type Pair, ratioOf, verdictOf } from "../../../bench/ratio.ts";
import { comparisonCells, comparisonLine } from "../../../bench/tables.ts";

/** Times around `middle` that vary by a fifth. */
function times(middle: number, seed: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: 200 }, () => middle * (0.9 + 0.2 * random.next()));
}

/** Five pairs of which the second takes `other`, and the first so many times as much. */
const pairs = (other: number, ...ratios: readonly number[]): Pair[] =>
  ratios.map((ratio, at) => [times(other * ratio, at + 1), times(other, at + 11)]);

test("a program that takes half as long again in every pair is slower, and the other way round faster", () => {
  const slower = ratioOf(pairs(2, 1.4, 1.5, 1.6, 1.5, 1.5));
  expect(slower.ratio).toBeCloseTo(1.5, 1);
  expect([slower.own, slower.other].map((value) => value.toFixed(1))).toEqual(["3.0", "2.0"]);
  expect(slower.least).toBeCloseTo(1.4, 1);
  expect(slower.most).toBeCloseTo(1.6, 1);
  expect(verdictOf(slower)).toBe("slower");
  expect(verdictOf(ratioOf(pairs(2, 0.6, 0.7, 0.7)))).toBe("faster");
});

test("where pairs disagree neither is slower, however many samples each has", () => {
  expect(verdictOf(ratioOf(pairs(2, 1.4, 1.4, 0.8, 1.4, 1.4)))).toBe("as fast");
  expect(
    verdictOf(
      ratioOf([
        [
          [1, 9, 2, 8],
          [2, 8, 1, 9],
        ],
      ]),
    ),
  ).toBe("as fast");
});

test("a row says medians, ratio, bounds and what they mean", () => {
  const cells = comparisonCells({ own: 1.234, other: 2.468, ratio: 0.5, least: 0.456, most: 0.544 });
  expect(cells).toEqual(["1.23", "2.47", "0.50", "0.46 to 0.54", "faster"]);
  expect(comparisonLine("search", cells)).toMatch(/^search +1\.23 +2\.47 +0\.50 {2}0\.46 to 0\.54 {2}faster$/);
});
