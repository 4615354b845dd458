// Who calls `plan`, and the workspaces of the knowledge base for that call.

import { orElse, orNull } from "../../base/errors.ts";
import { isWithin, nameOf } from "../../base/path-names.ts";
import { type FoundProject, findProject, projectOf, sameProject } from "../../notes/projects/project.ts";
import { readBinding, sweepBindings } from "../../plan/workspace/bindings.ts";
import type { Lineage } from "../../plan/workspace/lineage.ts";
import { allMarkers, projectOfMarker } from "../../plan/workspace/marker.ts";
import { openWorkspaces, recordFor } from "../../plan/workspace/open-workspaces.ts";
import { readEnding, readWorkspace } from "../../plan/workspace/read-workspace.ts";
import type { Settled } from "../../plan/workspace/settle-left.ts";
import type { Actor, Binding } from "../../plan/workspace/workspace.ts";
import type {
  ActiveWorkspaces,
  DamagedWorkspace,
  HeldWorkspace,
  WorkspaceStore,
} from "../../plan/workspace/workspace-store.ts";
import { diskOnceFiles } from "../../platform/disk-once-files.ts";
import { diskFiles } from "../../platform/disk-small-files.ts";
import { uptimeSeconds } from "../../platform/libc-uptime.ts";
import { judgementsOf } from "../learn/ports.ts";
import { type PlanPorts, planCaller, planKeys, planRoot, planStore } from "./ports.ts";

/** Who calls, as far as that is known. */
export interface KnownCaller extends Actor {
  /** What the hook before the call recorded; null where no hook saw it. */
  readonly binding: Binding | null;
  /** The root of the caller's work tree, a path without links. */
  readonly root: string;
  readonly lineage: Lineage;
}

/** Who calls. A command line does not say which subagent it is of. Throws NOT_FOUND. */
export function knownCaller(ports: PlanPorts): KnownCaller {
  const { toolUseId, once = diskOnceFiles, processes = () => [] } = planCaller(ports);
  const { directory } = ports.base;
  const binding = toolUseId === "" ? null : readBinding(once, directory, toolUseId);
  sweepBindings(once, directory, ports.base.clock());
  const lineage = { client: binding?.client ?? "", processes: processes() };
  if (binding !== null)
    return { session: binding.session, agent: binding.agent, binding, root: rootOf(binding, ports), lineage };
  return { session: judgementsOf(ports).acting.session, agent: "", binding: null, root: planRoot(ports), lineage };
}

/** Another work tree of the same project is the caller's own; a folder elsewhere is not. */
function rootOf({ directory }: Binding, ports: PlanPorts): string {
  const found = orNull(() => findProject(directory, diskFiles));
  const judge = ports.judgeProject ?? ((each: FoundProject) => projectOf(each, false));
  return found !== null && sameProject(judge(found).keys, planKeys(ports)) ? found.root : planRoot(ports);
}

/** The workspaces of the knowledge base. */
export function workspaceStore(ports: PlanPorts): WorkspaceStore {
  const { files, home, once, uptime } = planCaller(ports);
  const { directory, clock: now } = ports.base;
  return openWorkspaces({ directory, home, files, log: judgementsOf(ports).log, now, once, uptime });
}

/**
 * Ends what was left behind, and makes up for what crashes left out of the event log. What cannot be read is left to
 * others to tell; then nothing is settled.
 */
export function settleWorkspaces(ports: PlanPorts, store: WorkspaceStore = workspaceStore(ports)): Settled {
  const settled = orNull(() => store.settle()) ?? { ended: [] };
  orNull(() => {
    for (const { hash, facts } of planStore(ports).open()) {
      for (const [seq, { running }] of facts) {
        for (const { id } of running.values())
          orNull(() => recordMissedEnd(ports, store, { id, plan: hash, task: seq }));
      }
    }
  });
  return settled;
}

/** Writes the end of a workspace that events take for active. One that is not in this knowledge base is none. */
function recordMissedEnd(
  ports: PlanPorts,
  store: WorkspaceStore,
  { id, plan, task }: { readonly id: string; readonly plan: string; readonly task: string },
): void {
  const ending = store.ending(id);
  // One that is over holds nobody, even if it cannot be read.
  const workspace = ending === null ? store.read(id) : orNull(() => store.read(id));
  if (workspace === null) {
    const of = { session: "", agent: "", project: planKeys(ports) };
    recordFor(judgementsOf(ports).log, ports.base.clock(), of, [
      { type: "workspace", workspace: id, plan, task, how: "released" },
    ]);
  } else if (ending !== null) store.recordEnd(workspace, ending);
}

/** What is active in the caller's project, settled before. */
export interface KnownWorkspaces extends ActiveWorkspaces {
  readonly store: WorkspaceStore;
  /** Seconds since the machine was started. */
  readonly uptime: number;
}

/** The active workspaces of the caller's project, and those of any that cannot be read. Throws the system's errors. */
export function knownWorkspaces(ports: PlanPorts): KnownWorkspaces {
  const store = workspaceStore(ports);
  settleWorkspaces(ports, store);
  const { uptime = uptimeSeconds } = planCaller(ports);
  const keys = planKeys(ports);
  const { active, damaged } = store.active();
  const isHere = ({ workspace }: HeldWorkspace) => sameProject(workspace.project, keys);
  const lost = orNull(() => lostMarkers(ports)) ?? [];
  const told = new Set(lost.map(({ id }) => id));
  return {
    store,
    active: active.filter(isHere),
    damaged: [...damaged.filter(({ id }) => !told.has(id)), ...lost],
    uptime: uptime(),
  };
}

/** Markers of this tree that refuse calls and that no workspace answers for: damaged, or of a knowledge base without it. */
function lostMarkers(ports: PlanPorts): DamagedWorkspace[] {
  const { home, once = diskOnceFiles } = planCaller(ports);
  const root = planRoot(ports);
  if (home === "") return [];
  return allMarkers(once, home).markers.flatMap(({ path, line }) => {
    const project = projectOfMarker(home, path);
    if (!isWithin(root, project) && !isWithin(project, root)) return [];
    if (line === null) return [{ id: nameOf(path), why: "its marker is damaged, so every call here is refused" }];
    const { workspace: id, directory } = line;
    const isGone = orElse(
      false,
      () => readEnding(once, directory, id) === null && readWorkspace(once, directory, id) === null,
    );
    return isGone ? [{ id, why: `it is not in ${directory}` }] : [];
  });
}
