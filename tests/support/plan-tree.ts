// Snapshots of real trees, for tests.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  SNAPSHOT_BOUNDS,
  type Snapshot,
  type SnapshotBounds,
  type SnapshotPorts,
  snapshotSince,
  takeSnapshot,
} from "../../src/plan/workspace/snapshot.ts";
import { snapshotDiff } from "../../src/plan/workspace/snapshot-diff.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import type { GitPorts } from "../../src/platform/git/git-program.ts";
import { systemPrograms } from "../../src/platform/programs.ts";
import { diskTreeEntries } from "../../src/platform/tree-entries.ts";

/** Git of this machine, with temporary folders in `scratch`. */
export function gitIn(scratch: string): GitPorts {
  return {
    programs: systemPrograms,
    files: diskFiles,
    scratch: [scratch],
    searchPath: process.env.PATH ?? "",
    home: "",
    configHome: "",
  };
}

export function snapshotPorts(scratch: string, bounds: Partial<SnapshotBounds> = {}): SnapshotPorts {
  return {
    git: gitIn(scratch),
    entries: diskTreeEntries,
    now: () => Date.now(),
    elapsed: () => 0,
    takeTurn: () => Promise.resolve(),
    bounds: { ...SNAPSHOT_BOUNDS, ...bounds },
  };
}

/** Writes files by their paths. */
export function writeTree(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, text);
  }
}

/** The changes that `change` makes to a tree, as `KIND PATH`. */
export async function changesBy(
  root: string,
  ports: SnapshotPorts,
  change: (before: Snapshot) => void | Promise<void>,
): Promise<string[]> {
  const before = await takeSnapshot(root, ports);
  await change(before);
  const now = await snapshotSince(before, ports);
  return snapshotDiff(before, now).map(
    ({ kind, path, from, isHidden }) =>
      `${kind} ${path}${from === null ? "" : ` from ${from}`}${isHidden ? " hidden" : ""}`,
  );
}
