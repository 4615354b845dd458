// A confidence sequence: an interval for the mean effect of help over the sessions so far, which may be looked at after
// every session. The chance that it ever misses is at most 1 - level, over all looks together.
// What it rests on is the lot alone, not that sessions are alike: their outcomes may drift, and may depend on all that
// came before. The target moves with them: it is the mean over the sessions that there were, not a constant of nature.
// - An outcome, from 0 to 1, is centred by a guess that was made before the session, and weighted by the inverse of the
//   chance of its arm. The mean of these differences is right on average for every session (Howard, Ramdas, McAuliffe,
//   Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49(2), 2021, 4.2).
// - For x >= -c and 0 <= l < 1/c, exp(l*x - psi(l)*x^2) <= 1 + l*x, where psi(l) = (-log(1 - c*l) - c*l) / c^2 (Fan, Grama,
//   Liu, 2015). So the product of the left sides is a supermartingale once the true effects are taken off: an empirical
//   Bernstein bound, with a c for each session that is known before it (as in Waudby-Smith, Ramdas, 2024).
// - A mixture over a grid of l is one, too, and exceeds 2/alpha with a chance of at most alpha/2 (Ville).

import type { LiftArm } from "../../events/lift.ts";

export const LEVEL = 0.95;

/** The grid: few sessions and large effects need a large l, many and small ones a small one. */
const RATES: readonly number[] = Array.from({ length: 9 }, (_, at) => 0.015 * 1.7 ** at);
const BISECTIONS = 60;

/** A session as the comparison takes it. */
export interface ArmedOutcome {
  readonly arm: LiftArm;
  /** From 0 to 1. */
  readonly outcome: number;
  /** The guess of it before the session, from 0 to 1. */
  readonly centre: number;
}

/** The mean effect so far, help less no help. Below 0, outcomes were smaller with help. */
export interface EffectInterval {
  readonly sessions: number;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** The largest values that a weighted difference may have to either side, for a centre and a share. */
export function differenceBounds(centre: number, share: number): { readonly above: number; readonly below: number } {
  return {
    above: Math.max((1 - centre) / (1 - share), centre / share),
    below: Math.max(centre / (1 - share), (1 - centre) / share),
  };
}

/** psi of each rate of the grid, for differences that are nowhere below `-bound`; infinite where a rate is too large. */
export function penalties(bound: number): number[] {
  return RATES.map((rate) => {
    const part = rate * bound;
    return part < 1 ? (-Math.log1p(-part) - part) / bound ** 2 : Number.POSITIVE_INFINITY;
  });
}

/**
 * The logarithm of the mixture where the differences exceed the effects by `excess` in sum, and `paid` is what each rate
 * has paid for their squares.
 */
export function logMixture(excess: number, paid: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const [at, rate] of RATES.entries()) most = Math.max(most, rate * excess - paid[at]!);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (const [at, rate] of RATES.entries()) sum += Math.exp(rate * excess - paid[at]! - most);
  return most + Math.log(sum / RATES.length);
}

export class ConfidenceSequence {
  readonly #share: number;
  readonly #limit: number;
  /** What was paid for squares: of the bound above the mean, and of the one below it. */
  readonly #paidAbove = RATES.map(() => 0);
  readonly #paidBelow = RATES.map(() => 0);
  #sessions = 0;
  #sum = 0;

  /** `share` is the chance of going without. */
  constructor(share: number, level = LEVEL) {
    this.#share = share;
    this.#limit = Math.log(2 / (1 - level));
  }

  take({ arm, outcome, centre }: ArmedOutcome): void {
    const residual = outcome - centre;
    const difference = arm === "with" ? residual / (1 - this.#share) : -residual / this.#share;
    const { above, below } = differenceBounds(centre, this.#share);
    this.#sessions++;
    this.#sum += difference;
    pay(this.#paidAbove, above, difference);
    pay(this.#paidBelow, below, difference);
  }

  /** The interval now. Without any session it is all that is possible. */
  interval(): EffectInterval {
    const sessions = this.#sessions;
    if (sessions === 0) return { sessions, estimate: 0, low: -1, high: 1 };
    const estimate = this.#sum / sessions;
    const low = Math.max(-1, estimate - this.#reach(this.#paidBelow) / sessions);
    const high = Math.min(1, estimate + this.#reach(this.#paidAbove) / sessions);
    return { sessions, estimate: Math.min(1, Math.max(-1, estimate)), low, high };
  }

  /** Whether the interval now leaves out a mean effect: what `interval` says, in less time. */
  excludes(mean: number): boolean {
    const total = this.#sessions * mean;
    return (
      logMixture(total - this.#sum, this.#paidAbove) >= this.#limit ||
      logMixture(this.#sum - total, this.#paidBelow) >= this.#limit
    );
  }

  /** How far the sum of effects may be from the sum of differences. */
  #reach(paid: readonly number[]): number {
    let high = 1;
    while (logMixture(high, paid) < this.#limit) {
      if (high > 2 * this.#sessions * (1 + 1 / this.#share)) return Number.POSITIVE_INFINITY;
      high *= 2;
    }
    let low = 0;
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (low + high) / 2;
      if (logMixture(middle, paid) < this.#limit) low = middle;
      else high = middle;
    }
    return high;
  }
}

function pay(paid: number[], bound: number, difference: number): void {
  const square = difference * difference;
  if (square === 0) return;
  for (const [at, penalty] of penalties(bound).entries()) paid[at]! += penalty * square;
}
