// Runs a world with a look after every session, and says when intervals missed what they are about.

import type { LiftKind } from "../../src/events/lift.ts";
import { Centre } from "../../src/features/lift/centre.ts";
import { ConfidenceSequence, type EffectInterval } from "../../src/features/lift/confidence-sequence.ts";
import { guessOf } from "../../src/features/lift/outcomes.ts";
import { Lots, type World } from "./worlds.ts";

/** The 97.5 % quantile of the normal distribution: the interval of a single look. */
const SINGLE = 1.96;
/** From so many sessions without help on, the interval of a single look is made. */
const SINGLE_MIN = 5;

export interface WorldRun {
  /** The first look at which the interval missed the mean effect of the sessions so far; null for never. */
  readonly missedAt: number | null;
  /** The same for the usual interval of a single look. */
  readonly singleMissedAt: number | null;
  /** The first look at which the interval left out zero. */
  readonly foundAt: number | null;
  /** The intervals at the looks that were asked for, with the mean effect. */
  readonly intervals: readonly (EffectInterval & { readonly truth: number })[];
}

export interface WorldRequest {
  readonly sessions: number;
  readonly share: number;
  readonly seed: number;
  /** The looks whose intervals are kept. */
  readonly kept?: ReadonlySet<number>;
  /** Ends with the first look that leaves out zero. */
  readonly untilFound?: boolean;
}

/** One run. */
export function runWorld(world: World, { sessions, share, seed, kept, untilFound = false }: WorldRequest): WorldRun {
  const lots = new Lots(seed);
  const guess = guessOf(world.kind satisfies LiftKind).mean;
  const centre = new Centre(guess);
  const sequence = new ConfidenceSequence(share);
  const arms = { with: new Moments(), without: new Moments() };
  const intervals: (EffectInterval & { truth: number })[] = [];
  let [missedAt, singleMissedAt, foundAt]: [number | null, number | null, number | null] = [null, null, null];
  let sum = 0;
  for (let at = 1; at <= sessions; at++) {
    const helpedShare = arms.with.count / Math.max(1, at - 1);
    const { project, helped, alone } = world.session(lots, {
      part: (at - 1) / sessions,
      guess: (name) => centre.guess(name),
      helpedShare,
    });
    const arm = lots.next() < share ? "without" : "with";
    const outcome = arm === "with" ? helped : alone;
    sequence.take({ arm, outcome, centre: centre.guess(project) });
    centre.take(project, outcome);
    arms[arm].take(outcome);
    sum += helped - alone;
    const truth = sum / at;
    if (missedAt === null && sequence.excludes(truth)) missedAt = at;
    if (singleMissedAt === null && isOutside(truth, arms)) singleMissedAt = at;
    if (foundAt === null && sequence.excludes(0)) foundAt = at;
    if (kept?.has(at)) intervals.push({ ...sequence.interval(), truth });
    if (untilFound && foundAt !== null) break;
  }
  return { missedAt, singleMissedAt, foundAt, intervals };
}

/** Whether the interval of a single look misses. */
function isOutside(truth: number, { with: helped, without }: { with: Moments; without: Moments }): boolean {
  if (without.count < SINGLE_MIN || helped.count < SINGLE_MIN) return false;
  const spread = Math.sqrt(helped.variance / helped.count + without.variance / without.count);
  return Math.abs(helped.mean - without.mean - truth) > SINGLE * spread;
}

class Moments {
  count = 0;
  #sum = 0;
  #squares = 0;

  take(value: number): void {
    this.count++;
    this.#sum += value;
    this.#squares += value * value;
  }

  get mean(): number {
    return this.#sum / this.count;
  }

  get variance(): number {
    return Math.max(0, this.#squares / this.count - this.mean ** 2) * (this.count / Math.max(1, this.count - 1));
  }
}
