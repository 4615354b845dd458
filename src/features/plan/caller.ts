// Who calls `plan`, and the workspaces of the knowledge base for that call.

import { orNull } from "../../base/errors.ts";
import { type FoundProject, findProject, projectOf, sameProject } from "../../notes/projects/project.ts";
import { readBinding, sweepBindings } from "../../plan/workspace/bindings.ts";
import { openWorkspaces, recordFor } from "../../plan/workspace/open-workspaces.ts";
import type { Actor, Binding } from "../../plan/workspace/workspace.ts";
import type { ActiveWorkspaces, HeldWorkspace, Settled, WorkspaceStore } from "../../plan/workspace/workspace-store.ts";
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
}

/** Who calls. A command line does not say which subagent it is of. Throws NOT_FOUND. */
export function knownCaller(ports: PlanPorts): KnownCaller {
  const { toolUseId, once = diskOnceFiles } = planCaller(ports);
  const { directory } = ports.base;
  const binding = toolUseId === "" ? null : readBinding(once, directory, toolUseId);
  sweepBindings(once, directory, ports.base.clock());
  if (binding !== null)
    return { session: binding.session, agent: binding.agent, binding, root: rootOf(binding, ports) };
  return { session: judgementsOf(ports).acting.session, agent: "", binding: null, root: planRoot(ports) };
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
        for (const { id } of running.values()) recordMissedEnd(ports, store, { id, plan: hash, task: seq });
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
  const workspace = store.read(id);
  const ending = store.ending(id);
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
  return { store, active: active.filter(isHere), damaged, uptime: uptime() };
}
