// plan action=save: checks a plan, and keeps it. It is the project's current plan from then on.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { PlanFlaw } from "../../plan/documents/read-json.ts";
import { readPlan } from "../../plan/documents/read-plan.ts";
import { type PlanArguments, planParameters } from "./parameters.ts";
import { headOf, nextLine, planDataOf, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";

/** Saves a plan. Throws INVALID_ARGUMENT, IO. */
export async function save(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const { data } = values;
  if (data === undefined) {
    throw invalid(
      (say) => `${say.name("data")} is missing: give the plan, e.g. ${say.example(planParameters.data.example)}`,
    );
  }
  const store = planStore(ports);
  const plan = planFrom(data);
  const hash = store.savePlan(plan);
  const found = standingPlan(store, store.plan(hash));
  return {
    found: true,
    operation: `a plan was saved: ${plan.objective.slice(0, 100)}`,
    text: (say) => [headOf(found), ...found.tasks.flatMap(taskLines), ...nextLine(found, say)].join("\n"),
    data: () => ({ ...planDataOf(found), operation: "saved" }),
  };
}

function planFrom(text: string) {
  try {
    return readPlan(text);
  } catch (error) {
    if (error instanceof PlanFlaw) throw invalid(error.message);
    throw error;
  }
}
