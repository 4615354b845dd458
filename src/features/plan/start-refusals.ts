// Why a task cannot be begun now, each in one line with the way out.

import { HelixError, invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { TaskStanding } from "../../plan/documents/task-statuses.ts";
import type { RunningWorkspace, TaskFacts } from "../../plan/plan-fold.ts";
import { DIGEST_BOUNDS } from "../../plan/workspace/delta-digest.ts";
import type { Conflict } from "../../plan/workspace/workspace-store.ts";
import type { DeltaPlaces } from "./delta-places.ts";
import { oneLine, whose } from "./plan-text.ts";

const LISTED_MAX = 10;
const SAID_MAX = 300;

const STUCK = "begin what is in the way again, or save a plan without it";

/** A command line that an assistant typed: it does not say which agent it is. */
export function refuseProgram(seq: string): HelixError {
  return invalid(
    `a command line does not say which agent it is: call the tool plan, action=start seq="${seq}"; or type it in a terminal of your own`,
  );
}

/** A program below a client whose hooks work: its call is none of the assistant's. */
export function refusePlayed(seq: string): HelixError {
  return invalid(
    `a program that the assistant runs calls here, and it can begin no task: the assistant itself calls the tool plan, action=start seq="${seq}"; if it did, its hooks did not see it (helix doctor)`,
  );
}

/** The task of this number, or of this name. Throws NOT_FOUND. */
export function taskNamed(tasks: readonly TaskStanding[], given: string): TaskStanding {
  const wanted = given.trim().toLowerCase();
  const number = /^\d{1,9}$/.test(wanted) ? Number(wanted) : null;
  const found = tasks.find(
    ({ task: { seq, slug } }) =>
      seq === wanted || slug.toLowerCase() === wanted || (number !== null && Number(seq) === number),
  );
  if (found !== undefined) return found;
  const known = tasks.slice(0, LISTED_MAX).map(({ task }) => task.seq);
  const more = tasks.length > LISTED_MAX ? ` and ${tasks.length - LISTED_MAX} more` : "";
  throw new HelixError(
    "NOT_FOUND",
    (say) =>
      `the plan has no task ${JSON.stringify(given.slice(0, 40))}: there are ${known.join(", ")}${more}, e.g. ${say.example(`seq="${known[0]}"`)}`,
  );
}

/** Throws where the task cannot begin as it stands. */
export function refuseStanding({ task, status, reason }: TaskStanding, facts: TaskFacts | undefined): void {
  const { seq } = task;
  if (status === "delivered") {
    const at = facts?.delivered?.at;
    throw invalid(
      `task ${seq} is delivered already${at === undefined ? "" : `, since ${formatDateTime(at / MINUTE_MS)}`}: nothing is left to begin`,
    );
  }
  if (status === "waiting")
    throw invalid(
      (say) =>
        `task ${seq} cannot begin yet: ${reason}; what may begin: ${say.either("helix plan ready", "plan action=ready")}`,
    );
  if (status === "stuck") throw invalid(`task ${seq} is stuck: ${reason}; ${STUCK}`);
  const [running] = facts?.running.values() ?? [];
  if (status === "active" && running !== undefined) throw activeElsewhere(seq, running);
}

function activeElsewhere(seq: string, { id, session, agent, at }: RunningWorkspace): HelixError {
  return invalid(
    `task ${seq} is active already, in workspace ${id} of ${whose({ session, agent })} since ${formatDateTime(at / MINUTE_MS)}; ${releasing(id)}`,
  );
}

function releasing(id: string): string {
  return `a person can end it: helix plan release ${id}`;
}

/** Another workspace is in the way. */
export function refuseConflict(conflict: Conflict, seq: string): HelixError {
  const { id, task, startedAt, session, agent } = conflict.with;
  if (conflict.kind === "task") return activeElsewhere(seq, { id, session, agent, at: startedAt });
  if (conflict.kind === "delta")
    return invalid(
      `task ${seq} cannot begin while ${task.seq} ${task.slug} is active (workspace ${id} of ${whose({ session, agent })}): both may change ${cutLine(oneLine(conflict.paths ?? ""), SAID_MAX)}, and nobody could tell who did; wait for its report, or use a work tree for each (git worktree add); ${releasing(id)}`,
    );
  return invalid(
    (say: Wording) =>
      `you have task ${task.seq} ${task.slug} since ${formatDateTime(startedAt / MINUTE_MS)} (workspace ${id}), and nobody has two: report it first, ${say.either("helix plan report", "plan action=report")}; ${releasing(id)}`,
  );
}

/** Paths of the delta that lie in repositories of their own. */
export function refuseForeign({ foreign }: DeltaPlaces, root: string): void {
  if (foreign.length === 0) return;
  const listed = foreign.slice(0, LISTED_MAX).map(({ path }) => cutLine(oneLine(path), 100));
  const more = foreign.length > LISTED_MAX ? ` and ${foreign.length - LISTED_MAX} more` : "";
  const { repository } = foreign[0]!;
  throw invalid(
    cutLine(
      `${counted(foreign.length, "path of the delta lies", "paths of the delta lie")} in a repository of its own (${listed.join(", ")}${more}), which this tree does not hold: make a plan there, in ${root}/${repository}`,
      SAID_MAX + listed.join(", ").length,
    ),
  );
}

/** What a delta holds cannot be told, so that no run of the verify command could count. */
export function refuseUntold(seq: string): HelixError {
  return invalid(
    `what the delta of task ${seq} holds cannot be told: it has more than ${counted(DIGEST_BOUNDS.namesMax, "name", "names")}, or a folder that cannot be listed; save a plan with a smaller delta`,
  );
}
