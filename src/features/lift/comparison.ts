// Compares the sessions that went without a kind of help with those that did not.
// Sessions are taken in the order in which they began, up to the first that is not over. So what is known of a comparison
// is only added to, and no arm is known earlier than the other.

import { armOf, LIFT_KINDS, type LiftArm, type LiftKind, type LiftState, wasOn } from "../../events/lift.ts";
import { isOver, type WorkedSession, type WorkedSessions } from "../../events/log/worked-sessions.ts";
import { Centre } from "./centre.ts";
import { ConfidenceSequence, type EffectInterval } from "./confidence-sequence.ts";
import { billOutcome, guessOf, isBilled, runOutcome } from "./outcomes.ts";

/** The sessions of one arm. */
export interface ArmSums {
  readonly sessions: number;
  /** The mean of their outcomes; null without any. */
  readonly mean: number | null;
}

export interface Comparison extends EffectInterval {
  readonly kind: LiftKind;
  readonly with: ArmSums;
  readonly without: ArmSums;
  /** Sessions without in which there was something to withhold. */
  readonly held: number;
  /** Sessions that began meanwhile, and wait for one to be over that began before. */
  readonly waiting: number;
  /** Sessions that are over and cannot count: without an edit, or without a bill. */
  readonly left: number;
  /** Whether the arms have other shares of the sessions than they were drawn with: then something is wrong. */
  readonly isSkewed: boolean;
}

/** How often shares as odd as that may come of the lot alone. */
const SKEWED = 1 / 1000;
/** Sessions that the expected share is worth in judging the share that was seen. */
const SHARE_WEIGHT = 10;

type Named = readonly [name: string, session: WorkedSession];

/** The comparisons of all kinds at a time. */
export function comparisons(sessions: WorkedSessions, state: LiftState, now: number): Comparison[] {
  const { over, waiting } = counting(sessions, state, now);
  return LIFT_KINDS.map((kind) => comparisonOf(kind, over, waiting, state));
}

/** The sessions of the comparison that are over, in the order in which they count, and how many others there are. */
export function counting(
  sessions: WorkedSessions,
  state: LiftState,
  now: number,
): { readonly over: readonly Named[]; readonly waiting: number } {
  const all = [...sessions].filter(([, { begun }]) => wasOn(state, begun)).sort(byBeginning);
  const end = all.findIndex(([, session]) => !isOver(session, now));
  return end < 0 ? { over: all, waiting: 0 } : { over: all.slice(0, end), waiting: all.length - end };
}

function byBeginning([a, { begun: first }]: Named, [b, { begun: second }]: Named): number {
  return first - second || (a < b ? -1 : 1);
}

function comparisonOf(kind: LiftKind, over: readonly Named[], waiting: number, state: LiftState): Comparison {
  const sequence = new ConfidenceSequence(state.share);
  const centre = new Centre(guessOf(kind).mean);
  const shares = new Shares(state.share);
  const arms = { with: { sessions: 0, sum: 0 }, without: { sessions: 0, sum: 0 } };
  let held = 0;
  let left = 0;
  for (const [name, session] of over) {
    const outcome = outcomeOf(kind, session);
    if (outcome === null) {
      left++;
      continue;
    }
    const arm = armOf(state, name, kind);
    sequence.take({ arm, outcome, centre: centre.guess(session.project) });
    centre.take(session.project, outcome);
    shares.take(arm);
    arms[arm].sessions++;
    arms[arm].sum += outcome;
    if (arm === "without" && hasHeld(kind, session, armOf(state, name, "notes"))) held++;
  }
  const sumsOf = ({ sessions, sum }: { sessions: number; sum: number }) => ({
    sessions,
    mean: sessions === 0 ? null : sum / sessions,
  });
  return {
    kind,
    ...sequence.interval(),
    with: sumsOf(arms.with),
    without: sumsOf(arms.without),
    held,
    waiting,
    left,
    isSkewed: shares.isSkewed,
  };
}

/** The outcome of a session that is over; null where it has none. */
export function outcomeOf(kind: LiftKind, { edits, failed, bill }: WorkedSession): number | null {
  if (isBilled(kind)) return bill === null ? null : billOutcome(bill);
  return edits > 0 ? runOutcome(failed, edits) : null;
}

/** Whether something was withheld. What hooks withheld among notes were lessons, where the notes themselves were not. */
function hasHeld(kind: LiftKind, { held }: WorkedSession, notes: LiftArm): boolean {
  return held[kind] > 0 || (kind === "lessons" && notes === "with" && held.notes > 0);
}

/**
 * Whether the share of sessions without is the one that was drawn: a test that may be looked at after every session, as
 * its evidence is a martingale: the chance that a learned share gives to what was seen, over that of the one drawn.
 */
class Shares {
  readonly #share: number;
  readonly #counts: Record<LiftArm, number>;
  #evidence = 0;
  #most = 0;

  constructor(share: number) {
    this.#share = share;
    this.#counts = { with: SHARE_WEIGHT * (1 - share), without: SHARE_WEIGHT * share };
  }

  take(arm: LiftArm): void {
    const learned = this.#counts[arm] / (this.#counts.with + this.#counts.without);
    this.#evidence += Math.log(learned / (arm === "without" ? this.#share : 1 - this.#share));
    this.#most = Math.max(this.#most, this.#evidence);
    this.#counts[arm]++;
  }

  get isSkewed(): boolean {
    return this.#most >= -Math.log(SKEWED);
  }
}
