// `helix lift plan`: how many sessions an effect takes, before one starts.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { SHARE_DEFAULT } from "../../events/lift.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import { isOver, type WorkedSessions, workedSessions } from "../../events/log/worked-sessions.ts";
import { grouped, type TableRow, tableLines } from "../gain/number-table.ts";
import { outcomeOf } from "./comparison.ts";
import type { LiftPlanData } from "./data.ts";
import type { LiftReading } from "./lift-answer.ts";
import { billDifference, guessOf, type OutcomeGuess } from "./outcomes.ts";
import { POWER, sessionsFor } from "./power.ts";

export const EFFECT_DEFAULT = 0.2;
const EFFECT_MAX = 0.9;
/** So many sessions have to be over before their mean and deviation are taken in place of guesses. */
const OBSERVED_MIN = 20;
const SHARES: readonly number[] = [0.1, 0.25, 0.5];
const WEEKS = 4;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The answer. Throws INVALID_ARGUMENT for an effect that there cannot be. */
export function planAnswer({ log, state, now }: LiftReading, effect: number): Answer {
  if (!(effect > 0 && effect <= EFFECT_MAX)) {
    throw invalid(
      `an effect of ${effect} is not accepted: give more than 0 and at most ${EFFECT_MAX}, e.g. helix lift plan --effect 0.2`,
    );
  }
  const sessions = foldEvents(log, workedSessions, WORTH_BYTES).state;
  const shares = [...new Set([state?.share ?? SHARE_DEFAULT, ...SHARES])].sort((a, b) => a - b);
  const outcomes = [rowOf("notes", effect, sessions, now, shares), rowOf("filters", effect, sessions, now, shares)];
  const perWeek = sessionsAWeek(sessions, now);
  return {
    found: true,
    text: () => planLines(effect, outcomes, perWeek).join("\n"),
    data: (): LiftPlanData => ({ effect, power: POWER, perWeek, outcomes }),
  };
}

type Outcome = LiftPlanData["outcomes"][number];

/** The row of an outcome, named by one of its kinds. */
function rowOf(
  kind: "notes" | "filters",
  effect: number,
  sessions: WorkedSessions,
  now: number,
  shares: readonly number[],
): Outcome {
  const own = [...sessions.values()]
    .filter((session) => isOver(session, now))
    .flatMap((session) => outcomeOf(kind, session) ?? []);
  const isSeen = own.length >= OBSERVED_MIN;
  const moments = isSeen ? momentsOf(own) : guessOf(kind);
  // A bill that is so much smaller with help.
  const size = kind === "filters" ? -billDifference(1 - effect) : effect;
  return {
    unit: kind === "filters" ? "bill" : "failed runs for each edit",
    from: isSeen ? own.length : 0,
    mean: moments.mean,
    deviation: moments.deviation,
    shares: shares.map((share) => ({
      share,
      helps: sessionsFor({ effect: size, share, ...moments }),
      harms: sessionsFor({ effect: size, share, isHarm: true, ...moments }),
    })),
  };
}

function momentsOf(values: readonly number[]): OutcomeGuess {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}

function sessionsAWeek(sessions: WorkedSessions, now: number): number {
  const from = now - WEEKS * WEEK_MS;
  const lately = [...sessions.values()].filter(({ begun, edits }) => begun >= from && edits > 0);
  return lately.length / WEEKS;
}

function planLines(effect: number, outcomes: readonly Outcome[], perWeek: number): string[] {
  return [
    ...outcomes.flatMap((outcome) => [...outcomeLines(effect, outcome), ""]),
    perWeek === 0
      ? "No session with an edit was seen in the last four weeks, so there is no saying how long that takes."
      : `Lately there were ${Number(perWeek.toPrecision(2))} sessions with an edit a week.`,
    `The numbers are of sessions in both arms, until an effect is found in ${100 * POWER} of 100 cases; a larger share finds it`,
    "sooner, and more sessions go without: helix lift on --share 0.5. Harm that is greater than what there is cannot be.",
  ];
}

function outcomeLines(effect: number, { unit, from, mean, deviation, shares }: Outcome): string[] {
  const isBill = unit === "bill";
  const head = isBill
    ? `shorter outputs: a bill that is smaller by ${Math.round(100 * effect)} % with them`
    : `notes, lessons, code: ${effect} failed runs for each edit fewer with them`;
  const basis =
    from === 0
      ? `by a guess, since fewer than ${OBSERVED_MIN} sessions are known`
      : `by ${counted(from, "session", "sessions")} so far`;
  const cell = (sessions: number | null) => (sessions === null ? "-" : grouped(sessions));
  return [
    `${head} (${basis}: mean ${mean.toFixed(2)}, deviation ${deviation.toFixed(2)}${isBill ? " on the logarithmic scale" : ""})`,
    ...tableLines(
      ["share without", "sessions until it is found", "the same as harm"],
      shares.map(({ share, helps, harms }): TableRow => [String(share), cell(helps), cell(harms)]),
    ),
  ];
}
