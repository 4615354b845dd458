// The figures of rankings against values worked out by hand.

import { describe, expect, test } from "vitest";
import { figuresOf, meanFigures, normalisedGain, recall, reciprocalRank } from "../../../quality/metrics.ts";
import { randomizationTest } from "../../../quality/randomization.ts";

const grades = new Map([
  ["a", 3],
  ["b", 2],
  ["c", 1],
]);

describe("the figures of a ranking", () => {
  test("recall is the share of the relevant ones within the depth", () => {
    expect(recall(["x", "a", "y", "z", "u", "b"], grades, 5)).toBeCloseTo(1 / 3);
    expect(recall(["x", "a", "y", "z", "u", "b"], grades, 10)).toBeCloseTo(2 / 3);
  });

  test("the reciprocal rank is that of the first relevant one, 0 beyond the depth", () => {
    expect(reciprocalRank(["x", "y", "c", "a"], grades, 10)).toBeCloseTo(1 / 3);
    expect(reciprocalRank(["x", "y", "z", "a"], grades, 3)).toBe(0);
  });

  test("nDCG counts grades, discounted by log2 of the rank and one", () => {
    // Ideal: 3/1 + 2/log2(3) + 1/2 = 4.761860; the ranking c, x, a: 1/1 + 0 + 3/2 = 2.5.
    expect(normalisedGain(["c", "x", "a"], grades, 10)).toBeCloseTo(2.5 / 4.76186, 6);
    expect(normalisedGain(["a", "b", "c"], grades, 10)).toBe(1);
  });

  test("the ideal of nDCG has no more places than the ranking", () => {
    const many = new Map(Array.from({ length: 15 }, (_, at) => [`d${at}`, 1]));
    expect(normalisedGain([...many.keys()], many, 10)).toBeCloseTo(1, 12);
  });

  test("an empty ranking has none of anything", () => {
    expect(figuresOf([], grades)).toEqual({ recall5: 0, recall10: 0, mrr10: 0, ndcg10: 0 });
  });

  test("means go over queries", () => {
    const all = [figuresOf(["a", "b", "c"], grades), figuresOf(["x"], grades)];
    expect(meanFigures(all)).toEqual({ recall5: 0.5, recall10: 0.5, mrr10: 0.5, ndcg10: 0.5 });
  });
});

describe("the randomization test", () => {
  test("sees no difference where there is none", () => {
    expect(randomizationTest([0.2, 0.4, 1], [0.2, 0.4, 1], 7)).toBe(1);
  });

  test("comes near to the exact share of swaps", () => {
    // Of the eight ways to swap three differences of +1, two have a sum of ±3.
    expect(randomizationTest([1, 1, 1], [0, 0, 0], 7)).toBeCloseTo(0.25, 1);
  });

  test("a difference that is the same in thirty queries is none of chance, in either direction", () => {
    const better = Array.from({ length: 30 }, (_, at) => 0.5 + at / 100);
    const worse = better.map((value) => value - 0.1);
    expect(randomizationTest(better, worse, 7)).toBeLessThan(0.001);
    expect(randomizationTest(worse, better, 7)).toBeLessThan(0.001);
  });

  test("differences that cancel out are chance", () => {
    const a = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.6 : 0.4));
    expect(randomizationTest(a, a.toReversed(), 7)).toBeGreaterThan(0.5);
  });
});
