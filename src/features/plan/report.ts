// plan action=report: ends the caller's task as delivered, if all that it is judged by allows it, or as blocked.

import type { Answer } from "../../base/answer.ts";
import { invalid, orElse, orNull } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { counted } from "../../base/wording.ts";
import { cleanText } from "../../engine/text/clean.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import type { PlanStanding } from "../../plan/documents/task-statuses.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { SnapshotStore } from "../../plan/workspace/snapshot-store.ts";
import type { Workspace } from "../../plan/workspace/workspace.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import { systemPrograms } from "../../platform/programs.ts";
import { judgementsOf } from "../learn/ports.ts";
import { knownCaller, settleWorkspaces, workspaceStore } from "./caller.ts";
import type { PlanArguments } from "./parameters.ts";
import { type PlanPorts, planCaller, planStore } from "./ports.ts";
import { type Reported, type ReportingPorts, reportTask, type SaidReport } from "./report-task.ts";
import { reportData, reportLines } from "./report-text.ts";
import { reportedWorkspace } from "./reported-workspace.ts";
import { treePorts } from "./tree-ports.ts";

const CLAIMS_MAX = 100;
const SAID_MAX = 20_000;

/** Reports the caller's task. Throws INVALID_ARGUMENT, NOT_FOUND, IO, LOCKED. */
export async function report(ports: PlanPorts, values: PlanArguments): Promise<Answer> {
  const said = saidReport(values);
  const caller = planCaller(ports);
  const store = workspaceStore(ports);
  settleWorkspaces(ports, store);
  const workspace = reportedWorkspace(store, knownCaller(ports), await caller.kind(), values.seq ?? "", said.status);
  const reported = await reportOf(ports, workspace, said);
  const after = standingBehind(ports, workspace);
  const isAccepted = reported.refusals.length === 0;
  return {
    found: isAccepted,
    ...(isAccepted ? { operation: `task ${workspace.task.seq} was reported as ${said.status}` } : {}),
    text: (say) => reportLines(workspace, said, reported, after, say).join("\n"),
    data: () => reportData(workspace, said, reported, after),
  };
}

/** Reports a workspace, whoever calls; `said` was checked. Throws NOT_FOUND, IO, LOCKED. */
export function reportOf(ports: PlanPorts, workspace: Workspace, said: SaidReport): Promise<Reported> {
  return reportTask(workspace, said, reportingPorts(ports, workspace));
}

function reportingPorts(ports: PlanPorts, workspace: Workspace): ReportingPorts {
  const { base, git } = ports;
  const { files, uptime = uptimeSeconds, transcripts, environment = {}, isHurried } = planCaller(ports);
  const plans = planStore(ports);
  const { session, agent, project } = workspace;
  return {
    store: workspaceStore(ports),
    documents: {
      writeReport: (body) => plans.keepReport(body),
      readReport: (hash) => plans.documents.body("report", hash),
    },
    facts: {
      ...treePorts(ports),
      snapshots: new SnapshotStore(files, planPaths(base.directory).snapshots),
      transcripts: transcripts ?? (() => ({ calls: [], flaws: ["transcripts are not read here"] })),
    },
    verify: { programs: git?.programs ?? systemPrograms, environment },
    isApproved: (plan) => isHurried !== true && orElse(false, () => plans.plan(plan).isApproved),
    planned: (plan, seq) => orElse(null, () => plans.plan(plan).plan.tasks.find((task) => task.seq === seq) ?? null),
    log: judgementsOf(ports).actingAs({ session, agent, project }),
    view: () => base.view(indexingProgress(ports)),
    files,
    now: base.clock,
    uptime,
  };
}

/** Where the plan stands behind a report; null where that cannot be told. */
function standingBehind(ports: PlanPorts, { plan }: Workspace): PlanStanding | null {
  return orNull(() => {
    const plans = planStore(ports);
    return plans.standing(plans.plan(plan));
  });
}

function saidReport(values: PlanArguments): SaidReport {
  const { status = "blocked", evidence = "" } = values;
  const summary = cleanText(values.summary ?? "").text;
  if (!/[\p{L}\p{N}]/u.test(summary)) {
    const what = status === "delivered" ? "what was done" : "what blocks it";
    throw invalid(
      (say) =>
        `${say.name("summary")} says nothing: say ${what}, e.g. ${say.example('summary="retries are limited to 3"')}`,
    );
  }
  for (const [name, text] of [["summary", summary] as const, ["evidence", evidence] as const]) {
    if (text.length > SAID_MAX)
      throw invalid((say) => `${say.name(name)} has ${text.length} characters, at most ${SAID_MAX} are accepted`);
  }
  return {
    status,
    summary: summary.trim(),
    utilized: listed("utilized", values.utilized),
    misled: listed("misled", values.misled),
    evidence,
  };
}

function listed(name: string, given: TextList | undefined): string[] {
  const items = joined(given ?? "", ",")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item.toLowerCase() !== "none");
  if (items.length <= CLAIMS_MAX) return items;
  throw invalid(
    (say) =>
      `${say.name(name)} has ${counted(items.length, "note", "notes")}, at most ${CLAIMS_MAX} are accepted at once`,
  );
}
