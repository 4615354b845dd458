// When a workspace ends by itself: nothing was heard of it for hours in which the machine ran.
// Invariants:
// - No clock that somebody sets decides it, only how long the machine has been running.
// - It never ends too early. What was heard before the machine was restarted is at least as old as the machine runs, so
//   the smaller of both is taken; it may end later by as long as the machine ran before.

import { type GuardRecord, type Hold, LEFT_BEHIND_S, UNHEARD_S, type Workspace } from "./workspace.ts";

/** What is needed of a workspace. */
export type Heard = Pick<Workspace, "startedAt" | "startedUptime" | "hold">;

/** The last sign of life: milliseconds since 1970, and seconds since the machine was started. */
export interface Sign {
  readonly at: number;
  readonly uptime: number;
}

/** The last that was heard of a workspace: a call that the guard saw, else its start. */
export function lastSign({ startedAt, startedUptime }: Heard, calls: readonly GuardRecord[]): Sign {
  const last = calls.findLast(({ at, uptime }) => Number.isFinite(at) && at > 0 && Number.isFinite(uptime));
  return last === undefined ? { at: startedAt, uptime: startedUptime } : { at: last.at, uptime: last.uptime };
}

/** For how many seconds nothing was heard since a sign; `uptime` is the machine's now. */
export function silenceSince({ uptime: then }: Sign, uptime: number): number {
  return uptime < then ? uptime : uptime - then;
}

/** How many seconds of silence end a workspace that is held so. */
export function silenceAllowed(hold: Hold): number {
  return hold === "guard" ? LEFT_BEHIND_S : UNHEARD_S;
}

/** In how many seconds a workspace ends if nothing is heard of it; 0 or less: it was left behind. */
export function secondsLeft(workspace: Heard, calls: readonly GuardRecord[], uptime: number): number {
  return silenceAllowed(workspace.hold) - silenceSince(lastSign(workspace, calls), uptime);
}

/** Whether a workspace was left behind. */
export function isLeftBehind(workspace: Heard, calls: readonly GuardRecord[], uptime: number): boolean {
  return secondsLeft(workspace, calls, uptime) <= 0;
}

/** When it ends by itself, in words: `after 4 hours without a sign of life`. */
export function endsAfter(hold: Hold): string {
  const hours = silenceAllowed(hold) / 3600;
  return `after ${hours} hours ${hold === "guard" ? "without a call" : ""}`.trimEnd();
}
