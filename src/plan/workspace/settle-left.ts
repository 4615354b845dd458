// Ends the workspaces that nobody will end: those that were left behind, and those whose marker a person has deleted. What
// was cut off while one began or ended is taken away with them.

import type { HeldLock } from "../../platform/file-system.ts";
import type { OnceFiles } from "../../platform/once-files.ts";
import { isLeftBehind } from "./left-behind.ts";
import { allMarkers, removeMarker } from "./marker.ts";
import type { Ending, GuardRecord, Workspace } from "./workspace.ts";

/** What was found over. */
export interface Settled {
  readonly ended: readonly { readonly workspace: Workspace; readonly how: LeftHow }[];
}

type LeftHow = "expired" | "released";

/** The workspaces of a knowledge base, as far as they are needed. */
interface LeftStore {
  readonly directory: string;
  ids(): string[];
  isOver(id: string): boolean;
  read(id: string): Workspace | null;
  calls(id: string): GuardRecord[];
  end(workspace: Workspace, ending: Pick<Ending, "how">): { readonly isOurs: boolean };
}

interface LeftPorts {
  readonly files: OnceFiles;
  readonly home: string;
  readonly uptime: () => number;
  readonly tryLock: (path: string) => HeldLock | null;
}

/**
 * Ends what is over. `lockPath`: the lock under which workspaces begin. Throws where workspaces cannot be listed; whatever
 * else goes wrong is left to the next call.
 */
export function settleLeft(store: LeftStore, ports: LeftPorts, lockPath: string): Settled {
  const ended: { workspace: Workspace; how: LeftHow }[] = [];
  for (const id of store.ids()) {
    try {
      const workspace = store.isOver(id) ? null : store.read(id);
      const how = workspace === null ? null : howOver(workspace, store, ports);
      if (workspace !== null && how !== null && endUnlessStarting(workspace, how, store, ports, lockPath))
        ended.push({ workspace, how });
    } catch {
      // It is told as damaged.
    }
  }
  removeLeftMarkers(store, ports);
  return { ended };
}

function howOver(workspace: Workspace, store: LeftStore, { files, uptime }: LeftPorts): LeftHow | null {
  if (isLeftBehind(workspace, store.calls(workspace.id), uptime())) return "expired";
  return workspace.hold === "guard" && !files.isThere(workspace.marker) ? "released" : null;
}

/** One that just begins has no marker yet, but the lock. */
function endUnlessStarting(
  workspace: Workspace,
  how: LeftHow,
  store: LeftStore,
  ports: LeftPorts,
  lockPath: string,
): boolean {
  const lock = how === "released" ? ports.tryLock(lockPath) : null;
  if (how === "released" && lock === null) return false;
  try {
    if (howOver(workspace, store, ports) === null) return false;
    return store.end(workspace, { how }).isOurs;
  } finally {
    lock?.release();
  }
}

/** Removes markers of workspaces of this knowledge base that are over. */
function removeLeftMarkers(store: LeftStore, { files, home }: LeftPorts): void {
  if (home === "") return;
  for (const { path, line } of allMarkers(files, home).markers) {
    try {
      if (line?.directory === store.directory && store.isOver(line.workspace)) removeMarker(files, home, path);
    } catch {
      // The guard looks for `ended.json`, too.
    }
  }
}
