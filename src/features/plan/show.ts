// plan action=show: a plan or one of its tasks, as text, JSON or Mermaid.

import { type Answer, nothingFound } from "../../base/answer.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, planDataOf, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";
import { NO_PLAN } from "./status.ts";

/** Shows a plan. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function show(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const store = planStore(ports);
  const known = values.plan === undefined ? store.current() : store.plan(values.plan);
  if (known === null) return nothingFound(NO_PLAN);
  const found = standingPlan(store, known);
  return {
    found: true,
    text: () => [headOf(found), ...found.tasks.flatMap(taskLines)].join("\n"),
    data: () => planDataOf(found),
  };
}
