// What `helix plan` prints with `--json` where only a person may ask for it.

import { z } from "zod";
import { text, texts } from "../../../notes/data.ts";

export const planApprovedData = z
  .strictObject({
    hash: text,
    objective: text,
    verify: texts.describe("what helix runs at reports"),
    approved: z.boolean(),
  })
  .describe("Whether a person approved the plan.");
export type PlanApprovedData = z.infer<typeof planApprovedData>;

export const planOverriddenData = z
  .strictObject({
    workspace: text,
    seq: text,
    reason: text,
    delta: texts.describe("globs beside the delta"),
    budget: z.int().describe("calls beside the budget"),
    accept: texts.describe("what a report is accepted in spite of"),
  })
  .describe("What a person allowed beside the limits of a workspace.");
export type PlanOverriddenData = z.infer<typeof planOverriddenData>;

export const planReleasedData = z
  .strictObject({
    workspace: text,
    seq: text.describe("empty where the knowledge base could not be read"),
    how: z.enum(["delivered", "blocked", "released", "expired"]).describe("how it ended, now or before"),
    markers: texts.describe("the markers that were removed"),
    problems: texts.describe("what could not be done"),
  })
  .describe("A workspace that a person ended.");
export type PlanReleasedData = z.infer<typeof planReleasedData>;

export const planWatchData = z
  .strictObject({
    time: text.describe("ISO 8601"),
    seq: text.describe("empty for the plan itself"),
    status: text,
    text,
  })
  .describe("One change, on a line of its own.");
export type PlanWatchData = z.infer<typeof planWatchData>;
