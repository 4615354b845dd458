// What a tool is about to touch, from the event of its call: a file, what will be written to it, or what is searched for.
// Invariant: only names are looked at here, nothing is read.

import type { StampedFiles } from "../../../storage/small-files.ts";
import { isWithin, nameOf, parentOf, pathBelow, pathFrom } from "../../../text/path-names.ts";
import type { HookContext } from "../hook-context.ts";
import { type Fields, textOf } from "../hook-event.ts";
import type { SessionUpdate } from "../session-state.ts";

/** One replacement of text. */
export interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly isEverywhere: boolean;
}

export interface TouchedFile {
  /** Absolute, without "." and "..". */
  readonly path: string;
  /** Below the project's root, or outside of projects below the working directory; null for what lies elsewhere. */
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
export function touchedFile({ event, project, files }: HookContext): TouchedFile | null {
  const { toolName, toolInput, cwd } = event;
  const isSearch = toolName === "Grep" || toolName === "Glob";
  const given = textOf(toolInput, isSearch ? "path" : toolName === "NotebookEdit" ? "notebook_path" : "file_path");
  // A path of the system ends at a NUL; one with it is none.
  if (given === "" || given.includes("\0") || (given[0] !== "/" && cwd[0] !== "/")) return null;
  const path = pathFrom(cwd, given);
  if (isSearch && files.kind(path) !== "file") return null;
  const root = project?.root ?? (cwd[0] === "/" ? files.realPath(cwd) : null) ?? "/";
  // Below the root of the whole system lies everything.
  const below = root === "/" ? null : pathIn(root, path, cwd, files);
  if (below === "") return null;
  const touched = { path, below, root, replacements: [], content: null, isWhole: false };
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

/** What the path is called below `root`, a path without links; null when it lies elsewhere. */
function pathIn(root: string, path: string, cwd: string, files: StampedFiles): string | null {
  if (isWithin(root, path)) return pathBelow(root, path);
  // The client names files as it was started, perhaps through a link.
  const here = isWithin(cwd, path) ? files.realPath(cwd) : null;
  if (here !== null && isWithin(root, here)) return pathBelow(root, pathFrom(here, pathBelow(cwd, path)));
  const folder = files.realPath(parentOf(path));
  return folder !== null && isWithin(root, folder) ? pathBelow(root, pathFrom(folder, nameOf(path))) : null;
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
