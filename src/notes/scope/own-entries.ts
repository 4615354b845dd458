// The entries that a hook may show: those of the project that it was called in, and those of no project. An archived note
// is none of them, nor is a captured failure, which only that same error brings.

import type { Scope } from "../../engine/search/quick-search.ts";
import { capturedFailures } from "../index/captured-failures.ts";
import { documentsOfProjects } from "../index/document-test.ts";
import { type NoteIndex, noteScope } from "../index/note-index.ts";
import { countOfProject, newestOfProject } from "../index/project-terms.ts";
import { documentsTagged } from "../index/tagged-documents.ts";
import { type Project, sameProject } from "../projects/project.ts";
import { ARCHIVED_TAG } from "../text/archived.ts";

/** Makes a test that says whether an entry, given by its document number, may be shown in `project`. */
export function isOwnEntry(index: NoteIndex, project: Project | null): (id: number) => boolean {
  const isOfProject = documentsOfProjects(index, (keys) => isOf(keys, project));
  const isArchived = documentsTagged(index, [ARCHIVED_TAG]);
  const isCaptured = capturedFailures(index);
  if (isArchived === null && isCaptured === null) return isOfProject;
  return (id) => isOfProject(id) && isArchived?.(id) !== true && isCaptured?.(id) !== true;
}

function isOf(keys: readonly string[], project: Project | null): boolean {
  return keys.length === 0 || (project !== null && sameProject(keys, project.keys));
}

/** The same for captured failures. */
export function isOwnFailure(index: NoteIndex, project: Project | null): (id: number) => boolean {
  const isOfProject = documentsOfProjects(index, (keys) => isOf(keys, project));
  const isCaptured = capturedFailures(index);
  return (id) => isCaptured?.(id) === true && isOfProject(id);
}

/** The entries that may be shown in `project`, as a scope for a search. */
export function ownEntries(index: NoteIndex, project: Project | null): Scope {
  const keys = project?.keys ?? [];
  return {
    entryCount: countOfProject(index, keys),
    accepts: isOwnEntry(index, project),
    newest: (limit) => newestOfProject(index, keys, limit),
    ...noteScope(index),
  };
}
