// `helix lift status`: the comparisons as text and as data. It reads what is there and writes nothing, so the tool `learn`
// shows the same.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { LIFT_KINDS, type LiftState, SHARE_DEFAULT } from "../../events/lift.ts";
import { foldEvents, WORTH_BYTES } from "../../events/log/event-fold.ts";
import type { EventLog } from "../../events/log/event-log.ts";
import { type Judgements, judgements } from "../../events/log/judgements.ts";
import { type Counters, noteCounters } from "../../events/log/note-counters.ts";
import { workedSessions } from "../../events/log/worked-sessions.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { type Comparison, comparisons } from "./comparison.ts";
import { conclusionOf, conclusionText, KIND_NAMES } from "./conclusion.ts";
import type { LiftData } from "./data.ts";
import { billFactor, isBilled } from "./outcomes.ts";

/** How many notes are listed. */
const NOTES_MAX = 5;
/** So many showings of one note, half of them withheld, would find an effect of 20 points with a chance of 80 %. */
export const SHOWINGS_FOR_EFFECT = 900;

/** What the answer is made of. */
export interface LiftReading {
  readonly log: EventLog;
  /** Null where lift was never turned on. */
  readonly state: LiftState | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a command did before. */
export interface LiftChange {
  readonly isChanged: boolean;
  readonly done: readonly string[];
}

/** The answer. Throws the system's errors where the log cannot be read. */
export function liftAnswer(
  { log, state, now }: LiftReading,
  { isChanged, done }: LiftChange = { isChanged: false, done: [] },
): Answer {
  const found = state === null ? [] : comparisons(foldEvents(log, workedSessions, WORTH_BYTES).state, state, now);
  const counts = state === null ? [] : shownNotes(log);
  return {
    found: true,
    text: () =>
      [
        ...done,
        ...headLines(state),
        ...found.flatMap((each) => ["", ...comparisonLines(each)]),
        ...(state === null ? [] : ["", ...noteLines(counts), "", ...LIMITS]),
      ].join("\n"),
    data: (): LiftData => ({
      changed: isChanged,
      on: state?.on === true,
      since: state === null ? null : new Date(state.since).toISOString(),
      seed: state?.seed ?? "",
      share: state?.share ?? SHARE_DEFAULT,
      kinds: found.map(dataOf),
      notes: counts,
    }),
  };
}

const LIMITS: readonly string[] = [
  "95 % intervals that may be looked at after every session (docs/LIFT.md). They are about the mean over these sessions,",
  "of all that a kind showed unasked; tools answered in both arms. They say nothing of a single note, and each of the",
  `${LIFT_KINDS.length} may miss with a chance of 5 %.`,
];

function headLines(state: LiftState | null): string[] {
  if (state === null) {
    return [
      "lift is off: nothing is withheld, and nothing is compared",
      "helix lift on has a tenth of the sessions go without each kind of help, to find out what it is worth;",
      "helix lift plan says first how many sessions that takes",
    ];
  }
  const { on, since, share, earlier } = state;
  const from = formatDateTime(Math.floor((earlier[0]?.[0] ?? since) / MINUTE_MS));
  const kinds = "for each kind of help, a share of";
  return [
    on
      ? `lift is on since ${from}: ${kinds} ${share} of the sessions goes without; pinned notes and invariants never`
      : `lift is off, and was on from ${from}: nothing is withheld`,
  ];
}

function comparisonLines(comparison: Comparison): string[] {
  const { kind, with: helped, without, held, waiting, left } = comparison;
  const unit = isBilled(kind) ? "bill" : "failed runs for each edit";
  const mean = (value: number | null) =>
    value === null ? "" : isBilled(kind) ? `, middle bill ${billText(value)} tokens` : `, ${value.toFixed(2)} ${unit}`;
  const more = [
    ...(without.sessions > 0 ? [`something to withhold in ${held} of ${without.sessions}`] : []),
    ...(waiting > 0 ? [`${counted(waiting, "session waits", "sessions wait")} for one that is not over`] : []),
    ...(left > 0 ? [`${left} without ${isBilled(kind) ? "a transcript" : "an edit"} do not count`] : []),
  ];
  return [
    `${KIND_NAMES[kind]}: ${conclusionText(comparison)}`,
    `  with ${helped.sessions}${mean(helped.mean)}; without ${without.sessions}${mean(without.mean)}`,
    ...(conclusionOf(comparison) === "none" ? [] : [`  ${estimateText(comparison)}`]),
    ...(more.length === 0 ? [] : [`  ${more.join("; ")}`]),
  ];
}

/** The estimate with its interval, with help less without. */
function estimateText({ kind, estimate, low, high }: Comparison): string {
  const signed = (value: number) => `${value > 0 ? "+" : ""}${value.toFixed(3)}`;
  if (!isBilled(kind)) return `difference ${signed(estimate)} [${signed(low)}, ${signed(high)}]`;
  const times = (value: number) => `${billFactor(value).toPrecision(3)}`;
  return `bill times ${times(estimate)} [${times(low)}, ${times(high)}]`;
}

/** The bill of a mean of outcomes: the geometric mean of the bills. */
function billText(mean: number): string {
  return Math.round(10_000 * billFactor(mean)).toLocaleString("en-US");
}

function dataOf(comparison: Comparison): LiftData["kinds"][number] {
  const { kind, with: helped, without, estimate, low, high, held, waiting, left, isSkewed } = comparison;
  const factors = { estimate: billFactor(estimate), low: billFactor(low), high: billFactor(high) };
  return {
    kind,
    unit: isBilled(kind) ? "bill" : "failed runs for each edit",
    with: helped,
    without,
    estimate,
    low,
    high,
    billFactor: isBilled(kind) ? factors : null,
    conclusion: isSkewed ? "none" : conclusionOf(comparison),
    says: conclusionText(comparison),
    held,
    waiting,
    left,
    skewed: isSkewed,
  };
}

/** The counts of the notes that were shown most often. */
function shownNotes(log: EventLog): LiftData["notes"] {
  const counters: Counters = foldEvents(log, noteCounters, WORTH_BYTES).state;
  const judged: Judgements = foldEvents(log, judgements, WORTH_BYTES).state;
  return [...counters.notes]
    .filter(([, { shown }]) => shown > 0)
    .sort(([a, { shown: first }], [b, { shown: second }]) => second - first || (a < b ? -1 : 1))
    .slice(0, NOTES_MAX)
    .map(([id, { shown, used, corrected }]) => {
      const { helped = 0, misled = 0 } = judged.notes.get(id) ?? {};
      return { id, shown, used, corrected, helped, misled };
    });
}

function noteLines(notes: LiftData["notes"]): string[] {
  if (notes.length === 0) return ["no note was shown yet"];
  return [
    `notes shown most, counts and not effects: one note would take some ${SHOWINGS_FOR_EFFECT} showings for an effect of 20 points`,
    ...notes.map(
      ({ id, shown, used, corrected, helped, misled }) =>
        `  ${shownNoteId(id)}  shown ${shown}, used ${used}, corrected ${corrected}, helped ${helped}, misled ${misled}`,
    ),
  ];
}
