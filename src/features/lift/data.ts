// What `helix lift` prints with --json. Effects are differences of outcomes, with help less without: below 0 is better.

import { z } from "zod";
import { count, list, text, time } from "../../notes/data.ts";

const kind = z.enum(["notes", "lessons", "code", "filters"]);
const unit = z
  .enum(["failed runs for each edit", "bill"])
  .describe("what the outcome is; of bills the logarithm, from 0 for 10,000 weighted tokens to 1 for 100 million");
const arm = z
  .strictObject({ sessions: count, mean: z.number().nullable().describe("of the outcomes; null without sessions") })
  .meta({ id: "LiftArm" });

const effect = {
  estimate: z.number(),
  low: z.number().describe("the 95 % interval, which holds at every look together"),
  high: z.number(),
};

const comparison = z
  .strictObject({
    kind,
    unit,
    with: arm,
    without: arm,
    ...effect,
    billFactor: z
      .strictObject(effect)
      .nullable()
      .describe("the same as factors on bills: 0.9 for a tenth less; null for other outcomes"),
    conclusion: z.enum(["none", "undecided", "helps", "harms"]),
    says: text.describe("the conclusion as a sentence"),
    held: count.describe("sessions without in which there was something to withhold"),
    waiting: count.describe("sessions that wait for one to be over that began before"),
    left: count.describe("sessions that are over and have no such outcome"),
    skewed: z.boolean().describe("the arms have other shares than they were drawn with: do not trust the comparison"),
  })
  .meta({ id: "LiftComparison" });

const noteCounts = z
  .strictObject({ id: text, shown: count, used: count, corrected: count, helped: count, misled: count })
  .meta({ id: "LiftNote" });

export const liftData = z
  .strictObject({
    changed: z.boolean().describe("whether it was turned on or off by this command"),
    on: z.boolean(),
    since: time.nullable().describe("when it was last turned on; null: never"),
    seed: text.describe("what arms are drawn by; empty: none"),
    share: z.number().describe("of sessions that go without, for each kind"),
    kinds: list(comparison),
    notes: list(noteCounts).describe("those shown most often: counts, not effects"),
  })
  .describe("Whether help helps: sessions with and without each kind of it.");
export type LiftData = z.infer<typeof liftData>;

const shares = list(
  z
    .strictObject({
      share: z.number(),
      helps: count.nullable().describe("null: more than a million, or there can be no such effect"),
      harms: count.nullable(),
    })
    .meta({ id: "LiftSessions", description: "sessions until an effect is found, in 80 of 100 cases" }),
);

export const liftPlanData = z
  .strictObject({
    effect: z.number(),
    power: z.number(),
    perWeek: z.number().describe("sessions of the last four weeks with an edit, a week"),
    outcomes: list(
      z.strictObject({
        unit,
        from: count.describe("sessions that mean and deviation are of; 0: they are guesses"),
        mean: z.number(),
        deviation: z.number(),
        shares,
      }),
    ),
  })
  .describe("How many sessions an effect takes.");
export type LiftPlanData = z.infer<typeof liftPlanData>;
