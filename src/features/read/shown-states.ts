// The state of sources beside entries that are shown in full: looked up in the files as they are now, as far as that
// stays cheap; for the rest, what the background knows.

import { checkerFor } from "../../notes/sources/citation-for.ts";
import { citingEntry } from "../../notes/sources/source-checker.ts";
import type { SourceState } from "../../notes/sources/source-state.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import type { FeatureContext } from "../common/feature.ts";

/** What one answer may look at: files, and bytes of those that were not read before. */
const LIMITS = { files: 20, bytes: 2 * 1024 * 1024 };

/**
 * Makes a function that tells the state of an entry's source, given what it says; null where there is none, or nothing
 * is known.
 */
export function shownStates(
  context: FeatureContext,
  view: KnowledgeView,
): (id: number, entry: EntryText) => SourceState | null {
  const pass = checkerFor(context).pass(LIMITS);
  const known = context.staleSources?.stateIn(view.index);
  return (id, entry) => {
    const citing = citingEntry(entry, view.minutesOf(id));
    return citing === null ? null : (pass.check(citing) ?? known?.(id) ?? null);
  };
}
