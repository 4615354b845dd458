// The entries that a hook searches, as `ownEntries` has them, and what judged uses make of their scores.

import type { Scope } from "../../engine/search/quick-search.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";
import type { Project } from "../../notes/projects/project.ts";
import { ownEntries } from "../../notes/scope/own-entries.ts";
import { judgedFactor } from "../../notes/search/judged-factor.ts";
import type { HookContext } from "./hook-context.ts";

/** The entries that may be shown in `project`. A note that helped counts a little more, one that misled less. */
export function judgedEntries(context: Pick<HookContext, "judged">, index: NoteIndex, project: Project | null): Scope {
  const scope = ownEntries(index, project);
  const effectivenessOf = context.judged?.(index);
  if (effectivenessOf === undefined) return scope;
  return {
    ...scope,
    boostOf(id) {
      const effectiveness = effectivenessOf(id);
      return effectiveness === undefined ? scope.boostOf(id) : scope.boostOf(id) * judgedFactor(effectiveness);
    },
  };
}
