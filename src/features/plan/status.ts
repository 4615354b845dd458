// plan action=status: where the current plan stands, task by task, and why what waits does.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { PlanStore } from "../../plan/plan-store.ts";
import { activeDataOf, activeWords, damagedLines } from "./active-text.ts";
import { type KnownWorkspaces, knownWorkspaces } from "./caller.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, nextLine, oneLine, planDataOf, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";

export const NO_PLAN = "no plan is saved for this project";

/** Where a plan stands. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function status(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const here = knownWorkspaces(ports);
  const store = planStore(ports);
  const known = values.plan === undefined ? store.current() : store.plan(values.plan);
  const asking = values.plan === undefined ? askingLines(store) : [];
  const lines = [
    ...here.active.map(
      (held) => `workspace ${held.workspace.id}, task ${held.workspace.task.seq}: ${activeWords(held, here.uptime)}`,
    ),
    ...damagedLines(here),
  ];
  if (known === null) {
    const text = [NO_PLAN, ...asking, ...lines].join("\n");
    return lines.length === 0 ? nothingFound(text) : { found: true, text: () => text, data: () => dataOf(here) };
  }
  const found = standingPlan(store, known);
  return {
    found: true,
    text: (say) =>
      [headOf(found), ...found.tasks.flatMap(taskLines), ...lines, ...asking, ...nextLine(found, say)].join("\n"),
    data: () => ({ ...planDataOf(found), ...dataOf(here) }),
  };
}

function dataOf({ active, damaged, uptime }: KnownWorkspaces) {
  return { active: active.map((held) => activeDataOf(held, uptime)), damaged: damaged.map(({ id }) => id) };
}

/** What was asked since the last plan. */
function askingLines(store: PlanStore): string[] {
  const asked = store.questions();
  if (asked === null) return [];
  return [
    `asked first, in ${shownHash(asked.hash)}:`,
    ...asked.plan.questions.map((question) => `  ${oneLine(question)}`),
  ];
}
