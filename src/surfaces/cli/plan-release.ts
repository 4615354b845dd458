// `helix plan release`: a person ends a workspace. It needs no knowledge base: where that cannot be read or written, the
// marker alone is removed, which ends it, and what could not be done is told.

import type { Answer } from "../../base/answer.ts";
import { HelixError, invalid, messageOf, orElse } from "../../base/errors.ts";
import { nameOf } from "../../base/path-names.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { EventLog } from "../../events/log/event-log.ts";
import { allMarkers, type FoundMarker, removeMarker } from "../../plan/workspace/marker.ts";
import { openWorkspaces } from "../../plan/workspace/open-workspaces.ts";
import type { Ending, Workspace } from "../../plan/workspace/workspace.ts";
import type { WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { environmentClock } from "../clock.ts";
import { homeDirectory } from "../environment.ts";
import type { PlanReleasedData } from "./data/plans.ts";
import { isNamed } from "./plan-override.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

const EXAMPLE = "helix plan release 7k3v9xq2mp";
const LISTED_MAX = 10;

/** The workspaces of a knowledge base, for commands. */
export function workspacesOf(directory: string): WorkspaceStore {
  const log = new EventLog(diskFileSystem, directory);
  return openWorkspaces({ directory, home: homeDirectory(), files: diskFileSystem, log, now: environmentClock() });
}

/** A workspace that may be released: by its markers, and by what a knowledge base knows of it. */
interface Releasable {
  readonly id: string;
  readonly directory: string;
  readonly markers: readonly FoundMarker[];
  /** Null where it cannot be read. */
  readonly workspace: Workspace | null;
}

/** Ends the workspace named by its id, the beginning of it, or its task; without a name, the only one. Throws INVALID_ARGUMENT, NOT_FOUND, IO. */
export async function releaseWorkspace(directory: string, given: string | undefined): Promise<Answer> {
  if (!(await isTypedByPerson()))
    throw invalid(`only a person can release a workspace: type it in a terminal of your own, e.g. ${EXAMPLE}`);
  const all = releasable(directory);
  const wanted = (given ?? "").trim();
  const isWanted = ({ id, workspace }: Releasable) =>
    workspace === null ? id.startsWith(wanted) : isNamed(workspace, wanted);
  // Without a name the only one is meant.
  const found = all.filter((each) => wanted === "" || isWanted(each));
  if (found.length === 1) return released(found[0]!);
  if (all.length === 0) throw new HelixError("NOT_FOUND", "no workspace is active: there is nothing to release");
  const listed = all.slice(0, LISTED_MAX).map(shown);
  const more = all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : "";
  const there = `active ${all.length === 1 ? "is" : "are"} ${listed.join("; ")}${more}`;
  if (found.length > 1) throw invalid(`say which workspace: ${there}; e.g. helix plan release ${all[0]!.id}`);
  throw new HelixError("NOT_FOUND", `no active workspace is ${JSON.stringify(wanted.slice(0, 40))}: ${there}`);
}

function shown({ id, workspace, directory }: Releasable): string {
  if (workspace === null)
    return `${id} of ${directory === "" ? "a knowledge base that its marker does not name" : directory}`;
  return `${id} (task ${workspace.task.seq}, since ${formatDateTime(workspace.startedAt / MINUTE_MS)})`;
}

/** Whatever is active or marked. Throws IO where the knowledge base cannot tell, and there is no marker either. */
function releasable(directory: string): Releasable[] {
  const found = new Map<string, Releasable>();
  const add = (id: string, of: string, marker: FoundMarker | null) => {
    const before = found.get(id);
    const markers = [...(before?.markers ?? []), ...(marker === null ? [] : [marker])];
    const workspace = before?.workspace ?? (of === "" ? null : orElse(null, () => workspacesOf(of).read(id)));
    found.set(id, { id, directory: before?.directory || of, markers, workspace });
  };
  for (const marker of allMarkers(diskOnceFiles, homeDirectory()).markers) {
    add(marker.line?.workspace ?? nameOf(marker.path), marker.line?.directory ?? "", marker);
  }
  try {
    const { active, damaged } = workspacesOf(directory).active();
    for (const { workspace } of active) add(workspace.id, directory, null);
    for (const { id } of damaged) add(id, directory, null);
  } catch (error) {
    if (found.size === 0) throw error;
  }
  return [...found.values()];
}

function released({ id, directory, markers, workspace }: Releasable): Answer {
  const problems: string[] = [];
  let ending: Pick<Ending, "how"> = { how: "released" };
  if (workspace === null) {
    problems.push(`its state could not be read in ${directory || "any knowledge base"}`);
    try {
      if (directory !== "") workspacesOf(directory).endUnread(id);
    } catch (error) {
      if (markers.length === 0) throw error;
      problems.push(messageOf(error));
    }
  } else {
    try {
      const ended = workspacesOf(directory).end(workspace, { how: "released" });
      ending = ended.ending;
      problems.push(...ended.problems);
    } catch (error) {
      problems.push(messageOf(error));
      if (markers.length === 0) throw error;
    }
  }
  const removed = markers.map(({ path }) => path);
  for (const path of removed) removeMarker(diskOnceFiles, homeDirectory(), path);
  const task = workspace === null ? "" : ` (task ${workspace.task.seq} ${workspace.task.slug})`;
  const said =
    ending.how === "released"
      ? "is released, and holds nobody any more"
      : `was ${ending.how} already; its marker is gone`;
  return {
    found: true,
    operation: `workspace ${id} was released`,
    text: () =>
      [
        `workspace ${id}${task} ${said}: what was changed is still there`,
        ...problems.map((problem) => `not done: ${problem}`),
      ].join("\n"),
    data: (): PlanReleasedData => ({
      workspace: id,
      seq: workspace?.task.seq ?? "",
      how: ending.how,
      markers: removed,
      problems,
    }),
  };
}
