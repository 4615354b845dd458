// The work tree that a call is about, and paths in it.

import { relative, resolve, sep } from "node:path";
import { type HelixError, invalid } from "../../base/errors.ts";
import { isAbsolutePath, isWithin } from "../../base/path-names.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import { cleanLine, quote } from "../../engine/text/clean.ts";
import type { CodePorts } from "./ports.ts";

type Place = Pick<CodePorts, "code" | "directory" | "project" | "namesAnyPlace">;

/**
 * The tree around the caller's folder, or around the one that is named. `isAsked`: to name it is to ask for its index,
 * so it need not be a git repository. Throws INVALID_ARGUMENT.
 */
export function treeOf(ports: Place, folder?: string, isAsked = folder !== undefined): CodeTree {
  const { code } = ports;
  if (code === undefined) throw invalid("code is not looked at here: start helix in a project, e.g. a git repository");
  return code.open(folder === undefined ? startOf(ports) : folderOf(ports, folder), isAsked);
}

/** The absolute path of a folder that a caller names. Who may not name any place stays within its own tree. */
export function folderOf(ports: Place, folder: string): string {
  const start = startOf(ports);
  const path = resolve(start, folder);
  const area = ports.project?.root ?? start;
  if (ports.namesAnyPlace || isWithin(area, path)) return path;
  throw invalid(
    (say) =>
      `${say.given("path", quote(folder))} leads out of ${area}: give a folder in it, e.g. ${say.example('path="."')}`,
  );
}

/** The error about a path that configuration leaves out of the index; `where` is the file or variable that says so. */
export function leftOutBy(path: string, where: string): HelixError {
  return invalid(`${quote(path)} is left out by code.exclude of ${cleanLine(where)}`);
}

function startOf({ directory, project }: Place): string {
  const start = directory ?? project?.root;
  if (start) return start;
  throw invalid("the folder in which helix was started is gone: start it in a project, e.g. a git repository");
}

/** A path as the tree may have it, in the order of what is meant most likely: from its root, from the caller's folder. */
export function treePaths(ports: Place, root: string, given: string): string[] {
  const path = given.trim().replace(/^file:\/\//, "");
  const bases = isAbsolutePath(path) ? ["/"] : [root, ...(ports.directory ? [ports.directory] : [])];
  const found = bases.map((base) => relative(root, resolve(base, path)).split(sep).join("/"));
  const inside = found.filter(
    (each) => each !== "" && !each.startsWith("../") && each !== ".." && !isAbsolutePath(each),
  );
  return [...new Set(inside)];
}
