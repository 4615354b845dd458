// Whether two workspaces may change the same path: then nobody could tell which of them did.

import { isWithin, pathBelow } from "../../base/path-names.ts";
import type { TreeEntries } from "../../platform/tree-entries.ts";
import { globsOverlap } from "../check/globs-overlap.ts";
import type { Override, Workspace } from "./workspace.ts";

type Bounded = Pick<Workspace, "root" | "task">;

/**
 * The two paths or globs that share one, in words; null where none do. What only verify commands write counts against
 * a delta. `isBlind`: names that differ in case only are one.
 */
export function sharedPaths(
  { root, task }: Bounded,
  { workspace, overrides }: { readonly workspace: Bounded; readonly overrides: readonly Pick<Override, "delta">[] },
  isBlind: boolean,
): string | null {
  const delta = [...workspace.task.delta, ...overrides.flatMap((each) => each.delta)];
  const pairs = [
    [task.delta, delta],
    [task.delta, workspace.task.writes],
    [task.writes, delta],
  ] as const;
  for (const [own, others] of pairs) {
    for (const glob of own) {
      const other = others.find((each) => overlaps(root, glob, workspace.root, each, isBlind));
      if (other !== undefined) return glob === other ? glob : `${glob} and ${other}`;
    }
  }
  return null;
}

/** Whether two globs share a path of this machine; the root of one may lie in that of the other. */
function overlaps(root: string, glob: string, otherRoot: string, other: string, isBlind: boolean): boolean {
  if (isWithin(root, otherRoot)) return meet(placed("", glob), placed(pathBelow(root, otherRoot), other), isBlind);
  return isWithin(otherRoot, root) && meet(placed(pathBelow(otherRoot, root), glob), placed("", other), isBlind);
}

function meet(a: string, b: string, isBlind: boolean): boolean {
  const [one, two] = isBlind ? [folded(a), folded(b)] : [a, b];
  return globsOverlap(one, two);
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Whether names that differ in case only are one where a folder is. */
export function isCaseBlind(folder: string, { look }: Pick<TreeEntries, "look">): boolean {
  const [own, other] = [look(folder), look(swapped(folder))];
  return swapped(folder) !== folder && own !== null && other !== null && own.inode === other.inode;
}

function swapped(path: string): string {
  return path.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A glob as it reads from above the folder that it is given in. */
function placed(folder: string, glob: string): string {
  const plain = glob.replace(/^(?:\.\/)+/, "");
  return folder === "" ? plain : `${folder}/${plain}`;
}
