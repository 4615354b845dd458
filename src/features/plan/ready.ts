// plan action=ready: the tasks that may begin now.

import { type Answer, nothingFound } from "../../base/answer.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, nextLine, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";
import { NO_PLAN } from "./status.ts";

/** The tasks that are ready. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function ready(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const store = planStore(ports);
  const known = values.plan === undefined ? store.current() : store.plan(values.plan);
  if (known === null) return nothingFound(NO_PLAN);
  const found = standingPlan(store, known);
  const tasks = found.tasks.filter((task) => task.status === "ready");
  // Where none is, what the others wait for is the answer.
  const why = found.tasks.filter((task) => task.status !== "delivered");
  return {
    found: tasks.length > 0,
    text: (say) =>
      [headOf(found), ...(tasks.length > 0 ? tasks : why).flatMap(taskLines), ...nextLine(found, say)].join("\n"),
    data: () => ({ hash: known.hash, state: found.standing.state, tasks }),
  };
}
