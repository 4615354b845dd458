// What a tool is about to touch, from the event of its call: a file, what will be written to it, or what is searched
// for.
// Invariant: only names are looked at here, nothing is read but what says whose file it is.

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
  /** What the session calls it: its path below the root of the session's project where it lies there. */
  readonly name: string;
  /** The project whose notes concern it, and what the session has to remember of that. */
  readonly place: FoundPlace;
  /** Below that project's root, or outside of projects below the working directory; null for what lies elsewhere. */
  readonly below: string | null;
  /** Where `below` begins. */
  readonly root: string;
  /** What the session is told of it; null: nothing. */
  readonly kind: SessionUpdate["kind"] | null;
  readonly replacements: readonly Replacement[];
  /** What the file will hold, or a part of it that is new; null when that is not said. */
  readonly content: string | null;
  /** Whether the content is all that it will hold. */
  readonly isWhole: boolean;
}

/** More replacements of one call are not looked at. */
const REPLACEMENTS_MAX = 50;

/** The file that a tool is called for; null when it is called for none. */
export function touchedFile(context: HookContext): TouchedFile | null {
  const { event, files } = context;
  const { toolName, toolInput, cwd } = event;
  const isSearch = toolName === "Grep" || toolName === "Glob";
  const given = textOf(toolInput, isSearch ? "path" : toolName === "NotebookEdit" ? "notebook_path" : "file_path");
  // A path of the system ends at a NUL; one with it is none.
  if (given === "" || given.includes("\0") || (given[0] !== "/" && cwd[0] !== "/")) return null;
  const path = pathFrom(cwd, given);
  if (isSearch && files.kind(path) !== "file") return null;
  // The client names files as it was started, perhaps through a link; what is a link itself is called as it is.
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
 * The project whose notes concern what is in `folder`, a path without links: that of the file itself, when it is the
 * same by its keys (another work tree), or lies within the session's or below its working directory (a nested
 * repository, a submodule). A file from elsewhere brings no notes of its own project: nobody has asked for that one.
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

/**
 * The project whose notes concern what is searched, by the event of a search, and what the session has to remember of
 * that.
 */
export function searchedProject(context: HookContext): FoundPlace {
  const { event, project, files } = context;
  const { cwd, toolInput } = event;
  const given = textOf(toolInput, "path");
  const isHere = given === "" || given.includes("\0") || (given[0] !== "/" && cwd[0] !== "/");
  if (isHere) return { project, update: null };
  return projectFor(context, realPathOf(pathFrom(cwd, given), files), sessionRoot(event, project, files));
}

/**
 * What the path is called below `root`, a path without links; null when it lies elsewhere, or everything lies below.
 */
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
