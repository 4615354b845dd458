// The ratio of two times that were taken in turn, and how sure it is. Two processes of one program differ, by where
// their memory lies and when their code was compiled, and no number of samples of one pair tells that from a change: so
// there are several pairs. Pure.

import { percentile } from "./samples.ts";

/** Samples of both, in milliseconds. */
export type Pair = readonly [own: readonly number[], other: readonly number[]];

/** How long one takes beside another. */
export interface Ratio {
  /** Medians of all samples in milliseconds, and the first by the second. */
  readonly own: number;
  readonly other: number;
  readonly ratio: number;
  /** The same of single pairs: the lowest and the highest. */
  readonly least: number;
  readonly most: number;
}

/** The ratio of the medians, over all pairs and of each. */
export function ratioOf(pairs: readonly Pair[]): Ratio {
  const [own, other] = [median(pairs.flatMap(([first]) => first)), median(pairs.flatMap(([, second]) => second))];
  const ratios = pairs.map(([first, second]) => median(first) / median(second));
  return { own, other, ratio: own / other, least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** In a word: whether all pairs agree. Of five that differ by chance alone all do so one time in sixteen. */
export function verdictOf({ least, most }: Ratio): "faster" | "slower" | "as fast" {
  return most < 1 ? "faster" : least > 1 ? "slower" : "as fast";
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}
