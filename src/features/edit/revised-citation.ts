// Finds the fingerprint that a revised note keeps of its source. Files are looked at before the lock is taken. The
// result counts only if the note still cites the same source under the lock.

import { sameProject } from "../../notes/projects/project.ts";
import { checkerFor, renewedCitation } from "../../notes/sources/citation-for.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";

/**
 * Prepares the value of `cited` for a note that is about to be revised. `source` is the source that the new text names;
 * undefined if it names none. The returned function is called under the lock, with the note as it is by then.
 */
export function revisedCitation(
  before: EntryText,
  source: string | null | undefined,
  ports: SourceCaller,
): (entry: EntryText) => string | null {
  const cited = source === undefined ? renewedCitation(before, ports) : newCitation(before, source, ports);
  return (entry) => {
    const isSame =
      entry.source === before.source &&
      entry.cited === before.cited &&
      entry.projects.join() === before.projects.join();
    if (isSame) return cited;
    return source === undefined ? entry.cited : null;
  };
}

/** The fingerprint of a new source. null for a note of another project, because its paths mean nothing here. */
function newCitation({ projects }: EntryText, source: string | null, ports: SourceCaller): string | null {
  if (source === null) return null;
  const isHere = projects.length === 0 || sameProject(projects, ports.project?.keys ?? []);
  return isHere ? checkerFor(ports).cite(source, projects) : null;
}
