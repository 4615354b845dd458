// Finds the project that a folder belongs to, as hooks ask at every event: it looks for `.git` in the folder and in
// each folder above. The session keeps what was found, so that git's files are read once. It never keeps that there is
// no project: `git init` may come at any time, and so may a repository within another. It also does not keep a remote
// that does not count yet, or that counts only until another project uses it.

import { nameOf, parentOf } from "../../base/path-names.ts";
import type { SessionMemory } from "../../events/session-memory.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { type FoundProject, findProject, type Project } from "../../notes/projects/project.ts";
import type { StampedFiles } from "../../platform/small-files.ts";
import type { HookEvent } from "./hook-event.ts";

/** Decides how a found project counts, and whether that will stay so. */
export type JudgeProject = (found: FoundProject) => { readonly project: Project; readonly isSettled: boolean };

/** The means of finding a project: git's files, and the judge of what they claim. */
export interface PlaceFinding {
  readonly files: Pick<StampedFiles, "kind" | "readText" | "realPath">;
  readonly judge: JudgeProject;
}

export interface FoundPlace {
  readonly project: Project | null;
  /** The update that makes the session remember the project; null when there is nothing new. */
  readonly update: SessionUpdate | null;
}

const LEVELS_MAX = 64;
const LINE_LENGTH_MAX = 1000;
const NOWHERE: FoundPlace = { project: null, update: null };

/**
 * The project around a folder. If the folder does not exist, since a file may be the first in its folder, the nearest
 * existing folder above it counts. `known` is a project that was looked up already.
 */
export function projectAround(
  folder: string,
  memory: Pick<SessionMemory, "place">,
  finding: PlaceFinding,
  known: Project | null = null,
): FoundPlace {
  const real = realPathOf(folder, finding.files);
  return real === null ? NOWHERE : projectAbove(real, memory, finding, known);
}

/** The same for a path without links. */
export function projectAbove(
  folder: string,
  memory: Pick<SessionMemory, "place">,
  finding: PlaceFinding,
  known: Project | null,
): FoundPlace {
  let level = folder;
  for (let count = 0; count < LEVELS_MAX; count++) {
    if (level === known?.root) return { project: known, update: null };
    if (finding.files.kind(`${level === "/" ? "" : level}/.git`) !== null) return placeAt(level, memory, finding);
    if (level === "/") break;
    level = parentOf(level);
  }
  return NOWHERE;
}

/**
 * The folder in which a session works and from which its file names are relative: the root of its project, or else its
 * working directory without links.
 */
export function sessionRoot(
  { cwd }: Pick<HookEvent, "cwd">,
  project: Project | null,
  files: Pick<StampedFiles, "realPath">,
): string {
  return project?.root ?? (cwd[0] === "/" ? files.realPath(cwd) : null) ?? "/";
}

/** The path with its existing part freed of links, and the rest as it is; null when the path has too many levels. */
export function realPathOf(path: string, files: Pick<StampedFiles, "realPath">): string | null {
  let rest = "";
  let above = path;
  for (let count = 0; count < LEVELS_MAX; count++) {
    const real = files.realPath(above);
    if (real !== null) return rest === "" ? real : `${real === "/" ? "" : real}${rest}`;
    if (above === "/") break;
    rest = `/${nameOf(above)}${rest}`;
    above = parentOf(above);
  }
  return null;
}

function placeAt(folder: string, memory: Pick<SessionMemory, "place">, { files, judge }: PlaceFinding): FoundPlace {
  const known = memory.place(folder);
  if (known !== null && known.root !== null) {
    return { project: { root: known.root, keys: [...known.keys] }, update: null };
  }
  const found = findProject(folder, files);
  if (found === null) return NOWHERE;
  const { project, isSettled } = judge(found);
  if (!isSettled) return { project, update: null };
  const value = `${folder}\t${project.root}\t${project.keys.join(", ")}`;
  // A line that would be cut, or read as another one, is not written.
  const fits = value.length < LINE_LENGTH_MAX && value.split("\t").length === 3 && !/[\n\r]/.test(value);
  return { project, update: fits ? { kind: "d", value } : null };
}
