// Unites the metadata of a duplicate with that of the note that stays. Tags and links are united. A source that only
// the duplicate has comes with it.
// Invariants:
// - Nothing is lost. Two notes that say different things, or whose metadata is too much for one note, are not merged.

import { BODY_BYTES_MAX } from "../../engine/log/log-layout.ts";
import { LINKS_MAX } from "../../notes/links/links.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import { TAG_COUNT_MAX } from "../../notes/text/tags.ts";

/** What is known of a note besides its text. */
export type Metadata = Pick<EntryText, "tags" | "links" | "source" | "cited" | "confidence">;

/** Why two notes cannot be merged without losing something, in the words of the answer. */
export type Obstacle =
  | "differ in source"
  | "differ in confidence"
  | "too many tags together"
  | "too many links together"
  | "too long together";

/**
 * The metadata of both in one, or an obstacle if that would lose something. `bytes` is how many bytes the body of the
 * note that stays takes.
 */
export function unite(kept: Metadata, duplicate: Metadata, bytes: number): Metadata | Obstacle {
  if (kept.source !== null && duplicate.source !== null && kept.source !== duplicate.source) return "differ in source";
  if (kept.confidence !== duplicate.confidence) return "differ in confidence";
  const tags = [...new Set([...kept.tags, ...duplicate.tags])];
  // A note of another program may have more tags than are accepted. It keeps those.
  if (tags.length > Math.max(TAG_COUNT_MAX, kept.tags.length)) return "too many tags together";
  const links = [...new Set([...kept.links, ...duplicate.links])];
  if (links.length > Math.max(LINKS_MAX, kept.links.length)) return "too many links together";
  const cites = kept.source === null ? duplicate : kept;
  const united = {
    tags: tags.length === kept.tags.length ? kept.tags : tags.sort(),
    links,
    source: cites.source,
    cited: cites.cited,
    confidence: kept.confidence,
  };
  if (bytes + frontBytes(united) > BODY_BYTES_MAX) return "too long together";
  return united;
}

/** How many bytes the metadata takes in a body. */
function frontBytes(metadata: Metadata): number {
  return Buffer.byteLength(
    formatEntryText({ ...metadata, id: null, aliases: [], modified: null, projects: [], text: "" }),
  );
}
