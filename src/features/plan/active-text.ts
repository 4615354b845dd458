// What is told of active workspaces: since when, held by what, how much of the budget is used, the last sign of life, and
// when each ends by itself.

import { counted } from "../../base/wording.ts";
import { formatDateTime, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { budgetOf } from "../../plan/decision/budget.ts";
import { lastSign, secondsLeft, silenceSince } from "../../plan/workspace/left-behind.ts";
import type { ActiveWorkspaces, HeldWorkspace } from "../../plan/workspace/workspace-store.ts";
import type { ActiveData } from "./data.ts";
import { whose } from "./plan-text.ts";

/** An active workspace as data; `uptime` is the machine's. */
export function activeDataOf(held: HeldWorkspace, uptime: number): ActiveData {
  const { workspace, calls } = held;
  const { id, plan, task, session, agent, hold, root, startedAt } = workspace;
  const { used, allowed } = budgetOf(held, "");
  const sign = lastSign(workspace, calls);
  return {
    workspace: id,
    plan,
    seq: task.seq,
    slug: task.slug,
    hold,
    session,
    agent,
    root,
    since: isoTime(startedAt / MINUTE_MS),
    calls: used,
    budget: allowed,
    silent: Math.max(0, Math.floor(silenceSince(sign, uptime))),
    endsIn: Math.max(0, Math.ceil(secondsLeft(workspace, calls, uptime))),
  };
}

/** The same in words, without what task it is. */
export function activeWords(held: HeldWorkspace, uptime: number): string {
  const { since, holding, used, heard, ends } = partsOf(held, uptime);
  return [since, holding, used, heard, ends, ...unreportedWords(held)].join(", ");
}

/** What can be done where a subagent was asked for its report at its end, and nothing was heard since. */
function unreportedWords({ calls }: HeldWorkspace): string[] {
  return calls.at(-1)?.kind === "asked"
    ? ["ended without a report: a message to the subagent (SendMessage) wakes it for one"]
    : [];
}

/** The same for a line that may be cut off: what changes comes first. */
export function activeBriefly(held: HeldWorkspace, uptime: number): string {
  const { since, holding, used, heard, ends } = partsOf(held, uptime);
  return [used, heard, since, holding, ends].join(", ");
}

function partsOf(held: HeldWorkspace, uptime: number) {
  const { workspace } = held;
  const { hold, calls, budget, silent, endsIn } = activeDataOf(held, uptime);
  const behind = calls > budget ? ` and ${calls - budget} behind them` : "";
  const used =
    hold === "guard"
      ? `${Math.min(calls, budget)} of ${counted(budget, "call", "calls")} used${behind}`
      : "its calls are not seen";
  return {
    since: `active since ${formatDateTime(workspace.startedAt / MINUTE_MS)}, ${whose(workspace)}`,
    holding: hold === "guard" ? "held by the guard" : "held by its report alone",
    used,
    heard: `last sign of life ${duration(silent)} ago`,
    ends: `ends by itself in ${duration(endsIn)}`,
  };
}

/** Workspaces that cannot be read: they may hold their session until a person ends them. */
export function damagedLines({ damaged }: Pick<ActiveWorkspaces, "damaged">): string[] {
  return damaged.map(
    ({ id, why }) =>
      `workspace ${id} cannot be read (${why}) and may hold its session: a person can end it: helix plan release ${id}`,
  );
}

/** Damage of the log, in which something may have stood of plans. */
export function damagedEventLines(lines: number): string[] {
  if (lines === 0) return [];
  const what = `${counted(lines, "line", "lines")} of the event log about plans ${lines === 1 ? "is" : "are"} damaged`;
  return [`${what}: a start, a report or an end may be missing here (helix check)`];
}

/** A time in seconds, in words: `4 h`, `3 h 20 min`, `5 min`, `30 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
