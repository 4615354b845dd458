// How one entry is shown in full: its metadata lines, then its text. Where it belongs to is shown only when that is elsewhere.

import { sameProject } from "../knowledge/project.ts";
import { parseEntryText, splitBody } from "../text/entry-text.ts";
import type { FeatureContext } from "./feature.ts";

/** Stands for the text of an entry whose record was damaged since it was indexed. */
export const DAMAGED_BODY = "[damaged record: see helix check]";

/** The lines of an entry's body for a reader. */
export function entryLines(
  body: string,
  context: Pick<FeatureContext, "project">,
): { front: string[]; text: string[]; trailer: string[] } {
  const { front, text } = splitBody(body);
  const { projects } = parseEntryText(body);
  return { front, text: text.split("\n"), trailer: foreignProject(projects, context) };
}

/** `[project: owner/repo]` for an entry of another project than the one that is asked from; else nothing. */
export function foreignProject(projects: readonly string[], context: Pick<FeatureContext, "project">): string[] {
  if (projects.length === 0 || (context.project && sameProject(projects, context.project.keys))) return [];
  return [`[project: ${projects[0]}]`];
}
