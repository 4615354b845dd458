// The error for a project that no note is of, with the projects that may have been meant.

import { HelixError } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import type { NoteIndex } from "../index/note-index.ts";
import { entriesByProject } from "../index/project-documents.ts";
import { hasProject } from "../index/project-terms.ts";
import { sameProject } from "../projects/project.ts";
import type { Caller } from "./caller.ts";
import { LeftOut } from "./left-out.ts";

const NEAREST_SHOWN = 3;

/**
 * Refuses a key, given as `project`, that no note has and that is not the caller's own. Where nothing is stored, answers
 * say so instead. Throws NOT_FOUND.
 */
export function checkProject(index: NoteIndex, { project }: Pick<Caller, "project">, given: string | undefined): void {
  const wanted = given?.trim() ?? "any";
  if (["any", "here"].includes(wanted.toLowerCase()) || hasProject(index, wanted) || index.liveCount === 0) return;
  if (project !== null && sameProject([wanted], project.keys)) return;
  const all = new LeftOut();
  for (const { keys } of entriesByProject(index)) if (keys.length > 0) all.add(keys);
  const names = all.projectNames();
  const nearest = nearestNames(wanted, names, NEAREST_SHOWN);
  const known = (nearest.length > 0 ? nearest : names.slice(0, NEAREST_SHOWN)).join(", ");
  throw new HelixError("NOT_FOUND", (say) => {
    const hint =
      names.length === 0 ? "every note is of none" : `${nearest.length > 0 ? "nearest" : "there are"}: ${known}`;
    return `no note is of the project ${quote(wanted)}; ${hint}; ${say.option("project", "any")} means all`;
  });
}
