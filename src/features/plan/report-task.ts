// Reports a task: judges DELIVERED by what was seen, takes BLOCKED as it is, and ends the workspace. Who reports was found
// out before (report.ts).
// Invariants:
// - A refused report changes nothing: it ends nothing, judges no note and writes no event.
// - BLOCKED is accepted whatever cannot be read. It keeps what was done, and counts against nobody.
// - What is said is kept as notes are, without control characters and credentials.
// - Notes are judged by the report that ended the workspace, once for the task.

import { HelixError, messageOf } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { loadMask, maskedData } from "../../code/shown-code.ts";
import { cleanText } from "../../engine/text/clean.ts";
import { errorSignature } from "../../events/error-signature.ts";
import type { JudgementLog } from "../../events/judgement-log.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { Report, Task } from "../../plan/documents/plan-documents.ts";
import { deltaDigest } from "../../plan/workspace/delta-digest.ts";
import { type Judgement, judgeReport, type Refusal, shownChange } from "../../plan/workspace/judge-report.ts";
import { type FactPorts, reportFacts } from "../../plan/workspace/report-facts.ts";
import { runVerify, type VerifyPorts, type VerifyRun } from "../../plan/workspace/run-verify.ts";
import { settleReport } from "../../plan/workspace/settle-report.ts";
import type { TreeChange } from "../../plan/workspace/snapshot-diff.ts";
import type { Ending, GuardRecord, Workspace } from "../../plan/workspace/workspace.ts";
import type { WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { type Judging, judge } from "../learn/judging.ts";

/** So many paths of each kind are kept in a report. */
export const REPORTED_PATHS_MAX = 1000;
const OUTSIDE_MAX = 20;
const CHANGED_RECORD = "the record of this workspace is not what the plan says of its task: somebody changed it";
const JUDGED_BEFORE = "told already for this task";

/** What is reported. */
export interface SaidReport {
  readonly status: Report["status"];
  readonly summary: string;
  readonly utilized: readonly string[];
  readonly misled: readonly string[];
  readonly evidence: string;
}

/** What a report needs. */
export interface ReportingPorts {
  readonly store: Pick<
    WorkspaceStore,
    "directory" | "ending" | "end" | "recordEnd" | "calls" | "overrides" | "beside" | "append"
  >;
  readonly documents: ReportDocuments;
  readonly facts: FactPorts;
  readonly verify: VerifyPorts;
  /** Whether a person approved the plan. */
  readonly isApproved: (plan: string) => boolean;
  /** The task as the plan has it; null where that cannot be told. */
  readonly planned?: (plan: string, seq: string) => Task | null;
  /** The log for the workspace's actor and project. */
  readonly log: JudgementLog;
  readonly view: () => Promise<KnowledgeView>;
  readonly files: FileSystem;
  readonly now: () => number;
  readonly uptime: () => number;
}

/** The documents of plans, as far as a report needs them. */
export interface ReportDocuments {
  /** Keeps a report, and gives its hash. Throws IO. */
  writeReport(report: Report): string;
  /** Null where there is none of this hash. */
  readReport(hash: string): Report | null;
}

/** What came of a report. */
export interface Reported {
  /** Empty: it was accepted. */
  readonly refusals: readonly Refusal[];
  /** Whether this call ended the workspace; null where it was refused. */
  readonly isFirst: boolean | null;
  readonly report: Report;
  /** "" where it was refused. */
  readonly hash: string;
  readonly notes: readonly string[];
  /** How the verify command ended that helix ran itself; null: it ran none. */
  readonly run: VerifyRun | null;
  /** What was judged of notes; null where nothing was claimed. */
  readonly judging: Judging | null;
  readonly calls: readonly GuardRecord[];
}

/**
 * Reports a task. One that was reported already is not judged again; what a crash has left undone is done. Throws
 * NOT_FOUND where the workspace has ended otherwise, IO, LOCKED.
 */
export async function reportTask(workspace: Workspace, given: SaidReport, ports: ReportingPorts): Promise<Reported> {
  const mask = await loadMask();
  const safe = (text: string) => mask(cleanText(text).text);
  const said = maskedData(given, safe);
  const before = ports.store.ending(workspace.id);
  if (before !== null) return reportedAlready(workspace, said, before, ports);
  const { run, judgement, calls } =
    given.status === "delivered" ? await judgedDelivery(workspace, ports) : await lookedAt(workspace, ports);
  const { refusals, changed, unattributed, overridden } = judgement;
  const seen = { changed: cut(changed), unattributed: cut(unattributed), overridden };
  const report: Report = { ...said, ...maskedData(seen, mask) };
  const notes = [...judgement.notes, ...cutNote(changed, "changed"), ...cutNote(unattributed, "not attributable")];
  const base = { refusals, report, notes, run: maskedData(run, safe), calls };
  if (refusals.length > 0) return { ...base, isFirst: null, hash: "", judging: null };
  const { hash, lost } = keptReport(report, ports);
  const { ended, judging } = await settled(workspace, said.status, hash, ports);
  if (ended.ending.how !== said.status) throw endedOtherwise(workspace, ended.ending.how);
  return { ...base, isFirst: ended.isOurs, hash, notes: [...notes, ...lost, ...ended.problems], judging };
}

/** Keeps a report. One of BLOCKED is accepted without it, on a full disk say: then its words are lost. Throws IO. */
function keptReport(report: Report, { documents }: ReportingPorts): { hash: string; lost: readonly string[] } {
  try {
    return { hash: documents.writeReport(report), lost: [] };
  } catch (error) {
    if (report.status !== "blocked") throw error;
    return {
      hash: "",
      lost: ["the words of this report are not kept: the knowledge base cannot be written, a full disk perhaps"],
    };
  }
}

/** The report that ended the workspace before. */
async function reportedAlready(workspace: Workspace, said: SaidReport, before: Ending, ports: ReportingPorts) {
  if (before.how !== said.status) throw endedOtherwise(workspace, before.how);
  const { ended, judging } = await settled(workspace, before.how, before.report, ports);
  const hash = ended.ending.report;
  const known = ports.documents.readReport(hash);
  const report: Report = known ?? { ...said, changed: [], unattributed: [], overridden: [] };
  return { refusals: [], isFirst: false, report, hash, notes: ended.problems, run: null, judging, calls: [] };
}

async function settled(workspace: Workspace, how: Report["status"], hash: string, ports: ReportingPorts) {
  const { documents, files, store, log } = ports;
  const { utilized = [], misled = [] } = (hash === "" ? null : documents.readReport(hash)) ?? {};
  // Another report may count; then it was judged by whoever gave it.
  const view = utilized.length + misled.length > 0 ? await ports.view() : null;
  let judging: Judging | null = null;
  const judged = (counting: string) => {
    const report = documents.readReport(counting);
    if (view !== null && report !== null) judging = judgedNotes(workspace, report, view, log);
  };
  const ended = settleReport(workspace, how, hash, { files, store, log, judge: judged });
  return { ended, judging: judging as Judging | null };
}

function cut(paths: readonly string[]): readonly string[] {
  return paths.length > REPORTED_PATHS_MAX ? paths.slice(0, REPORTED_PATHS_MAX) : paths;
}

function cutNote({ length }: readonly string[], what: string): string[] {
  return length > REPORTED_PATHS_MAX
    ? [`of ${length} paths that are ${what}, the first ${REPORTED_PATHS_MAX} are kept`]
    : [];
}

/** Whether the workspace has the limits of its plan, which never changes. Where the plan is gone, that is not known. */
function isAsPlanned({ plan, task }: Workspace, { planned }: ReportingPorts): boolean {
  const known = planned?.(plan, task.seq) ?? null;
  return known === null || limitsOf(known) === limitsOf(task);
}

function limitsOf({ delta, verify, writes, budget }: Task): string {
  return JSON.stringify([delta, verify, writes, budget]);
}

/** Judges DELIVERED. Helix runs the verify command where a person approved the plan and nobody saw it succeed. */
async function judgedDelivery(workspace: Workspace, ports: ReportingPorts) {
  const { store, isApproved } = ports;
  const overrides = store.overrides(workspace.id);
  const others = store.beside(workspace);
  const reported = { workspace, overrides, others, calls: store.calls(workspace.id) };
  const found = await reportFacts(reported, ports.facts);
  const facts = isAsPlanned(workspace, ports) ? found : { ...found, treeFlaw: CHANGED_RECORD };
  const isAccepted = overrides.some(({ accepts }) => accepts.includes("verify"));
  if (facts.verify.isGreen || facts.treeFlaw !== "" || isAccepted || !isApproved(workspace.plan)) {
    return { run: null, judgement: judgeReport(facts), calls: reported.calls };
  }
  const run = await runVerify(workspace.task.verify, workspace.root, ports.verify);
  const record: GuardRecord = {
    kind: "verify",
    at: ports.now(),
    uptime: ports.uptime(),
    id: "",
    ok: run.isGreen,
    flaw: "",
    digest: deltaDigest(workspace.root, workspace.task.delta, ports.facts.entries),
    signature: run.isGreen ? "" : errorSignature(run.output),
  };
  const calls = [...reported.calls, record];
  // What it wrote counts, too.
  const after = await reportFacts({ ...reported, calls }, ports.facts);
  const judgement = judgeReport({ ...after, notes: [`helix ran the verify command: it ${run.ended}`, ...after.notes] });
  return { run, judgement, calls };
}

/** What was changed, for a report of BLOCKED: nothing of it matters so much that it may stand in the way. */
async function lookedAt(workspace: Workspace, ports: ReportingPorts) {
  const empty: Judgement = { refusals: [], overridden: [], notes: [], changed: [], unattributed: [] };
  let calls: GuardRecord[] = [];
  try {
    calls = ports.store.calls(workspace.id);
    const overrides = ports.store.overrides(workspace.id);
    const others = ports.store.beside(workspace);
    const { changes, treeFlaw } = await reportFacts({ workspace, overrides, others, calls }, ports.facts);
    const changed = [...changes.own, ...changes.outside].map(({ path }) => path);
    const unattributed = changes.unattributed.map(({ change }) => change.path);
    const notes = [...outsideNotes(changes.outside), ...(treeFlaw === "" ? [] : [`not all is told: ${treeFlaw}`])];
    return { run: null, judgement: { ...empty, notes, changed, unattributed }, calls };
  } catch (error) {
    return {
      run: null,
      judgement: { ...empty, notes: [`what was changed is not told: ${messageOf(error, 200)}`] },
      calls,
    };
  }
}

function outsideNotes(outside: readonly TreeChange[]): string[] {
  if (outside.length === 0) return [];
  const shown = outside.slice(0, OUTSIDE_MAX).map(shownChange).join(", ");
  const more = outside.length > OUTSIDE_MAX ? ` and ${outside.length - OUTSIDE_MAX} more` : "";
  return [
    `${counted(outside.length, "path", "paths")} changed outside of the delta, and stays so for whoever begins the task again: ${shown}${more}`,
  ];
}

/** Judges the notes that a report claims. What was judged for the task before is passed over. */
function judgedNotes(workspace: Workspace, report: Report, view: KnowledgeView, log: JudgementLog): Judging {
  const judging = judge(view, log, {
    helped: report.utilized,
    misled: report.misled,
    shown: workspace.lessons,
    evidence: report.evidence === "" ? report.summary : report.evidence,
    task: `${workspace.plan}-${workspace.task.seq}`,
    by: "report",
  });
  return { ...judging, refused: judging.refused.filter(({ why }) => why !== JUDGED_BEFORE) };
}

function endedOtherwise({ id, task: { seq } }: Workspace, how: string): HelixError {
  const why: Readonly<Record<string, string>> = {
    delivered: "was reported as delivered before",
    blocked: "was reported as blocked before",
    released: "was released by a person",
    expired: "ended by itself, as nothing was heard of it for hours",
  };
  const again = (say: Wording) =>
    `; to go on, begin the task again: ${say.either(`helix plan start ${seq}`, `plan action=start seq="${seq}"`)}`;
  return new HelixError(
    "NOT_FOUND",
    (say) =>
      `the workspace ${id} of task ${seq} has ended: it ${why[how] ?? how}${how === "delivered" ? "" : again(say)}`,
  );
}
