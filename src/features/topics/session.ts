// topics action=session: what was changed in this session, what its hooks saw, then the summary that a session begins
// with.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { SessionLog } from "../../events/session-log.ts";
import { sessionData, sessionReport } from "../../events/session-report.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import { CheckpointStore } from "../checkpoint/checkpoint-store.ts";
import type { FeatureContext } from "../common/feature.ts";
import { sessionSummary, summaryText } from "../session/summary.ts";
import type { SessionData } from "./data.ts";

/** How many operations are listed one by one. */
const LISTED_MAX = 50;
const OPERATION_LENGTH_MAX = 120;

/** What the action needs. */
export type SessionPorts = Access<"view" | "directory"> & Pick<FeatureContext, "project" | "session" | "hookSession">;

/** What was changed in this session, then the summary. A command has no session, and says so. */
export async function sessionAnswer(ports: SessionPorts): Promise<Answer> {
  const checkpoint = ownCheckpoint(ports);
  const view = await ports.base.view(indexingProgress(ports));
  const summary = summaryText(sessionSummary(view, ports.project, checkpoint));
  const { session } = ports;
  const head =
    session === undefined ? ["a command has no session; a new one would begin with this:"] : operationLines(session);
  const seen = ports.hookSession?.() ?? null;
  const report = seen === null ? [] : sessionReport(seen);
  return {
    found: true,
    text: () => [...head, ...report, "", summary].join("\n"),
    data: (): SessionData => ({
      operations: session?.operations.map(({ time, what }) => ({ time: new Date(time).toISOString(), what })) ?? null,
      count: session?.count ?? null,
      hooks: seen === null ? null : sessionData(seen),
      summary,
    }),
  };
}

/** The checkpoint of this project. null also when the file cannot be used; `resume` says why. */
function ownCheckpoint({ base, project }: SessionPorts): Checkpoint | null {
  try {
    return new CheckpointStore(diskFileSystem, base.directory).load(project?.keys ?? []).own;
  } catch {
    return null;
  }
}

function operationLines(session: SessionLog): string[] {
  if (session.count === 0) return ["nothing was changed in this session yet"];
  const shown = session.operations.slice(-LISTED_MAX);
  const older = session.count - shown.length;
  return [
    `changed in this session: ${counted(session.count, "operation", "operations")}`,
    ...(older > 0 ? [`  ... ${older} older`] : []),
    ...shown.map(
      ({ time, what }) =>
        `  ${formatDateTime(Math.floor(time / MINUTE_MS))} ${cutLine(cleanLine(what), OPERATION_LENGTH_MAX)}`,
    ),
  ];
}
