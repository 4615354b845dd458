// How often the intervals of `helix lift` miss in made-up worlds, with a look after every session, and whether effects are
// found in as many sessions as `helix lift plan` announces.

import { sessionsFor } from "../../src/features/lift/power.ts";
import { runWorld } from "./run-world.ts";
import { Lots, steadyWorld, WORLDS, type World } from "./worlds.ts";

export const RUNS = 2000;
export const SESSIONS = 1000;
export const SHARES: readonly number[] = [0.1, 0.5];
/** The looks at which the table has the width. */
export const WIDTHS_AT: readonly number[] = [100, 300, 1000];
const POWER_EFFECTS: readonly number[] = [0.05, 0.1, 0.2];
/** Runs of an announced number of sessions are longer, so there are fewer of them. */
const POWER_RUNS_PART = 4;
const MOMENTS_OF = 50_000;
const SEED_STEP = 7919;

export interface CoverageRow {
  readonly world: string;
  readonly share: number;
  readonly runs: number;
  /** Runs in which the interval missed at some look, and those in which the usual one of a single look did. */
  readonly missed: number;
  readonly singleMissed: number;
  /** Runs in which zero was left out at some look. */
  readonly found: number;
  /** Half of the mean width at each of WIDTHS_AT. */
  readonly halves: readonly number[];
  /** When runs missed first, by both kinds of intervals. */
  readonly missedAt: readonly number[];
  readonly singleMissedAt: readonly number[];
}

export interface PowerRow {
  readonly effect: number;
  readonly share: number;
  readonly announced: number;
  readonly runs: number;
  readonly found: number;
}

/** The rows of all worlds with each share. */
export function measureCoverage(runs: number, seed: number): CoverageRow[] {
  return SHARES.flatMap((share) => WORLDS.map((world) => coverageOf(world, share, runs, seed)));
}

/** One row. */
export function coverageOf(world: World, share: number, runs: number, seed: number, sessions = SESSIONS): CoverageRow {
  const kept = new Set(WIDTHS_AT);
  const sums = WIDTHS_AT.map(() => 0);
  const missedAt: number[] = [];
  const singleMissedAt: number[] = [];
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const done = runWorld(world, { sessions, share, seed: seedOf(seed, run), kept });
    if (done.missedAt !== null) missedAt.push(done.missedAt);
    if (done.singleMissedAt !== null) singleMissedAt.push(done.singleMissedAt);
    if (done.foundAt !== null) found++;
    for (const [at, { low, high }] of done.intervals.entries()) sums[at]! += (high - low) / 2;
  }
  const halves = sums.map((sum) => sum / runs);
  const [missed, singleMissed] = [missedAt.length, singleMissedAt.length];
  return { world: world.name, share, runs, missed, singleMissed, found, halves, missedAt, singleMissedAt };
}

/** The rows of announced numbers of sessions. */
export function measurePower(runs: number, seed: number): PowerRow[] {
  const own = Math.max(1, Math.round(runs / POWER_RUNS_PART));
  return POWER_EFFECTS.flatMap((effect) =>
    [0.1, 0.25, 0.5].map((share) => {
      const world = steadyWorld(effect);
      const announced = sessionsFor({ effect, share, ...momentsOf(world) })!;
      let found = 0;
      for (let run = 0; run < own; run++) {
        const request = { sessions: announced, share, seed: seedOf(seed, run), untilFound: true };
        if (runWorld(world, request).foundAt !== null) found++;
      }
      return { effect, share, announced, runs: own, found };
    }),
  );
}

/** What the sessions of before would have said of a world's outcomes with help. */
function momentsOf(world: World): { mean: number; deviation: number } {
  const lots = new Lots(SEED_STEP);
  let [sum, squares] = [0, 0];
  for (let at = 0; at < MOMENTS_OF; at++) {
    const { helped } = world.session(lots, { part: 0, guess: () => 0, helpedShare: 0 });
    sum += helped;
    squares += helped * helped;
  }
  const mean = sum / MOMENTS_OF;
  return { mean, deviation: Math.sqrt(squares / MOMENTS_OF - mean * mean) };
}

/** The seed of a run. */
export function seedOf(seed: number, run: number): number {
  return (seed * SEED_STEP + run) * SEED_STEP + 1;
}
