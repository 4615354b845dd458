// plan action=status: where the current plan stands, task by task, and why what waits does.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { oddWords } from "../../events/log/segment-names.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { PlanStore } from "../../plan/plan-store.ts";
import type { HeldWorkspace } from "../../plan/workspace/workspace-store.ts";
import { activeDataOf, activeWords, damagedEventLines, damagedLines } from "./active-text.ts";
import { type KnownWorkspaces, knownWorkspaces } from "./caller.ts";
import type { TaskData } from "./data.ts";
import type { PlanArguments } from "./parameters.ts";
import { headOf, nextLine, oneLine, planDataOf, standingPlan, taskLinesWith } from "./plan-text.ts";
import { type PlanPorts, planStore } from "./ports.ts";
import { planScores, proposalLines, scoreWords } from "./scores.ts";

export const NO_PLAN =
  "no plan is saved for this project: save one, by the tool plan action=save or helix plan save < plan.json";

/** Where a plan stands. Throws NOT_FOUND, INVALID_ARGUMENT, CORRUPTION. */
export async function status(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const here = knownWorkspaces(ports);
  const store = planStore(ports);
  const known = values.plan === undefined ? store.current() : store.plan(values.plan);
  const asking = values.plan === undefined ? askingLines(store) : [];
  const told = new Map(here.active.map((held) => [held.workspace.id, toldOf(held, here.uptime)]));
  const odd = store.oddEventFiles();
  const passedOver = odd.length === 0 ? [] : [oddWords(odd)];
  const damaged = [...damagedLines(here), ...damagedEventLines(store.damagedEvents()), ...passedOver];
  if (known === null) {
    const text = [NO_PLAN, ...asking, ...elsewhereLines(here, told, []), ...damaged].join("\n");
    return told.size + here.damaged.length === 0
      ? nothingFound(text)
      : { found: true, text: () => text, data: () => dataOf(here) };
  }
  const found = standingPlan(store, known);
  const { scores, proposals } = await planScores(ports, known, store, here.store);
  const scored = new Map(scores.map((score) => [score.seq, scoreWords(score)]));
  // While a task is being done, or could be, nobody has time for lessons.
  const isOver = found.standing.state !== "active";
  const lines = [
    ...found.tasks.flatMap((task) => [...taskLinesWith(task, told), ...scoreLine(scored.get(task.seq))]),
    ...elsewhereLines(here, told, found.tasks),
    ...damaged,
    ...asking,
  ];
  return {
    found: true,
    text: (say) =>
      [headOf(found), ...lines, ...nextLine(found, say), ...(isOver ? proposalLines(proposals, say) : [])].join("\n"),
    data: () => ({
      ...planDataOf(found),
      ...dataOf(here),
      scores: scores.map((score) => ({ ...score, parts: [...score.parts] })),
      proposals: [...proposals],
    }),
  };
}

function scoreLine(words: string | undefined): string[] {
  return words === undefined ? [] : [`  ${words}`];
}

function toldOf(held: HeldWorkspace, uptime: number): string {
  return `workspace ${held.workspace.id}: ${activeWords(held, uptime)}`;
}

/** Active workspaces of other plans: they may hold somebody here. */
function elsewhereLines(
  { active }: KnownWorkspaces,
  told: ReadonlyMap<string, string>,
  tasks: readonly TaskData[],
): string[] {
  const shown = new Set(tasks.flatMap(({ workspaces }) => workspaces.map(({ id }) => id)));
  return active
    .filter(({ workspace }) => !shown.has(workspace.id))
    .map(
      ({ workspace: { id, plan, task } }) =>
        `task ${task.seq} ${task.slug} of plan ${shownHash(plan)}: ${told.get(id)}`,
    );
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
