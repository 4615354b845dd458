// What a revised entry remembers of its source. Files are looked at before the lock is taken; what was found out holds
// only if the entry still cites the same by then.

import { sameProject } from "../../notes/projects/project.ts";
import { checkerFor, renewedCitation } from "../../notes/sources/citation-for.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import type { FeatureContext } from "../common/feature.ts";

/**
 * Prepares the value of `cited` for an entry that is about to be revised; `source` is the one that the new text brings,
 * undefined if it brings none. The result is asked under the lock, with the entry as it is by then.
 */
export function revisedCitation(
  before: EntryText,
  source: string | null | undefined,
  context: FeatureContext,
): (entry: EntryText) => string | null {
  const cited = source === undefined ? renewedCitation(before, context) : newCitation(before, source, context);
  return (entry) => {
    const isSame =
      entry.source === before.source &&
      entry.cited === before.cited &&
      entry.projects.join() === before.projects.join();
    if (isSame) return cited;
    return source === undefined ? entry.cited : null;
  };
}

/** The fingerprint of a new source; paths of an entry of another project mean nothing here. */
function newCitation({ projects }: EntryText, source: string | null, context: FeatureContext): string | null {
  if (source === null) return null;
  const isHere = projects.length === 0 || sameProject(projects, context.project?.keys ?? []);
  return isHere ? checkerFor(context).cite(source, projects) : null;
}
