// Whether a task of the client's own list may be marked as completed. One that stands for a task of the current plan, by
// its subject `001 slug`, may be when that is delivered. All others are nobody's business here.
// Invariants:
// - A subject stands for a task by its number and its slug together, however they are written: `1: Slug`, `001-slug`,
//   `Task 001 - slug, and more`. A number alone, or a slug alone, stands for nothing.

import { orNull } from "../../base/errors.ts";
import type { Mask } from "../../code/shown-code.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { TaskStanding } from "../../plan/documents/task-statuses.ts";
import type { WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import { workspaceStore } from "./caller.ts";
import { type PlanPorts, planStore } from "./ports.ts";

const SUBJECT = /^[^\p{L}\p{N}]*(?:task[^\p{L}\p{N}]*)?(\d{1,4})(?!\d)[^\p{L}\p{N}]+(.+)$/isu;
const SUBJECT_MAX = 1000;
const REASON_MAX = 600;
const SAID_MAX = 300;

/** Whether a subject may stand for a task of a plan at all. */
export function mayBePlanned(subject: string): boolean {
  return SUBJECT.test(subject.slice(0, SUBJECT_MAX));
}

/** A slug, or a text that begins with one, with a dash for all that is between its words. */
function dashed(text: string): string {
  return `${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}-`;
}

/** Why a task of this subject may not be completed; null: it may. Throws CORRUPTION, and the system's errors. */
export function completionRefusal(ports: PlanPorts, subject: string, mask: Mask): string | null {
  const [, seq = "", name = ""] = SUBJECT.exec(subject.slice(0, SUBJECT_MAX)) ?? [];
  const store = planStore(ports);
  const known = name === "" ? null : store.current();
  if (known === null) return null;
  const standing = store
    .standing(known)
    .tasks.find(({ task }) => Number(task.seq) === Number(seq) && dashed(name).startsWith(dashed(task.slug)));
  if (standing === undefined || standing.status === "delivered") return null;
  const { task } = standing;
  const summary = cleanLine(mask(store.reportOf(known.facts.get(task.seq))?.summary ?? ""));
  const running = [...(known.facts.get(task.seq)?.running.keys() ?? [])];
  const why = whyNot(standing, summary, lastRun(workspaceStore(ports), running));
  return cutLine(`helix: task ${task.seq} ${task.slug} of the plan is not delivered: ${why}`, REASON_MAX);
}

function whyNot({ status, reason, task: { seq } }: TaskStanding, summary: string, run: string): string {
  if (status === "active")
    return `it has no report yet${run}. Whoever has it reports it: plan action=report status=delivered or blocked`;
  if (status === "blocked")
    return `it is blocked: ${cutLine(JSON.stringify(summary), SAID_MAX)}. Leave it open, or begin it again: plan action=start seq="${seq}"`;
  if (status === "ready")
    return `it has no report. Leave it open, or have it done: plan action=start seq="${seq}", then action=report`;
  return `${reason === "" ? status : reason}. Leave it open`;
}

/** How the verify command of an active workspace ended last. */
function lastRun(store: WorkspaceStore, running: readonly string[]): string {
  const calls = running.flatMap((id) => orNull(() => store.calls(id)) ?? []);
  const last = calls.findLast((each) => each.kind === "verify" && each.flaw === "");
  if (last?.kind !== "verify") return "";
  return last.ok ? ", and its verify command succeeded" : ", and its verify command failed when it ran last";
}
