// plan action=status: where the current plan stands, task by task, and why what waits does.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { sameProject } from "../../notes/projects/project.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { PlanStore } from "../../plan/plan-store.ts";
import type { ActiveWorkspaces, HeldWorkspace, WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import { activeDataOf, activeWords, damagedLines } from "./active-text.ts";
import { settleWorkspaces, workspaceStore } from "./caller.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, nextLine, oneLine, planDataOf, standingPlan, taskLines } from "./plan-text.ts";
import { type PlanPorts, planCaller, planKeys, planStore } from "./ports.ts";

export const NO_PLAN = "no plan is saved for this project";

/** Where a plan stands. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function status(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const workspaces = workspaceStore(ports);
  settleWorkspaces(ports, workspaces);
  const here = activeHere(ports, workspaces);
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

interface ActiveHere extends ActiveWorkspaces {
  /** The machine's. */
  readonly uptime: number;
}

/** What is active for this project. Where that cannot be read, it is told of as damaged. */
function activeHere(ports: PlanPorts, workspaces: WorkspaceStore): ActiveHere {
  const { uptime = uptimeSeconds } = planCaller(ports);
  const keys = planKeys(ports);
  const { active, damaged } = workspaces.active();
  const isHere = ({ workspace }: HeldWorkspace) => sameProject(workspace.project, keys);
  return { active: active.filter(isHere), damaged, uptime: uptime() };
}

function dataOf({ active, damaged, uptime }: ActiveHere) {
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
