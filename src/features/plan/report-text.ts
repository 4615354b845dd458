// What a report came to, as text and as data.

import { counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { assessed } from "../../events/attempts.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { shownHash } from "../../plan/documents/document-store.ts";
import type { PlanStanding } from "../../plan/documents/task-statuses.ts";
import type { GuardRecord, Workspace } from "../../plan/workspace/workspace.ts";
import { shownName } from "../../platform/tree-entries.ts";
import type { ReportData } from "./data.ts";
import { oneLine } from "./plan-text.ts";
import type { Reported, SaidReport } from "./report-task.ts";

const LISTED_MAX = 20;
const SAID_MAX = 300;
const OUTPUT_LINES = 20;

/** The answer in lines; `standing` is the plan's behind the report, null where it is not known. */
export function reportLines(
  workspace: Workspace,
  said: SaidReport,
  reported: Reported,
  standing: PlanStanding | null,
  say: Wording,
): string[] {
  if (reported.refusals.length > 0) return refusedLines(workspace, reported, say);
  const { task } = workspace;
  const { report, isFirst, hash, notes, judging } = reported;
  const before = isFirst === true ? "" : ", reported before";
  const name = hash === "" ? "" : ` (report ${shownHash(hash)}${before})`;
  return [
    `${said.status}: task ${task.seq} ${task.slug}${name}: ${cutLine(oneLine(report.summary), SAID_MAX)}`,
    ...pathLines("changed", report.changed),
    ...report.overridden.map((each) => `overridden: ${each}`),
    ...notes.map((note) => `note: ${note}`),
    ...judgingLines(judging),
    ...(said.status === "blocked" ? blockedLines(workspace, reported, say) : []),
    ...standingLines(standing, say),
  ];
}

function refusedLines({ task, id }: Workspace, { refusals, notes, run }: Reported, say: Wording): string[] {
  const what = counted(refusals.length, "thing is", "things are");
  const again = say.either("helix plan report", "plan action=report");
  const blocked = say.either(
    'helix plan report --status blocked --summary "why"',
    'plan action=report status=blocked summary="why"',
  );
  return [
    `NOT DELIVERED: task ${task.seq} ${task.slug} stays active (workspace ${id}), and nothing was recorded: ${what} wrong`,
    ...refusals.flatMap(({ kind, lines: [first = "", ...rest] }) => [
      `- ${kind}: ${first}`,
      ...rest.map((line) => `    ${line}`),
    ]),
    ...(run !== null && !run.isGreen ? outputLines(run.output) : []),
    ...notes.map((note) => `note: ${note}`),
    `Mend it and report again (${again}), or report what blocks it: ${blocked}`,
    ...acceptLine(task.seq, refusals),
  ];
}

/** What an assistant cannot mend, a person may accept. */
function acceptLine(seq: string, refusals: Reported["refusals"]): string[] {
  const kinds = refusals.map(({ kind }) => kind);
  return kinds.includes("gap") || kinds.includes("tree")
    ? [
        `What cannot be mended, a person may accept: helix plan override ${seq} --accept ${kinds.join(",")} --reason "why it is fine"`,
      ]
    : [];
}

/** The end of what the verify command printed. */
function outputLines(output: string): string[] {
  const lines = output.trimEnd().split("\n").slice(-OUTPUT_LINES);
  return lines.length === 1 && lines[0] === ""
    ? []
    : ["  its last lines:", ...lines.map((line) => `    ${cutLine(line, SAID_MAX)}`)];
}

function pathLines(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > LISTED_MAX ? ` and ${paths.length - LISTED_MAX} more` : "";
  return [`${what}: ${paths.slice(0, LISTED_MAX).map(shownName).join(", ")}${more}`];
}

function judgingLines(judging: Reported["judging"]): string[] {
  if (judging === null) return [];
  const { judged, refused, missing } = judging;
  return [
    ...judged.map(({ id, name, verdict }) => `lesson ${shownNoteId(id)} ${name}: ${verdict}`),
    ...refused.map(({ id, why }) => `lesson ${id} was not judged: ${why}`),
    ...missing.map((id) => `lesson ${JSON.stringify(id.slice(0, 80))} was not judged: there is no such note`),
  ];
}

/** What the tries came to, and the failure as a lesson that may be stored. */
function blockedLines(workspace: Workspace, { report, calls }: Reported, say: Wording): string[] {
  const kept =
    report.changed.length > 0 ? ["what was changed stays as it is; nobody is blamed for a task that is blocked"] : [];
  const tries = triesOf(calls);
  const { attempts, reason } = assessed(tries);
  const { trigger, resolution } = failureLesson(workspace, report.summary);
  const quoted = (text: string) => JSON.stringify(text);
  const call = say.either(
    `helix learn remember --type failure --trigger ${quoted(trigger)} --resolution ${quoted(resolution)}`,
    `learn action="remember" type="failure" trigger=${quoted(trigger)} resolution=${quoted(resolution)}`,
  );
  return [
    ...kept,
    ...(attempts > 0 ? [`tries: the verify command failed ${counted(attempts, "time", "times")}: ${reason}`] : []),
    `If others should avoid it, store its failure as a lesson, better with what to do instead: ${call}`,
  ];
}

function triesOf(calls: readonly GuardRecord[]) {
  return calls.flatMap((each) => (each.kind === "verify" && each.flaw === "" ? [each] : []));
}

/** The failure of a blocked task as a lesson: found again by the words of the objective. */
export function failureLesson(
  { task }: Pick<Workspace, "task">,
  summary: string,
): { readonly trigger: string; readonly resolution: string } {
  const why = cutLine(oneLine(summary), SAID_MAX);
  return {
    trigger: cutLine(`${oneLine(task.objective)} was blocked: ${why}`, 2 * SAID_MAX),
    resolution: `before beginning, make sure that this is out of the way: ${why}`,
  };
}

const STATES: Readonly<Record<PlanStanding["state"], string>> = {
  complete: "the plan is complete: all tasks are delivered",
  active: "",
  stuck: "the plan is stuck: no task can begin",
  "all-blocked": "all is blocked: what is left is blocked, or waits for what is",
};

function standingLines(standing: PlanStanding | null, say: Wording): string[] {
  if (standing === null) return [];
  const ready = standing.tasks.filter(({ status }) => status === "ready").map(({ task }) => `${task.seq} ${task.slug}`);
  const state = STATES[standing.state];
  const held = standing.tasks.filter(({ status, reason }) => status === "stuck" && reason !== "");
  return [
    ...(state === ""
      ? []
      : [state, `what of it is worth keeping as a lesson: ${say.either("helix plan status", "plan action=status")}`]),
    ...held.slice(0, LISTED_MAX).map(({ reason }) => reason),
    ...(ready.length > 0
      ? [
          `ready now: ${ready.slice(0, LISTED_MAX).join(", ")} (${say.either("helix plan start SEQ", "plan action=start")})`,
        ]
      : []),
  ];
}

/** The answer as data. */
export function reportData(
  workspace: Workspace,
  said: SaidReport,
  { refusals, report, hash, isFirst, notes, run, judging, calls }: Reported,
  standing: PlanStanding | null,
): ReportData {
  const { task, id, plan } = workspace;
  const isAccepted = refusals.length === 0;
  return {
    accepted: isAccepted,
    status: said.status,
    workspace: id,
    plan,
    task_seq: task.seq,
    task_slug: task.slug,
    summary: report.summary,
    report: hash,
    repeated: isFirst === false,
    refusals: refusals.map(({ kind, lines }) => ({ kind, lines: [...lines] })),
    changed: [...report.changed],
    unattributed: [...report.unattributed],
    overridden: [...report.overridden],
    verify: run === null ? null : { succeeded: run.isGreen, ended: run.ended, output: run.output },
    attempts: assessed(triesOf(calls)).attempts,
    notes: [...notes],
    judged: (judging?.judged ?? []).map(({ id: note, name, verdict }) => ({ id: note, name, verdict })),
    refusedClaims: (judging?.refused ?? []).map(({ id: note, why }) => ({ id: note, why })),
    missing: [...(judging?.missing ?? [])],
    lesson: isAccepted && said.status === "blocked" ? failureLesson(workspace, report.summary) : null,
    state: standing?.state ?? "",
    ready: (standing?.tasks ?? []).filter(({ status }) => status === "ready").map(({ task: { seq } }) => seq),
  };
}
