// What the doctor says of active workspaces of plans: what is held since when, and markers that nothing stands behind. A
// marker costs each call of a tool in its project a process, and may refuse the calls of its session.

import { orElse } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { isLeftBehind } from "../../plan/workspace/left-behind.ts";
import { allMarkers, type FoundMarker, projectOfMarker } from "../../plan/workspace/marker.ts";
import { readCalls, readEnding, readWorkspace } from "../../plan/workspace/read-workspace.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import type { OnceReading } from "../../platform/once-files.ts";
import { type Finding, note, ok, problem } from "../claude-code/finding.ts";

const SHOWN_MAX = 10;
const WORKSPACE_ID = /^[0-9A-Za-z]{10}$/;

/** What is looked at: the user's home, and the knowledge base directory. */
export interface PlanSurroundings {
  readonly home: string;
  readonly directory: string;
  /** Whether the client runs hooks in the folder of a project, but not those of the guard; left out: not known. */
  readonly isUnguarded?: (project: string) => boolean;
}

/** Says which workspaces hold somebody. Nothing is changed. */
export function checkPlans(
  { home, directory, isUnguarded = () => false }: PlanSurroundings,
  files: OnceReading = diskOnceFiles,
  uptime: () => number = uptimeSeconds,
): Finding[] {
  const { markers, isCut } = home === "" ? { markers: [], isCut: false } : allMarkers(files, home);
  const findings = markers
    .slice(0, SHOWN_MAX)
    .map((marker) => findingOf(marker, files, uptime, isUnguarded(projectOfMarker(home, marker.path))));
  const marked = new Set(markers.flatMap(({ line }) => line?.workspace ?? []));
  findings.push(...unheldFindings(directory, marked, files, uptime));
  const more = markers.length - SHOWN_MAX;
  if (more > 0)
    findings.push(note(`${counted(more, "more marker", "more markers")} of workspaces`, `ls -R ${home}/.helix-guard`));
  if (isCut) findings.push(note(`${home}/.helix-guard has too many folders to look through`));
  return findings.length === 0 ? [ok("no workspace of a plan is active")] : findings;
}

/** Workspaces that no guard holds have no marker, and so do those that cannot be read. `marked`: ids in markers. */
function unheldFindings(
  directory: string,
  marked: ReadonlySet<string>,
  files: OnceReading,
  uptime: () => number,
): Finding[] {
  const ids = orElse([], () => files.namesIn(planPaths(directory).workspaces) ?? []);
  const found = ids
    .filter((id) => WORKSPACE_ID.test(id) && !marked.has(id))
    .flatMap((id) => unheldFinding(id, directory, files, uptime));
  const more = found.length - SHOWN_MAX;
  return more > 0
    ? [...found.slice(0, SHOWN_MAX), note(`${counted(more, "more workspace", "more workspaces")}`, "helix plan status")]
    : found;
}

function unheldFinding(id: string, directory: string, files: OnceReading, uptime: () => number): Finding[] {
  try {
    const workspace = readEnding(files, directory, id) === null ? readWorkspace(files, directory, id) : null;
    if (workspace?.hold !== "report" || isLeftBehind(workspace, [], uptime())) return [];
    const { task, root, startedAt } = workspace;
    return [
      note(
        `task ${task.seq} ${task.slug} in ${root} is active since ${formatDateTime(startedAt / MINUTE_MS)} (workspace ${id}), and no guard holds its limits: only its report checks them`,
      ),
    ];
  } catch {
    return [
      problem(`workspace ${id} cannot be read in ${directory}, and its task cannot be reported`, releaseCommand(id)),
    ];
  }
}

function releaseCommand(id: string): string {
  return `helix plan release ${id}  # in a terminal of your own`;
}

function findingOf(
  { path, line }: FoundMarker,
  files: OnceReading,
  uptime: () => number,
  isUnguarded: boolean,
): Finding {
  if (line === null)
    return problem(
      `the marker ${path} is damaged: every call of a tool in its project is refused`,
      `rm -r ${shellWord(path)}`,
    );
  const { workspace: id, directory } = line;
  const release = releaseCommand(id);
  try {
    if (readEnding(files, directory, id) !== null)
      return note(`workspace ${id} has ended, and its marker is still there: it holds nobody`, "helix plan status");
    const workspace = readWorkspace(files, directory, id);
    if (workspace === null)
      return problem(`workspace ${id} is gone from ${directory}: all calls of its session are refused`, release);
    const { task, startedAt, root } = workspace;
    const since = formatDateTime(startedAt / MINUTE_MS);
    if (isLeftBehind(workspace, readCalls(files, directory, id), uptime()))
      return note(`workspace ${id} was left behind, active since ${since}: it holds nobody`, "helix plan status");
    const what = `task ${task.seq} ${task.slug} in ${root} is active since ${since} (workspace ${id})`;
    if (isUnguarded)
      return problem(`${what}, and its guard is not installed whole: its limits do not hold`, "helix hooks install");
    return ok(`${what}, held by the guard`);
  } catch {
    return problem(`workspace ${id} cannot be read in ${directory}: all calls of its session are refused`, release);
  }
}

function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
