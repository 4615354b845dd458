// The budget of a workspace: how many calls of tools its actor may make.

import { counted } from "../../base/wording.ts";
import type { HeldWorkspace } from "../workspace/workspace-store.ts";

/** The assistant is told when so many calls are left. */
const WARNED_AT = 2;

/**
 * How many calls are allowed in all, with what a person allowed beside; and how many were made before the call `id`.
 * Where several settings files hold the guard, a call is recorded by each of them, and counts once.
 */
export function budgetOf(
  { workspace, calls, overrides }: HeldWorkspace,
  id: string,
): {
  readonly allowed: number;
  readonly used: number;
} {
  const more = overrides.reduce((sum, { budget }) => sum + Math.max(0, budget), 0);
  const made = calls.flatMap((each) =>
    each.kind === "call" && each.verdict === "allowed" && each.counted && (each.id !== id || id === "")
      ? [each.id]
      : [],
  );
  const nameless = made.filter((each) => each === "").length;
  return { allowed: workspace.task.budget + more, used: new Set(made).size + Math.max(0, nameless - 1) };
}

/** What the assistant is told with a call that leaves so many; "" mostly. */
export function budgetWarning(left: number, allowed: number): string {
  if (left === WARNED_AT)
    return `helix: ${counted(left, "call is", "calls are")} left of the task's budget of ${allowed}: run the verify command, then report (plan action=report)`;
  if (left === 0)
    return `helix: that was the last call of the task's budget of ${allowed}: now read, run the verify command and report (plan action=report status=delivered or blocked)`;
  return "";
}
