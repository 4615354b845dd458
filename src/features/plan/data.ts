// The data of plan. The fields of explorations, plans and tasks have the names in which clients give them.

import { z } from "zod";
import { count, fraction, list, text, texts } from "../../notes/data.ts";

const hash = text.describe("the document's hash; its first ten characters are enough as input");
const time = text.describe("ISO 8601");
const idioms = z.strictObject({ required: texts, forbidden: texts });

export const taskStatus = z.enum(["waiting", "ready", "active", "delivered", "blocked", "stuck"]);

export const taskData = z.strictObject({
  seq: text,
  slug: text,
  objective: text,
  delta: texts,
  verify: text,
  depends: texts,
  budget: count,
  writes: texts.describe("what verify itself may write"),
  status: taskStatus,
  reason: text.describe("why it waits or is stuck, through all tasks in between; empty for no such task"),
  report: z
    .strictObject({ status: z.enum(["delivered", "blocked"]), summary: text, changed: texts, utilized: texts })
    .nullable(),
  workspaces: list(z.strictObject({ id: text, session: text, agent: text, since: time })).describe("those active"),
  lastEnd: text.describe("how its last workspace ended: delivered, blocked, released or expired; empty for none"),
});
export type TaskData = z.infer<typeof taskData>;

export const planData = z
  .strictObject({
    hash,
    objective: text,
    decision: z.enum(["PROCEED", "CLARIFY"]),
    questions: texts,
    framework: text,
    idioms,
    tasks: list(taskData),
    state: z.enum(["complete", "active", "stuck", "all-blocked"]),
    counts: z.record(taskStatus, count),
    savedAt: time,
    approved: z.boolean().describe("by a person: helix itself runs verify then"),
    closed: z.boolean(),
    warnings: texts.describe("what is doubtful in it; only told when it is saved"),
  })
  .describe("A plan, and where its tasks stand.");
export type PlanData = z.infer<typeof planData>;

export const savedPlanData = planData
  .extend({ operation: z.enum(["saved", "questions", "known"]) })
  .describe("A plan that was saved.");

export const closedPlanData = z
  .strictObject({ operation: z.literal("closed"), hash, objective: text })
  .describe("The plan that was closed.");

export const clearedData = z
  .strictObject({ operation: z.literal("cleared"), hash })
  .describe("The exploration that is no longer the current one.");

export const readyData = z
  .strictObject({ hash, state: planData.shape.state, tasks: list(taskData) })
  .describe("The tasks that may begin.");

export const explorationData = z
  .strictObject({
    hash: text.describe("empty for one that is not saved"),
    objective: text,
    structure: z.strictObject({ directories: texts, entry_points: texts, test_patterns: texts, configs: texts }),
    patterns: z.strictObject({ framework: text, confidence: fraction, idioms }),
    memory: z.strictObject({ failures: texts, patterns: texts }),
    targets: z.strictObject({
      files: texts,
      functions: list(z.strictObject({ name: text, file: text, line: count.nullable(), reason: text })),
    }),
    notes: texts.describe("what could not be found out, and why"),
  })
  .describe("An exploration.");
export type ExplorationData = z.infer<typeof explorationData>;

const givenLesson = z.strictObject({
  id: text,
  trigger: text,
  resolution: text,
  record: text.describe("how often it helped"),
});

export const startedData = z
  .strictObject({
    workspace: text.describe("its id"),
    hold: z.enum(["guard", "report"]).describe("report: only the report checks the limits"),
    unheld: text.describe("why no guard holds it; empty where one does"),
    guard_flaws: texts.describe("what is missing of the guard's hooks"),
    plan: hash,
    task_seq: text,
    task_slug: text,
    objective: text,
    delta: texts,
    verify: text,
    writes: texts.describe("what verify itself may write"),
    budget: count,
    framework: text,
    idioms,
    failures: list(givenLesson),
    patterns: list(givenLesson),
    lineage: z.strictObject({ parents: list(z.strictObject({ seq: text, slug: text, delivered: text })) }),
    root: text.describe("the work tree, a path without links"),
    since: time,
    notes: texts,
  })
  .describe("A task that began.");
export type StartedData = z.infer<typeof startedData>;

export const reportedData = z
  .strictObject({
    accepted: z.boolean().describe("false: delivered was refused, and nothing was changed"),
    status: z.enum(["delivered", "blocked"]),
    workspace: text.describe("its id"),
    plan: hash,
    task_seq: text,
    task_slug: text,
    summary: text,
    report: text.describe("the hash of the report; empty where it was refused"),
    repeated: z.boolean().describe("whether the task was reported before"),
    refusals: list(z.strictObject({ kind: z.enum(["outside", "verify", "gap", "idioms", "tree"]), lines: texts })),
    changed: texts.describe("paths in the delta; of a blocked task all that nobody else may have changed"),
    unattributed: texts.describe("paths in the delta of another task that was active meanwhile"),
    overridden: texts.describe("what a person accepted, with the reason"),
    verify: z
      .strictObject({ succeeded: z.boolean(), ended: text, output: text.describe("its last part") })
      .nullable()
      .describe("how the verify command ended that helix ran itself"),
    attempts: count.describe("failed runs of the verify command since the last that succeeded"),
    notes: texts,
    judged: list(z.strictObject({ id: text, name: text, verdict: z.enum(["helped", "misled"]) })),
    refusedClaims: list(z.strictObject({ id: text, why: text })),
    missing: texts.describe("what names no note"),
    lesson: z
      .strictObject({ trigger: text, resolution: text })
      .nullable()
      .describe("the failure of a blocked task, which nobody has stored yet"),
    state: text.describe("where the plan stands; empty where that is not known"),
    ready: texts.describe("the tasks that may begin now"),
  })
  .describe("What a report came to.");
export type ReportData = z.infer<typeof reportedData>;

export const activeData = z.strictObject({
  workspace: text.describe("its id"),
  plan: hash,
  seq: text,
  slug: text,
  hold: z.enum(["guard", "report"]),
  session: text,
  agent: text,
  root: text,
  since: time,
  calls: count.describe("calls of tools that took of the budget"),
  budget: count.describe("with what a person allowed beside"),
  silent: count.describe("seconds since the last sign of life"),
  endsIn: count.describe("seconds until it ends by itself"),
});
export type ActiveData = z.infer<typeof activeData>;

export const activeOnlyData = z.strictObject({ active: list(activeData), damaged: texts });

const scoreData = z.strictObject({
  seq: text,
  slug: text,
  points: count,
  parts: list(z.strictObject({ what: text, points: count })),
});

const proposalData = z.strictObject({
  seq: text,
  kind: z.enum(["failure", "pattern"]),
  trigger: text,
  resolution: text,
});

export const planStatusData = planData
  .extend({
    active: list(activeData).describe("the active workspaces of the project, of whatever plan"),
    damaged: texts.describe("ids of workspaces that cannot be read, of whatever project"),
    scores: list(scoreData).describe("the delivered tasks, and what their work is worth as a pattern"),
    proposals: list(proposalData).describe("lessons that nobody has stored yet"),
  })
  .describe("Where a plan stands, and what is active.");
