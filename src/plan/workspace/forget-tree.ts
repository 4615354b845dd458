// Removes what workspaces kept of a tree: how it was when they began. What an active one is compared with stays.

import { orElse } from "../../base/errors.ts";
import type { FileSystem } from "../../platform/file-system.ts";
import type { OnceReading } from "../../platform/once-files.ts";
import { planPaths } from "../plan-paths.ts";
import { readEnding, readWorkspace } from "./read-workspace.ts";
import { SnapshotStore } from "./snapshot-store.ts";

/** What was removed, and whether something stays for a task that is active in the tree. */
export interface ForgottenSnapshots {
  readonly bytes: number;
  readonly isHeld: boolean;
}

/** `directory` is that of the knowledge base, `root` a path without links. Throws the system's errors. */
export function forgetSnapshots(
  files: FileSystem,
  once: OnceReading,
  directory: string,
  root: string,
): ForgottenSnapshots {
  const { workspaces, snapshots } = planPaths(directory);
  const active = (once.namesIn(workspaces) ?? []).flatMap((id) =>
    orElse([], () => (readEnding(once, directory, id) === null ? [readWorkspace(once, directory, id)] : [])),
  );
  const here = active.flatMap((each) => (each?.root === root ? [each.snapshot] : []));
  const bytes = new SnapshotStore(files, snapshots).forget(root, new Set(here));
  return { bytes, isHeld: here.length > 0 };
}
