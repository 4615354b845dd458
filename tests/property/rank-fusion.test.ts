// The fused order of random orders, against a model that adds up every item by itself.

import { expect, test } from "vitest";
import { Random } from "../../bench/corpus.ts";
import { fusedRanks } from "../../src/engine/search/rank-fusion.ts";

function shuffled(random: Random, items: readonly string[]): string[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!).slice(0, random.below(items.length + 1));
}

/** Adds 1 / (60 + place) up, and orders by that; among equals the earlier order decides. */
function model(orders: readonly (readonly string[])[]): string[] {
  const items = [...new Set(orders.flat())];
  const place = (order: readonly string[], item: string) => (order.includes(item) ? order.indexOf(item) + 1 : Infinity);
  const score = (item: string) => orders.reduce((sum, order) => sum + 1 / (60 + place(order, item)), 0);
  const compare = (a: string, b: string) => {
    if (score(a) !== score(b)) return score(b) - score(a);
    for (const order of orders) if (place(order, a) !== place(order, b)) return place(order, a) - place(order, b);
    return 0;
  };
  return items.sort(compare);
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))("seed %i", (seed) => {
  const random = new Random(seed);
  const items = Array.from({ length: 1 + random.below(12) }, (_, at) => `item ${at}`);
  const orders = Array.from({ length: 1 + random.below(2) }, () => shuffled(random, items));
  expect(fusedRanks(orders)).toEqual(model(orders));
});
