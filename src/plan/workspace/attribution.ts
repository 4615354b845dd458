// Says of each change in a work tree whose it may be: the workspace's own, one of the verify command, one of another
// workspace that was active at the same time, or nobody's who was allowed to make it.
// Invariants:
// - Times only say which workspaces were active at the same time; nobody can tell who wrote a file. So a change in
//   another's delta is told as not attributable, and refuses nothing.

import { isWithin, pathBelow } from "../../base/path-names.ts";
import { isInDelta } from "../guard/delta.ts";
import type { TreeChange } from "./snapshot-diff.ts";
import type { Override, Workspace } from "./workspace.ts";

/** Another workspace, which was active at some time since this one began. */
export interface OtherWorkspace {
  readonly workspace: Pick<Workspace, "id" | "root" | "task">;
  readonly overrides: readonly Pick<Override, "delta">[];
}

export interface Attributed {
  /** In the delta, or in what a person allowed beside it. */
  readonly own: readonly TreeChange[];
  /** Those of `own` that lie in the delta of another workspace, too. */
  readonly shared: Attributed["unattributed"];
  /** What only the verify command may write. */
  readonly written: readonly TreeChange[];
  readonly unattributed: readonly { readonly change: TreeChange; readonly other: OtherWorkspace["workspace"] }[];
  readonly outside: readonly TreeChange[];
}

/** Sorts the changes of a workspace's tree. `ignoresForm`: see `isInDelta`. */
export function attributed(
  changes: readonly TreeChange[],
  { root, task }: Pick<Workspace, "root" | "task">,
  overrides: readonly Pick<Override, "delta">[],
  others: readonly OtherWorkspace[],
  ignoresForm?: boolean,
): Attributed {
  const delta = [...task.delta, ...overrides.flatMap((each) => each.delta)];
  const own: TreeChange[] = [];
  const shared: { change: TreeChange; other: OtherWorkspace["workspace"] }[] = [];
  const written: TreeChange[] = [];
  const unattributed: { change: TreeChange; other: OtherWorkspace["workspace"] }[] = [];
  const outside: TreeChange[] = [];
  for (const change of changes) {
    const { path } = change;
    const other = others.find((each) => isIn(`${root}/${path}`, each, ignoresForm));
    if (isInDelta(path, delta, ignoresForm)) {
      own.push(change);
      if (other !== undefined) shared.push({ change, other: other.workspace });
    } else if (isInDelta(path, task.writes, ignoresForm)) written.push(change);
    else if (other !== undefined) unattributed.push({ change, other: other.workspace });
    else outside.push(change);
  }
  return { own, shared, written, unattributed, outside };
}

/** Whether a path of the machine is where another workspace may write; its tree may lie in this one. */
function isIn(path: string, { workspace: { root, task }, overrides }: OtherWorkspace, ignoresForm?: boolean): boolean {
  if (!isWithin(root, path) || path === root) return false;
  const globs = [...task.delta, ...task.writes, ...overrides.flatMap((each) => each.delta)];
  return isInDelta(pathBelow(root, path), globs, ignoresForm);
}
