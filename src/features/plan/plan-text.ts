// A plan as data and as text, for all actions that show one.

import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDateTime, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { TaskStatus } from "../../plan/documents/plan-documents.ts";
import type { PlanStanding, TaskStanding } from "../../plan/documents/task-statuses.ts";
import type { EndedHow } from "../../plan/plan-fold.ts";
import type { KnownPlan, PlanStore } from "../../plan/plan-store.ts";
import type { Actor } from "../../plan/workspace/workspace.ts";
import type { PlanData, TaskData } from "./data.ts";

const STATUSES: readonly TaskStatus[] = ["ready", "active", "waiting", "stuck", "blocked", "delivered"];
const OBJECTIVE_MAX = 200;

/** A plan with where its tasks stand. */
export interface StandingPlan {
  readonly known: KnownPlan;
  readonly standing: PlanStanding;
  readonly tasks: readonly TaskData[];
}

/** Where a plan stands, read once. */
export function standingPlan(store: PlanStore, known: KnownPlan): StandingPlan {
  const standing = store.standing(known);
  return { known, standing, tasks: standing.tasks.map((each) => taskDataOf(store, known, each)) };
}

function taskDataOf(store: PlanStore, known: KnownPlan, { task, status, reason }: TaskStanding): TaskData {
  const facts = known.facts.get(task.seq);
  const report = store.reportOf(facts);
  const ends = [...(facts?.ended.values() ?? [])].sort((a, b) => a.at - b.at);
  const running = [...(facts?.running.values() ?? [])];
  return {
    ...task,
    delta: [...task.delta],
    depends: [...task.depends],
    writes: [...task.writes],
    status,
    reason,
    report:
      report === null
        ? null
        : {
            status: report.status,
            summary: report.summary,
            changed: [...report.changed],
            utilized: [...report.utilized],
          },
    workspaces: running.map(({ id, session, agent, at }) => ({ id, session, agent, since: isoTime(at / MINUTE_MS) })),
    lastEnd: ends.at(-1)?.how ?? "",
  };
}

/** The plan as data. */
export function planDataOf({ known, standing, tasks }: StandingPlan, warnings: readonly string[] = []): PlanData {
  const { hash, plan, savedAt, isApproved, isClosed } = known;
  const counts = Object.fromEntries(
    STATUSES.map((status) => [status, tasks.filter((task) => task.status === status).length]),
  ) as PlanData["counts"];
  return {
    hash,
    objective: plan.objective,
    decision: plan.decision,
    questions: [...plan.questions],
    framework: plan.framework,
    idioms: { required: [...plan.idioms.required], forbidden: [...plan.idioms.forbidden] },
    tasks: [...tasks],
    state: standing.state,
    counts,
    savedAt: isoTime(savedAt / MINUTE_MS),
    approved: isApproved,
    closed: isClosed,
    warnings: [...warnings],
  };
}

const STATE_WORDS = {
  complete: "complete: all tasks are delivered",
  active: "active",
  stuck: "stuck: no task can begin",
  "all-blocked": "all blocked: what is left is blocked, or waits for what is",
} as const;

/** The first line on a plan: its hash, its state, how many tasks stand where. */
export function headOf({ known, standing, tasks }: StandingPlan): string {
  const parts = STATUSES.flatMap((status) => {
    const count = tasks.filter((task) => task.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const marks = `${known.isClosed ? "closed, " : ""}${known.isApproved ? "approved, " : ""}`;
  const objective = cutLine(oneLine(known.plan.objective), OBJECTIVE_MAX);
  // Questions alone have no tasks that anything could have become of.
  if (known.plan.decision === "CLARIFY") return `plan ${shownHash(known.hash)} (not made yet): ${objective}`;
  return `plan ${shownHash(known.hash)} (${marks}${STATE_WORDS[standing.state]}): ${objective}; ${counted(tasks.length, "task", "tasks")}: ${parts.join(", ")}`;
}

/** A task in a line, with why it waits, who has it, or what came of it below. */
export function taskLines(task: TaskData): string[] {
  return taskLinesWith(task, new Map());
}

/** The same, with words on its workspaces by their ids. */
export function taskLinesWith(task: TaskData, told: ReadonlyMap<string, string>): string[] {
  const head = `${task.seq} ${task.slug} (${task.status}): ${cutLine(oneLine(task.objective), OBJECTIVE_MAX)}`;
  return [head, ...remarksOn(task, told).map((line) => `  ${line}`)];
}

/** What is to be said of a task beside its status. */
function remarksOn(
  { reason, workspaces, report, lastEnd, status }: TaskData,
  told: ReadonlyMap<string, string>,
): string[] {
  const active = workspaces.map(
    ({ id, session, agent, since }) =>
      told.get(id) ??
      `workspace ${id}: active since ${formatDateTime(Date.parse(since) / MINUTE_MS)}, ${whose({ session, agent })}`,
  );
  const said =
    report === null || active.length > 0 ? [] : [`${report.status}: ${cutLine(oneLine(report.summary), 300)}`];
  return [
    ...(reason === "" ? [] : [reason]),
    ...active,
    ...said,
    ...(status === "ready" && isWithoutReport(lastEnd)
      ? [`its last workspace ${LEFT[lastEnd]}: what it changed is still there`]
      : []),
  ];
}

const LEFT = { released: "was released by a person", expired: "was left behind" } as const;

function isWithoutReport(how: string): how is keyof typeof LEFT & EndedHow {
  return how === "released" || how === "expired";
}

/** What may be done next, for a reader. */
export function nextLine({ standing }: StandingPlan, say: Wording): string[] {
  const first = standing.tasks.find(({ status }) => status === "ready");
  if (first === undefined) return [];
  return [`begin: ${say.either(`helix plan start ${first.task.seq}`, `plan action=start seq="${first.task.seq}"`)}`];
}

/** Whose a workspace is, in words. */
export function whose({ session, agent }: Actor): string {
  if (session === "") return "a terminal";
  return agent === "" ? `the main conversation of session ${session}` : `agent ${agent} of session ${session}`;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
