// Finds the fingerprint that a revised note keeps of its source. Files are looked at before the lock is taken. The
// result counts only if the note still cites the same source under the lock.

import { sameProject } from "../../notes/projects/project.ts";
import { type Citation, citationFor, renewedCitation } from "../../notes/sources/citation-for.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";

/**
 * Prepares source and `cited` of a note that is about to be revised. `source` is the source that the new text names;
 * undefined if it names none. The returned function is called under the lock, with the note as it is by then. Throws
 * INVALID_ARGUMENT for a symbol that its file does not have.
 */
export async function revisedCitation(
  before: EntryText,
  source: string | null | undefined,
  ports: SourceCaller,
): Promise<(entry: EntryText) => Partial<EntryText>> {
  const renewed = source === undefined ? { cited: await renewedCitation(before, ports) } : null;
  const revised = renewed ?? (await newCitation(before, source ?? null, ports));
  return (entry) => {
    const isSame =
      entry.source === before.source &&
      entry.cited === before.cited &&
      entry.projects.join() === before.projects.join();
    if (isSame) return revised;
    return source === undefined ? { cited: entry.cited } : { ...revised, cited: null };
  };
}

/** A new source. Without a fingerprint in a note of another project, because its paths mean nothing here. */
async function newCitation({ projects }: EntryText, source: string | null, ports: SourceCaller): Promise<Citation> {
  const isHere = projects.length === 0 || sameProject(projects, ports.project?.keys ?? []);
  return isHere ? citationFor(source, ports, projects, "text: source") : { source, cited: null };
}
