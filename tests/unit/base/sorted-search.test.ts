// Binary search against looking at each.

import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound, partitionPoint } from "../../../src/base/sorted-search.ts";

const ascending = fc.array(fc.nat(20), { maxLength: 40 }).map((numbers) => numbers.sort((a, b) => a - b));

it("finds the first of ascending numbers that is not below a value, and the number behind the last where none is", () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: -1, max: 21 }), fc.nat(40), (numbers, value, most) => {
      const count = Math.min(most, numbers.length);
      const naive = numbers.slice(0, count).filter((number) => number < value).length;
      expect(lowerBound(numbers, value, count)).toBe(naive);
      expect(lowerBound(Uint32Array.from(numbers), Math.max(0, value), count)).toBe(naive);
      expect(partitionPoint(0, count, (at) => numbers[at]! < value)).toBe(naive);
    }),
  );
});

it("searches a part, and asks about nothing outside of it", () => {
  const asked: number[] = [];
  const found = partitionPoint(3, 9, (at) => {
    asked.push(at);
    return at < 7;
  });
  expect(found).toBe(7);
  expect(asked.every((at) => at >= 3 && at < 9)).toBe(true);
  expect(partitionPoint(5, 5, () => true)).toBe(5);
});
