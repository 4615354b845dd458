// How many sessions it takes until an effect is found, before one starts: the first number of sessions at which the
// interval leaves out zero in so many of a hundred cases. By the normal distribution for the sum, and the very bound that
// is used. `npm run quality -- --lift` holds it against simulations.

import { differenceBounds, LEVEL, logMixture, penalties } from "./confidence-sequence.ts";

/** What is planned for. */
export interface Planned {
  /** How much the outcome is greater without help (helps), or smaller (harms), on the scale of outcomes, 0 to 1. */
  readonly effect: number;
  readonly isHarm?: boolean;
  /** The share of sessions that go without. */
  readonly share: number;
  /** Mean and standard deviation of the outcomes with help. */
  readonly mean: number;
  readonly deviation: number;
}

/** The chance with which an effect is found in the number of sessions that is announced. */
export const POWER = 0.8;
/** The standard normal quantile of POWER. */
const QUANTILE = 0.8416;
/** More than anybody will have. */
export const SESSIONS_MAX = 1_000_000;

/** The number of sessions; null for more than SESSIONS_MAX, and where the scale of outcomes has no such effect. */
export function sessionsFor({ effect, isHarm = false, share, mean, deviation }: Planned): number | null {
  const own = effect;
  const without = mean + (isHarm ? -own : own);
  if (own <= 0 || mean <= 0 || mean >= 1 || without < 0 || without > 1) return null;
  const centre = share * without + (1 - share) * mean;
  const variance = deviation ** 2;
  // As wide in relation to the widest that there can be with its mean.
  const other = Math.max(variance, (variance * without * (1 - without)) / (mean * (1 - mean)));
  const square = (variance + (mean - centre) ** 2) / (1 - share) + (other + (without - centre) ** 2) / share;
  const spread = Math.sqrt(Math.max(0, square - own ** 2));
  const { above, below } = differenceBounds(centre, share);
  const penalty = penalties(isHarm ? below : above);
  const isFound = (sessions: number) =>
    logMixture(
      sessions * own - QUANTILE * spread * Math.sqrt(sessions),
      penalty.map((each) => each * square * sessions),
    ) >= Math.log(2 / (1 - LEVEL));
  let high = 1;
  while (!isFound(high)) {
    if (high > SESSIONS_MAX) return null;
    high *= 2;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high > SESSIONS_MAX ? null : Math.ceil(high);
}
