// plan action=show: a plan or one of its tasks, as text, as the JSON that `save` takes, or as a graph in Mermaid.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { HelixError, invalid } from "../../base/errors.ts";
import { mermaidOf } from "../../plan/documents/mermaid.ts";
import type { Plan } from "../../plan/documents/plan-documents.ts";
import { plainSeq } from "../../plan/documents/read-plan.ts";
import type { TaskData } from "./data.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, oneLine, planDataOf, type StandingPlan, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";
import { NO_PLAN } from "./status.ts";

/** Shows a plan. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function show(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const { plan: named, seq, format = "text" } = values;
  const store = planStore(ports);
  const known = named === undefined ? (store.current() ?? store.questions()) : store.plan(named);
  if (known === null) return nothingFound(NO_PLAN);
  const found = standingPlan(store, known);
  if (seq !== undefined) {
    if (format === "mermaid")
      throw invalid((say) => `${say.given("format", '"mermaid"')} shows the whole plan: leave out ${say.name("seq")}`);
    return taskAnswer(taskNamed(found, seq), format);
  }
  const { plan } = known;
  return {
    found: true,
    text: () => {
      if (format === "json") return JSON.stringify(plan, null, 1);
      if (format === "mermaid") return mermaidOf(found.standing.tasks);
      return [headOf(found), ...gateLines(plan), ...idiomLines(plan), ...found.tasks.flatMap(wholeTask)].join("\n");
    },
    data: () => planDataOf(found),
  };
}

/** The task of a plan that a caller names. Throws INVALID_ARGUMENT, NOT_FOUND. */
export function taskNamed({ tasks }: StandingPlan, seq: string): TaskData {
  const wanted = plainSeq(seq.trim());
  const found = tasks.find((task) => task.seq === wanted || task.slug === seq.trim().toLowerCase());
  if (found !== undefined) return found;
  const there = tasks.map((task) => task.seq).join(", ") || "none";
  throw new HelixError(
    "NOT_FOUND",
    (say) =>
      `${say.given("seq", JSON.stringify(seq.slice(0, 40)))} is no task of this plan: there are ${there.slice(0, 300)}`,
  );
}

function taskAnswer(task: TaskData, format: "text" | "json"): Answer {
  return {
    found: true,
    text: () => (format === "json" ? JSON.stringify(task, null, 1) : wholeTask(task).join("\n")),
    data: () => task,
  };
}

function gateLines({ decision, questions }: Plan): string[] {
  return decision === "PROCEED" ? [] : ["asks first:", ...questions.map((question) => `  ${oneLine(question)}`)];
}

function idiomLines({ framework, idioms }: Plan): string[] {
  const list = (name: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${name}: ${entries.map(oneLine).join("; ")}`];
  return [
    ...(framework === "" ? [] : [`framework: ${oneLine(framework)}`]),
    ...list("required", idioms.required),
    ...list("forbidden", idioms.forbidden),
  ];
}

/** A task with its limits. */
function wholeTask(task: TaskData): string[] {
  const { delta, verify, depends, budget, writes, report } = task;
  return [
    ...taskLines(task),
    `  delta: ${delta.join(", ")}`,
    `  verify: ${oneLine(verify)}${writes.length === 0 ? "" : ` (may write ${writes.join(", ")})`}`,
    `  depends: ${depends.join(", ") || "none"}; budget: ${budget}`,
    ...(report === null || report.changed.length === 0 ? [] : [`  changed: ${report.changed.join(", ")}`]),
  ];
}
