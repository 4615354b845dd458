// Where a run worked, as a folder of the project: what it says is the project's only if that is known.

import { isAbsolutePath, isWithin, pathBelow, pathFrom } from "../../base/path-names.ts";
import type { RunScope } from "../../events/run-names.ts";
import { findProject } from "../../notes/projects/project.ts";
import type { HookContext } from "../common/hook-context.ts";
import type { BuildRun } from "./recognise.ts";

/** What a shell would have put something else for. */
const EXPANDED = /[$`*?{]|^~|^-$/;

/** The scope of a run of the event's command. */
export function runScope(run: BuildRun, context: Pick<HookContext, "event" | "project" | "files">): RunScope {
  return { folder: folderOf(run, context), narrowing: run.narrowing };
}

/** The folder below the root; null when it lies elsewhere, in a repository of its own, or when nobody knows. */
function folderOf(
  { folder, projects, targets }: BuildRun,
  { event: { cwd }, project, files }: Pick<HookContext, "event" | "project" | "files">,
): string | null {
  if (project === null || !isAbsolutePath(cwd)) return "";
  const { root } = project;
  const real = EXPANDED.test(folder) ? null : files.realPath(pathFrom(cwd, folder));
  if (real === null || !isWithin(root, real)) return null;
  if (real !== root && findProject(real, files)?.root !== root) return null;
  const isHere = (path: string) => {
    if (EXPANDED.test(path)) return false;
    const named = pathFrom(real, path);
    return isWithin(root, files.realPath(named) ?? named);
  };
  if (!projects.every(isHere)) return null;
  // A run that names files, and none of this project, is another's.
  if (targets.length > 0 && targets.every((path) => isElsewhere(path) && !isHere(path))) return null;
  return pathBelow(root, real);
}

/** Whether a word is a path that leads away. */
function isElsewhere(word: string): boolean {
  return /^[/~]|^\.\.(?:\/|$)|\/\.\.(?:\/|$)/.test(word);
}
