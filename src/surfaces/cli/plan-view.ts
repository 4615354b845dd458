// What `helix plan watch` shows, as lines, and what changed between two looks. Nothing here reads or prints.

import { activeWords, damagedLines } from "../../features/plan/active-text.ts";
import type { KnownWorkspaces } from "../../features/plan/caller.ts";
import type { TaskData } from "../../features/plan/data.ts";
import { headOf, oneLine, type StandingPlan } from "../../features/plan/plan-text.ts";
import { cutToWidth } from "./terminal.ts";

/** A look at a plan. */
export interface PlanLook {
  readonly found: StandingPlan;
  readonly here: Pick<KnownWorkspaces, "active" | "damaged" | "uptime">;
}

/** A change between two looks; `seq` is "" for the plan itself. */
export interface PlanChange {
  readonly seq: string;
  readonly status: string;
  readonly text: string;
}

const MARKS: Readonly<Record<TaskData["status"], string>> = {
  delivered: "done",
  active: "now",
  ready: "next",
  waiting: "wait",
  blocked: "BLKD",
  stuck: "STUK",
};
/** Rows where nobody looks on: all is shown. */
export const UNBOUNDED: number = Number.MAX_SAFE_INTEGER;
const MARK_WIDTH = 4;
const INDENT = " ".repeat(MARK_WIDTH + 1);

/** Whether nothing more can come of the plan, as things are. */
export function isOver({ found: { standing } }: PlanLook): boolean {
  return standing.state !== "active";
}

/** Lines for a screen of this size. What has no room is counted in the last line; active tasks are never left out first. */
export function screenLines(look: PlanLook, width: number, rows: number): string[] {
  const { found, here } = look;
  const cut = (line: string) => cutToWidth(line, width);
  const head = cut(headOf(found));
  const foot = isOver(look) || rows === UNBOUNDED ? "" : cut("q ends; it is looked at every second");
  const damaged = damagedLines(here).map(cut);
  const room = Math.max(1, rows - 2 - (foot === "" ? 0 : 1) - damaged.length);
  const blocks = found.tasks.map((task) => ({ task, lines: taskBlock(task, look).map(cut) }));
  const lines = [head, ...shownBlocks(blocks, room, cut), ...damaged, ...(foot === "" ? [] : [foot])];
  return lines.slice(0, Math.max(1, rows - 1));
}

function taskBlock(task: TaskData, { here }: PlanLook): string[] {
  const { seq, slug, status, objective, reason, report } = task;
  const lines = [`${MARKS[status].padEnd(MARK_WIDTH)} ${seq} ${slug}: ${oneLine(objective)}`];
  const own = here.active.filter(({ workspace }) => task.workspaces.some(({ id }) => id === workspace.id));
  if (status === "active") lines.push(...own.map((held) => `${INDENT}${activeWords(held, here.uptime)}`));
  else if (status === "blocked" && report !== null) lines.push(`${INDENT}${oneLine(report.summary)}`);
  else if (reason !== "") lines.push(`${INDENT}${oneLine(reason)}`);
  return lines;
}

/** Where there is too little room, first the second lines go, then tasks that are delivered, then those that wait. */
function shownBlocks(
  blocks: readonly { readonly task: TaskData; readonly lines: readonly string[] }[],
  room: number,
  cut: (line: string) => string,
): string[] {
  const all = blocks.flatMap(({ lines }) => lines);
  if (all.length <= room) return all;
  const order: readonly TaskData["status"][] = ["active", "blocked", "ready", "stuck", "waiting", "delivered"];
  const most = Math.max(1, room - 1);
  const ranked = [...blocks].sort((a, b) => order.indexOf(a.task.status) - order.indexOf(b.task.status));
  const kept = new Set(ranked.slice(0, most).map(({ task }) => task.seq));
  let left = most - kept.size;
  const shown = blocks.flatMap(({ task, lines }) => {
    if (!kept.has(task.seq)) return [];
    const more = task.status === "active" ? Math.min(left, lines.length - 1) : 0;
    left -= more;
    return lines.slice(0, 1 + more);
  });
  const hidden = blocks.length - kept.size;
  return hidden === 0 ? shown : [...shown, cut(`and ${hidden} more tasks: helix plan status shows all`)];
}

/** What changed since the last look; all tasks where there was none. */
export function changesBetween(before: PlanLook | null, now: PlanLook): PlanChange[] {
  const changes: PlanChange[] = [];
  const known = new Map(before?.found.tasks.map((task) => [task.seq, task]));
  for (const task of now.found.tasks) {
    const old = known.get(task.seq);
    if (old === undefined || keyOf(old) !== keyOf(task)) changes.push(changeOf(task, old, now));
  }
  const [was, is] = [before?.found.standing.state, now.found.standing.state];
  if (was !== is && isOver(now)) changes.push({ seq: "", status: is, text: headOf(now.found) });
  return changes;
}

/** What makes a task another one for somebody who watches. */
function keyOf({ status, workspaces, lastEnd, report }: TaskData): string {
  return JSON.stringify([status, workspaces.map(({ id }) => id), lastEnd, report?.summary]);
}

function changeOf(task: TaskData, old: TaskData | undefined, { here }: PlanLook): PlanChange {
  const { seq, slug, status, report, reason, workspaces, lastEnd } = task;
  const held = here.active.find(({ workspace }) => workspaces.some(({ id }) => id === workspace.id));
  const said =
    status === "active" && held !== undefined
      ? activeWords(held, here.uptime)
      : (status === "delivered" || status === "blocked") && report !== null
        ? oneLine(report.summary)
        : reason;
  const ended = old?.status === "active" && status === "ready" && lastEnd !== "" ? `${lastEnd}, ` : "";
  const from = old === undefined || old.status === status ? "" : `${old.status} -> `;
  return { seq, status, text: `${seq} ${slug}: ${from}${ended}${status}${said === "" ? "" : `: ${oneLine(said)}`}` };
}
