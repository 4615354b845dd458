// The files that entries cite as terms of the index, so that the entries about a file are found without going through all of them: the
// name of the file, `\x03cache.rs` for `src/cache.rs:42`. No text can hold such a term.

import { PostingBuffer } from "../format/posting-codec.ts";
import { parseSource } from "../text/citation.ts";
import { nameOf } from "../text/path-names.ts";
import type { LiveIndex } from "./live-index.ts";

/** First character of the terms of sources: a namespace of its own. */
export const SOURCE_NAMESPACE = "\u0003";

/** The term of what an entry cites; none for an entry that cites nothing. */
export function sourceTerms(source: string | null): string[] {
  const name = source === null ? "" : nameOf(parseSource(source).path);
  return name === "" ? [] : [SOURCE_NAMESPACE + name];
}

/** The live documents that cite a file of this name, wherever it lies; newest in the log first, at most `limit`. */
export function documentsCiting(index: LiveIndex, name: string, limit: number): number[] {
  const found: number[] = [];
  for (let at = index.segments.length - 1; at >= 0; at--) {
    const { segment, first } = index.segments[at]!;
    const ordinal = segment.findTerm(SOURCE_NAMESPACE + name);
    if (ordinal < 0) continue;
    const buffer = new PostingBuffer();
    segment.postings(ordinal, buffer);
    for (let posting = buffer.count - 1; posting >= 0 && found.length < limit; posting--) {
      const id = first + buffer.documents[posting]!;
      if (!index.isBuried(id)) found.push(id);
    }
  }
  return found;
}
