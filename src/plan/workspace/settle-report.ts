// Ends a workspace by its report, in steps of which each can be done again: whoever repeats a report after a crash does
// what is missing and nothing twice.
//
//   document of the report (named by its hash)  →  ended.json (made once; from here on it has ended)
//   →  events `task` and `workspace`, by one write  →  the marker is taken away  →  feedback
//
// Invariants:
// - Whoever makes `ended.json` first has ended it. A report that comes second changes nothing, and is told what counts.
// - One process at a time does the steps behind it, under the workspace's lock, and looks first at what was done.

import type { JudgementLog } from "../../events/judgement-log.ts";
import { whileLocked } from "../../platform/command-lock.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import { planPaths } from "../plan-paths.ts";
import type { Workspace } from "./workspace.ts";
import type { Ended, WorkspaceStore } from "./workspace-store.ts";

const LOCK_NAME = ".report.lock";

export interface SettlingPorts {
  readonly files: FileSystem;
  readonly store: Pick<WorkspaceStore, "directory" | "end" | "recordEnd">;
  readonly log: JudgementLog;
  /** Gives the feedback of the report that counts, by its hash. What was judged already is not judged again. */
  readonly judge: (report: string) => void;
}

/** Ends a workspace by a report, or does what is missing behind the one that ended it. Throws IO, LOCKED. */
export function settleReport(
  workspace: Workspace,
  how: "delivered" | "blocked",
  report: string,
  { files, store, log, judge }: SettlingPorts,
): Ended {
  return whileLocked(files, planPaths(store.directory).workspace(workspace.id), LOCK_NAME, () => {
    const ended = store.end(workspace, { how, report });
    const { ending } = ended;
    if (ending.how !== "delivered" && ending.how !== "blocked") return ended;
    // Events that a full disk did not take are made up for by whoever looks at the plan next.
    const isFull = how === "blocked" && ended.problems.length > 0;
    if (!isFull && !isRecorded(workspace.id, log)) store.recordEnd(workspace, ending);
    if (ending.report !== "") judge(ending.report);
    return ended;
  });
}

/** Whether the events of a report are there. */
function isRecorded(id: string, log: JudgementLog): boolean {
  return log.recent(["task"], (event) => event.workspace === id && event.status !== "reopened").events.length > 0;
}
