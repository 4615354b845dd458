// What the long-running suites share: how long they go on, the seed of what they do at random, and the line of figures
// they end with.
//
//   HELIX_PROVE_SECONDS=120 HELIX_PROVE_SEED=7   the long form, and the seed that repeats what a run did
//
// Processes do not run in the same order twice: a seed repeats what they are asked to do and when they are killed, not
// who is first.

import { randomFrom } from "../../support/hook-events.ts";
import { TIMEOUT_SCALE } from "../../support/served.ts";

const SECONDS_SHORT = 3;
/** From here on a suite also looks at what takes its time. */
const SECONDS_LONG = 30;

const given = process.env.HELIX_PROVE_SECONDS;

/** How long each proof goes on, in seconds. */
export const seconds: number = given === undefined ? SECONDS_SHORT : Number(given);

/** Whether there is time for what waits. */
export const isLong: boolean = seconds >= SECONDS_LONG;

/** HELIX_TIMEOUT_SCALE of what a proof starts: the long form also proves that nobody waits longer than a user would. */
export const timeoutScale: string = isLong ? "1" : TIMEOUT_SCALE;

/** In the short form always the same; in the long one another each time, unless it is given. */
export const seed: number = Number(
  process.env.HELIX_PROVE_SEED ?? (given === undefined ? 1 : Math.floor(Math.random() * 1e9)),
);

/** Room for a proof's time, its set-up and its last step on a slow machine, in milliseconds. */
export const timeLimit: number = seconds * 2000 + 120_000;

/** Numbers below a limit, the same for the same seed and name. */
export function randomOf(name: string): (limit: number) => number {
  return randomFrom([...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), seed) >>> 0);
}

/** Whether the proof's time is over. */
export function timeOver(): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}

/** Says what a proof did, in the one line that `npm run prove` collects. */
export function sayFigures(name: string, figures: Readonly<Record<string, number | string>>): void {
  const words = Object.entries({ ...figures, seed }).map(([key, value]) => `${key}=${value}`);
  process.stderr.write(`prove: ${name} ${words.join(" ")}\n`);
}
