// plan action=explore: what is known of the code base for an objective.

import { type Answer, nothingFound } from "../../base/answer.ts";
import type { PlanArguments } from "./parameters.ts";
import { type PlanPorts, planStore } from "./ports.ts";

/** Shows the saved exploration. Throws CORRUPTION. */
export async function explore(ports: PlanPorts, _values: PlanArguments): Promise<Answer> {
  const known = planStore(ports).exploration();
  if (known === null) return nothingFound("no exploration is saved for this project");
  return {
    found: true,
    text: () => JSON.stringify(known.exploration, null, 2),
    data: () => ({ hash: known.hash, ...known.exploration, notes: [] }),
  };
}
