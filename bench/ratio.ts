// The ratio of two times, and how sure it is: of the medians of samples that were taken in turn. Pure.

import { Random } from "./corpus.ts";
import { percentile } from "./samples.ts";

const DRAWS = 400;
const SEED = 17;

/** How long one takes beside another. */
export interface Ratio {
  /** Medians in milliseconds. */
  readonly own: number;
  readonly other: number;
  /** The first by the second, and the bounds between which 95 of 100 draws of the samples have it. */
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
}

/**
 * The ratio of the medians, with its 95% interval by the percentile bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
 * chapter 13): samples of one round are drawn together, since they were taken next to each other.
 */
export function ratioOf(own: readonly number[], other: readonly number[]): Ratio {
  const random = new Random(SEED);
  const ratios: number[] = [];
  const count = Math.min(own.length, other.length);
  for (let draw = 0; draw < DRAWS; draw++) {
    const places = Array.from({ length: count }, () => Math.floor(random.next() * count));
    ratios.push(median(places.map((place) => own[place]!)) / median(places.map((place) => other[place]!)));
  }
  return {
    own: median(own),
    other: median(other),
    ratio: median(own) / median(other),
    least: percentile(ratios, 0.025),
    most: percentile(ratios, 0.975),
  };
}

/** In a word: whether the interval has 1 in it. */
export function verdictOf({ least, most }: Ratio): "faster" | "slower" | "as fast" {
  return most < 1 ? "faster" : least > 1 ? "slower" : "as fast";
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}
