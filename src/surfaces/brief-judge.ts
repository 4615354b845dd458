// Judges a project in a process that lives for a moment: by the known-projects file alone, since it finds out no more.
// Hooks load this module.

import { hasProject } from "../notes/index/project-terms.ts";
import { isKnownFolder, PROJECTS_BYTES_MAX, PROJECTS_NAME } from "../notes/projects/known-projects.ts";
import { type FoundProject, type Project, projectOf } from "../notes/projects/project.ts";
import type { NoteView } from "../notes/store/note-view.ts";
import { libcFiles } from "../platform/libc-files.ts";

/**
 * The project with the keys that count, for the knowledge base in `directory`. Only the live notes tell whether anybody
 * has used the remote.
 */
export function judgedBriefly(
  directory: string,
  found: FoundProject,
  view: NoteView | null,
): { project: Project; isSettled: boolean } {
  const { remote } = found;
  const isSettled =
    remote === null || isKnownFolder(libcFiles.readText(`${directory}/${PROJECTS_NAME}`, PROJECTS_BYTES_MAX), found);
  const project = projectOf(found, isSettled);
  // No note carries this remote, so nothing is withheld from this folder.
  if (remote !== null && view !== null && !hasProject(view.index, remote)) project.claimed = undefined;
  return { project, isSettled };
}
