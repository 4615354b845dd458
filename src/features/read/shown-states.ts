// Finds the states of the sources of notes that are shown in full. The files are looked at as they are now, as long as
// that is cheap. For the remaining notes the state that the background knows is used.

import { checkerFor } from "../../notes/sources/citation-for.ts";
import { citingEntry } from "../../notes/sources/source-checker.ts";
import type { SourceState } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";

/** The limits of one answer: files, and bytes of files that were not read before. */
const LIMITS = { files: 20, bytes: 2 * 1024 * 1024 };

/**
 * Makes a function that returns the state of a note's source, given the parsed note. null when the note has no source,
 * or when nothing is known of it.
 */
export function shownStates(
  ports: SourceCaller,
  view: KnowledgeView,
): (id: number, entry: EntryText) => SourceState | null {
  const pass = checkerFor(ports).pass(LIMITS);
  const known = ports.staleSources?.stateIn(view.index);
  return (id, entry) => {
    const citing = citingEntry(entry, view.minutesOf(id));
    return citing === null ? null : (pass.check(citing) ?? known?.(id) ?? null);
  };
}
