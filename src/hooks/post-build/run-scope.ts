// Finds out where a run worked, as a folder of the project. Its result counts for the project only if that is known.

import { isAbsolutePath, isWithin, pathBelow, pathFrom } from "../../base/path-names.ts";
import type { RunScope } from "../../events/run-names.ts";
import { findProject } from "../../notes/projects/project.ts";
import type { HookContext } from "../common/hook-context.ts";
import type { BuildRun } from "../runs/recognise.ts";

/** Characters that a shell would have replaced. */
const EXPANDED = /[$`*?{]|^~|^-$/;

/** The scope of a run of the event's command. */
export function runScope(run: BuildRun, context: Pick<HookContext, "event" | "project" | "files">): RunScope {
  return { folder: folderOf(run, context), narrowing: run.narrowing };
}

/**
 * The run's folder below the root. null when the folder lies elsewhere, is in a repository of its own, or is not known.
 */
function folderOf(
  { folder, projects, targets }: BuildRun,
  { event: { cwd }, project, files }: Pick<HookContext, "event" | "project" | "files">,
): string | null {
  if (project === null || !isAbsolutePath(cwd)) return "";
  const { root } = project;
  const real = folder === null || EXPANDED.test(folder) ? null : files.realPath(pathFrom(cwd, folder));
  if (real === null || !isWithin(root, real)) return null;
  if (real !== root && findProject(real, files)?.root !== root) return null;
  const isHere = (path: string) => {
    if (EXPANDED.test(path)) return false;
    const named = pathFrom(real, path);
    return isWithin(root, files.realPath(named) ?? named);
  };
  if (!projects.every(isHere)) return null;
  // A run that names files, but none of this project, belongs to another project.
  if (targets.length > 0 && targets.every((path) => isElsewhere(path) && !isHere(path))) return null;
  return pathBelow(root, real);
}

/** Whether a word is a path that may lead out of the folder. */
function isElsewhere(word: string): boolean {
  return /^[/~]|^\.\.(?:\/|$)|\/\.\.(?:\/|$)/.test(word);
}
