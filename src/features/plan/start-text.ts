// What is told of a task that began: as text, and as data under the names in which clients know workspaces.

import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import { endsAfter } from "../../plan/workspace/left-behind.ts";
import type { Workspace } from "../../plan/workspace/workspace.ts";
import type { StartedData } from "./data.ts";
import { oneLine } from "./plan-text.ts";
import type { GivenLesson, GivenLessons } from "./task-lessons.ts";

export interface Started {
  readonly workspace: Workspace;
  readonly lessons: GivenLessons;
  /** Why no guard holds it; "" where one does. */
  readonly unheld: string;
  /** What is missing of the guard's hooks, a line each. */
  readonly flaws: readonly string[];
  readonly notes: readonly string[];
}

const LESSON_MAX = 500;
const SUMMARY_MAX = 400;

/** The workspace as data. */
export function startedDataOf({ workspace, lessons, unheld, flaws, notes }: Started): StartedData {
  const { id, hold, plan, task, framework, idioms, root, startedAt, parents } = workspace;
  return {
    workspace: id,
    hold,
    unheld,
    guard_flaws: [...flaws],
    plan,
    task_seq: task.seq,
    task_slug: task.slug,
    objective: task.objective,
    delta: [...task.delta],
    verify: task.verify,
    writes: [...task.writes],
    budget: task.budget,
    framework,
    idioms: { required: [...idioms.required], forbidden: [...idioms.forbidden] },
    failures: lessons.failures.map((each) => ({ ...each })),
    patterns: lessons.patterns.map((each) => ({ ...each })),
    lineage: { parents: parents.map((each) => ({ ...each })) },
    root,
    since: isoTime(startedAt / MINUTE_MS),
    notes: [...notes],
  };
}

/** The same as text; the first line says whether the limits are held. */
export function startedLines({ workspace, lessons, unheld, flaws, notes }: Started, say: Wording): string[] {
  const { id, task, plan, of, framework, idioms, root, hold, parents } = workspace;
  const { failures, patterns } = lessons;
  return [
    headOf(workspace, unheld, flaws, say),
    `objective: ${oneLine(task.objective)}`,
    `of plan ${shownHash(plan)}: ${cutLine(oneLine(of), SUMMARY_MAX)}`,
    `delta (in ${root}): ${task.delta.join(", ")}`,
    `verify: ${task.verify}`,
    ...(task.writes.length > 0 ? [`verify itself may write: ${task.writes.join(", ")}`] : []),
    `budget: ${counted(task.budget, "call", "calls")} of tools${hold === "guard" ? "; those of helix do not count" : ", which nobody counts here"}`,
    ...(framework === "" ? [] : [`framework: ${framework}`]),
    ...idioms.required.map((each) => `required: ${oneLine(each)}`),
    ...idioms.forbidden.map((each) => `forbidden: ${oneLine(each)}`),
    ...parents.map(
      (each) => `delivered before by ${each.seq} ${each.slug}: ${cutLine(oneLine(each.delivered), SUMMARY_MAX)}`,
    ),
    ...failures.map((each) => lessonLine("avoid", each)),
    ...patterns.map((each) => lessonLine("apply", each)),
    ...notes.map((note) => `note: ${note}`),
    `workspace ${id} ends by its report, or by itself ${endsAfter(hold)}: ${report(say)}`,
  ];
}

function report(say: Wording): string {
  return say.either(
    "helix plan report --status delivered --summary TEXT",
    'plan action=report status=delivered summary="what was done" utilized="@id" evidence="@id: what you did because of it", or status=blocked summary="why it cannot be done"',
  );
}

function headOf({ id, task, hold }: Workspace, unheld: string, flaws: readonly string[], say: Wording): string {
  const what = `task ${task.seq} ${task.slug} is yours (workspace ${id})`;
  const install = say.either("helix hooks install", "helix hooks install, then a new session");
  if (hold === "guard" && flaws.length > 0)
    return `${what}, but the guard is not whole here, so its limits may be left unseen until the report: ${flaws.join("; ")}; to mend it: ${install}`;
  if (hold === "guard") return `${what}: its limits hold from now on, in every call of a tool`;
  return `${what}, but no guard holds its limits here; only its report checks them: ${unheld}; for a guard: ${install}`;
}

function lessonLine(what: string, { id, trigger, resolution, record }: GivenLesson): string {
  const text = resolution === "" ? trigger : `${trigger} → ${resolution}`;
  return `${what} ${shownNoteId(id)} (${record}): ${cutLine(oneLine(text), LESSON_MAX)}`;
}
