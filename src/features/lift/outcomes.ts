// The outcome by which each kind of help is judged, fixed beforehand. All lie on a scale from 0 to 1, and less is better.
// - Notes, lessons and code: failed runs of builds and tests for each edit of a file, in one session. A session with more
//   failed runs than edits counts as 1.
// - Filters: the logarithm of the bill, so that a few long sessions do not decide: 0 for 10,000 tokens and less, 1 for 100
//   million and more. The tokens of the bill count by what they cost in relation to input (price table).

import type { LiftKind } from "../../events/lift.ts";
import { costOf, type ModelPrice, type Usage } from "../gain/price-table.ts";

const BILL_MIN = 10_000;
const DECADES = 4;

/** What an outcome is before any session: the guesses of it, which only cost width where they are wrong. */
export interface OutcomeGuess {
  readonly mean: number;
  readonly deviation: number;
}

/** What is guessed of failed runs for each edit, and of bills: within a factor of 3 or so of a million tokens. */
const GUESSES = { runs: { mean: 0.2, deviation: 0.3 }, bill: { mean: 0.5, deviation: 0.125 } } as const;

/** Whether a kind is judged by the bill. */
export function isBilled(kind: LiftKind): boolean {
  return kind === "filters";
}

/** The guess of a kind's outcome. */
export function guessOf(kind: LiftKind): OutcomeGuess {
  return isBilled(kind) ? GUESSES.bill : GUESSES.runs;
}

/** The outcome of a session with edits. */
export function runOutcome(failed: number, edits: number): number {
  return Math.min(1, failed / edits);
}

/** The outcome of a session with a bill, in weighted tokens. */
export function billOutcome(tokens: number): number {
  return Math.min(1, Math.max(0, Math.log10(Math.max(1, tokens) / BILL_MIN) / DECADES));
}

/** The factor on bills that a difference of their outcomes is: 1.2 for a fifth more. */
export function billFactor(difference: number): number {
  return 10 ** (difference * DECADES);
}

/** The difference of outcomes that a factor on bills is. */
export function billDifference(factor: number): number {
  return Math.log10(factor) / DECADES;
}

/** Weights of a model without a price: those of most models that have caches. */
const USUAL: ModelPrice = {
  model: "",
  vendor: "",
  asOf: "",
  input: 1,
  cacheWrite: 1.25,
  cacheWriteHour: 2,
  cacheRead: 0.1,
  output: 5,
};

/** The tokens of a request in units of input tokens: what it costs, divided by what its model takes for one. */
export function weightedTokens(price: ModelPrice | null, usage: Usage): number {
  const weights = price === null || price.input === 0 ? USUAL : price;
  return (costOf(weights, usage) * 1_000_000) / weights.input;
}
