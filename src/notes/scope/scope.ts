// Limits of a question that several features share: a project, and topics by name.

import { HelixError } from "../../base/errors.ts";
import type { FilterRequest } from "../../notes/search/filter.ts";
import type { SearchRequest } from "../../notes/search/note-search.ts";
import { sameProject } from "../projects/project.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import type { Caller } from "./caller.ts";
import { unknownTopic } from "./unknown-topic.ts";

/** Makes a test that says whether an entry is of the caller's project; null if the caller is in none. */
export function ownProject({ project }: Pick<Caller, "project">): SearchRequest["ownProject"] {
  return project === null ? null : (keys) => sameProject(keys, project.keys);
}

/**
 * The filter for `project=`: `here`, `any` or a key in any case. Throws INVALID_ARGUMENT for `here` outside of any
 * project.
 */
export function projectFilter(
  { project }: Pick<Caller, "project">,
  given: string | undefined,
): FilterRequest["project"] {
  // Hosts of repositories do not distinguish case; logs hold keys as they were written.
  const wanted = given?.trim().toLowerCase();
  if (wanted === undefined || wanted === "any") return null;
  if (wanted !== "here") return (keys) => keys.some((key) => key.toLowerCase() === wanted);
  if (project === null) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.given("project", '"here"')} is not accepted: this directory is in no git work tree; give a key, e.g. ${say.option("project", "owner/repo")}, or ${say.option("project", "any")}`,
    );
  }
  return (keys) => sameProject(keys, project.keys);
}

/** The stored names of the given topics. Throws NOT_FOUND, with the nearest names, for a topic that does not exist. */
export function resolveTopics(view: KnowledgeView, wanted: readonly string[]): string[] {
  return wanted.map((name) => {
    const resolved = view.resolveTopic(name);
    if (resolved === null) throw unknownTopic(name, view);
    return resolved;
  });
}
