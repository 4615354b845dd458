// Tells from the event of a tool call what the tool is about to touch: a file, the text that it will write, or the
// folder that it searches.
// Invariants:
// - Only names are looked at. Nothing is read except to find the project of a file.

import { isWithin, nameOf, parentOf, pathBelow, pathFrom } from "../../base/path-names.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { HookContext } from "./hook-context.ts";
import { type Fields, textOf } from "./hook-event.ts";
import { type FoundPlace, projectAbove, realPathOf, sessionRoot } from "./session-place.ts";

/** One replacement of text. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly isEverywhere: boolean;
}

export interface TouchedFile {
  /** Absolute, without "." and "..". */
  readonly path: string;
  /**
   * The session's name for the file: its path below the session's root, or its absolute path when it lies elsewhere.
   */
  readonly name: string;
  /** The project whose notes concern the file, and the update that makes the session remember it. */
  readonly place: FoundPlace;
  /** The path below `root`; null for a file that lies elsewhere. */
  readonly below: string | null;
  /** The root of that project; outside of projects the working directory. */
  readonly root: string;
  /** The kind of update by which the session hears of the file; null for none. */
  readonly kind: SessionUpdate["kind"] | null;
  readonly replacements: readonly Replacement[];
  /** The new content of the file, or the new part of it; null when the call does not say it. */
  readonly content: string | null;
  /** Whether `content` is the whole new content. */
  readonly isWhole: boolean;
}

/** More replacements of one call are ignored. */
const REPLACEMENTS_MAX = 50;

/** The file that a tool call touches; null when it touches none. */
export function touchedFile(context: HookContext): TouchedFile | null {
  const { event, files } = context;
  const { toolName, toolInput, cwd } = event;
  const isSearch = toolName === "Grep" || toolName === "Glob";
  const given = textOf(toolInput, isSearch ? "path" : toolName === "NotebookEdit" ? "notebook_path" : "file_path");
  // The system ends a path at a NUL, so a text with a NUL is no path.
  if (given === "" || given.includes("\0") || (given[0] !== "/" && cwd[0] !== "/")) return null;
  const path = pathFrom(cwd, given);
  if (isSearch && files.kind(path) !== "file") return null;
  // The client names files as it was started, perhaps through a link. A file that is itself a link keeps its own name.
  const folder = realPathOf(parentOf(path), files);
  const home = sessionRoot(event, context.project, files);
  const place = projectFor(context, folder, home);
  const root = place.project?.root ?? home;
  const real = folder === null ? path : pathFrom(folder, nameOf(path));
  const below = pathIn(root, path, real);
  if (below === "") return null;
  const name = (root === home ? below : pathIn(home, path, real)) ?? path;
  const touched = { path, name, place, below, root, replacements: [], content: null, isWhole: false };
  switch (toolName) {
    case "Read":
      return { ...touched, kind: "r" };
    case "Edit":
      return { ...touched, kind: "e", replacements: [replacement(toolInput)] };
    case "MultiEdit":
      return { ...touched, kind: "e", replacements: replacementsOf(toolInput.edits) };
    case "Write":
      return { ...touched, kind: "e", content: textOf(toolInput, "content"), isWhole: true };
    case "NotebookEdit":
      return { ...touched, kind: "e", content: textOf(toolInput, "new_source") };
    default:
      return isSearch ? { ...touched, kind: null } : null;
  }
}

/**
 * The project whose notes concern the files in `folder`, a path without links. That is the folder's own project in
 * three cases: its root is the session's root, it has the session project's keys (another work tree), or it lies within
 * the session's root (a nested repository, a submodule). For any other folder it is the session's project: nobody has
 * asked for the notes of a foreign one.
 */
function projectFor(context: HookContext, folder: string | null, home: string): FoundPlace {
  const { project, memory } = context;
  const found = folder === null ? null : projectAbove(folder, memory, context, project);
  if (found === null || found.project === null || found.project.root === project?.root)
    return { project, update: null };
  const { root, keys } = found.project;
  const isOwn = (project !== null && sameProject(keys, project.keys)) || isWithin(home, root);
  return isOwn ? found : { project, update: null };
}

/** The project whose notes concern the searched folder, and the update that makes the session remember it. */
export function searchedProject(context: HookContext): FoundPlace {
  const { event, project, files } = context;
  const { cwd, toolInput } = event;
  const given = textOf(toolInput, "path");
  const isHere = given === "" || given.includes("\0") || (given[0] !== "/" && cwd[0] !== "/");
  if (isHere) return { project, update: null };
  return projectFor(context, realPathOf(pathFrom(cwd, given), files), sessionRoot(event, project, files));
}

/** The path below `root`, a path without links; null when it lies elsewhere, or when the root is "/". */
function pathIn(root: string, path: string, real: string): string | null {
  if (root === "/") return null;
  if (isWithin(root, real)) return pathBelow(root, real);
  return isWithin(root, path) ? pathBelow(root, path) : null;
}

function replacement(fields: Fields): Replacement {
  const isEverywhere = fields.replace_all === true || fields.replace_all === "true";
  return { before: textOf(fields, "old_string"), after: textOf(fields, "new_string"), isEverywhere };
}

function replacementsOf(edits: unknown): Replacement[] {
  const found: Replacement[] = [];
  if (!Array.isArray(edits)) return found;
  for (let at = 0; at < edits.length && at < REPLACEMENTS_MAX; at++) {
    const edit: unknown = edits[at];
    if (typeof edit === "object" && edit !== null) found.push(replacement(edit as Fields));
  }
  return found;
}
