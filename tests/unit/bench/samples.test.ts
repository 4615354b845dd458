// Percentiles, and numbers as tables show them.

import { expect, test } from "vitest";
import { counted, percentile, rounded, timed } from "../../../bench/samples.ts";

test("a percentile is a sample: the smallest that enough of them do not exceed", () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(samples, 0.5)).toBe(50);
  expect(percentile(samples, 0.95)).toBe(95);
  expect(percentile(samples, 1)).toBe(100);
  expect(percentile(samples, 0)).toBe(1);
  expect(percentile([3, 10], 0.5)).toBe(3);
  expect(percentile([2, 10, 9], 0.5)).toBe(9);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test("samples are left in the order in which they were taken", () => {
  const samples = [3, 1, 2];
  percentile(samples, 0.5);
  expect(samples).toEqual([3, 1, 2]);
});

test.each([
  [0, "0.00"],
  [0.01234, "0.012"],
  [0.1, "0.10"],
  [9.876, "9.88"],
  [12.34, "12.3"],
  [1234.5, "1235"],
  [Number.NaN, "–"],
])("%d is shown as %s", (value, shown) => {
  expect(rounded(value)).toBe(shown);
});

test.each([
  [100, "100"],
  [1000, "1,000"],
  [1_000_000, "1,000,000"],
])("%d entries are shown as %s", (entries, shown) => {
  expect(counted(entries)).toBe(shown);
});

test("rounds are counted from 0; without time left three are made all the same", async () => {
  const rounds: number[] = [];
  expect(await timed(5, (round) => rounds.push(round))).toHaveLength(5);
  expect(rounds).toEqual([0, 1, 2, 3, 4]);
  expect(await timed(5, () => undefined, -1)).toHaveLength(3);
});
