// The lazy order gives what sorting gives, one at a time.

import fc from "fast-check";
import { expect, it } from "vitest";
import { LazyOrder } from "../../../../src/engine/search/ranking.ts";
import { runs } from "../../../support/runs.ts";

function drain(order: LazyOrder): number[] {
  const taken: number[] = [];
  for (let next = order.next(); next >= 0; next = order.next()) taken.push(next);
  return taken;
}

it("hands out documents as sorting by a total order would", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (scores) => {
      const order = (a: number, b: number) => scores[b]! - scores[a]! || b - a;
      const documents = scores.map((_, document) => document);
      expect(drain(new LazyOrder([...documents], order))).toEqual([...documents].sort(order));
    }),
    { numRuns: runs(500) },
  );
});

it("hands out all of several equal documents", () => {
  expect(drain(new LazyOrder([3, 1, 2, 0], () => 0)).sort()).toEqual([0, 1, 2, 3]);
});

it("ends with -1 and stays there", () => {
  const order = new LazyOrder([7], (a, b) => a - b);
  expect([order.next(), order.next(), order.next()]).toEqual([7, -1, -1]);
  expect(new LazyOrder([], () => 0).next()).toBe(-1);
});

it("compares no more than it needs for the first results", () => {
  const count = 10_000;
  let comparisons = 0;
  const documents = Array.from({ length: count }, (_, at) => (at * 7919) % count);
  const order = new LazyOrder(documents, (a, b) => {
    comparisons++;
    return a - b;
  });
  for (let expected = 0; expected < 10; expected++) expect(order.next()).toBe(expected);
  // Building a heap takes at most 2 n comparisons, each result 2 log n.
  expect(comparisons).toBeLessThan(2 * count + 10 * 2 * 14);
});
