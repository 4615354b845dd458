// Reciprocal rank fusion: one order of two or more, by places alone, because scores of different kinds cannot be added.

/**
 * What is added to a place: how little the first places count more than the next. Cormack, Clarke and Büttcher,
 * "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 */
export const RANK_CONSTANT = 60;

/**
 * One order of several: each item counts 1 / (60 + place) in each order that has it, places from 1. Of equals the one
 * that stands first in an earlier order comes first. Each order has an item once.
 */
export function fusedRanks<Item>(orders: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>();
  for (const order of orders)
    for (const [at, item] of order.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (RANK_CONSTANT + at + 1));
  // The map has them as the orders do, and sorting keeps equals as they are.
  return [...scores.keys()].sort((a, b) => scores.get(b)! - scores.get(a)!);
}
