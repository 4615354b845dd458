// plan action=status: where the current plan stands, task by task.

import type { Answer } from "../../base/answer.ts";
import { nothingFound } from "../../base/answer.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, nextLine, planDataOf, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";

/** Where a plan stands. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function status(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const store = planStore(ports);
  const known = values.plan === undefined ? store.current() : store.plan(values.plan);
  if (known === null) return nothingFound(NO_PLAN);
  const found = standingPlan(store, known);
  return {
    found: true,
    text: (say) => [headOf(found), ...found.tasks.flatMap(taskLines), ...nextLine(found, say)].join("\n"),
    data: () => planDataOf(found),
  };
}

export const NO_PLAN = "no plan is saved for this project";
