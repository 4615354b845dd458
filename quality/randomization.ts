// Whether a difference between two systems can be chance: the paired randomization test (Fisher; Smucker, Allan,
// Carterette, "A Comparison of Statistical Significance Tests for Information Retrieval Evaluation", 2007). If the
// systems were alike, the two values of each query might as well be swapped; p is how often swapping them by lot makes
// a difference of means as large as the one that was seen.

import { Random } from "../bench/corpus.ts";

const ROUNDS = 10_000;
const SAME = 1e-12;

/** The two-sided p value of the difference between the means of two lists, value by value of the same queries. */
export function randomizationTest(a: readonly number[], b: readonly number[], seed: number): number {
  const differences = a.map((value, at) => value - b[at]!).filter((difference) => Math.abs(difference) > SAME);
  if (differences.length === 0) return 1;
  const random = new Random(seed);
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - SAME;
  let asLarge = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    for (const difference of differences) sum += random.next() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= seen) asLarge++;
  }
  // What was seen is one of the ways to swap, so p is never 0.
  return (asLarge + 1) / (ROUNDS + 1);
}
