// The files that entries cite as terms of the index, so that the entries about a file are found without going through
// all of them. Each citing entry has two: the name of the file, `\x03cache.rs` for `src/cache.rs:42`, and with it the
// folder that holds it, `\x03src/cache.rs`, or `\x03./cache.rs` where the source does not say. Names such as `index.ts`
// are in every project; with the folder they are few. No text can hold such a term.

import { nameOf } from "../../base/path-names.ts";
import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { LiveIndex } from "../../engine/segment/live-index.ts";
import { parseSource } from "../text/citation.ts";

/** First character of the terms of sources: a namespace of its own. */
export const SOURCE_NAMESPACE = "\u0003";

const UNKNOWN_FOLDER = ".";

/** The terms of what an entry cites; none for an entry that cites nothing. */
export function sourceTerms(source: string | null): string[] {
  if (source === null) return [];
  const { path } = parseSource(source);
  const name = nameOf(path);
  return name === "" ? [] : [SOURCE_NAMESPACE + name, `${SOURCE_NAMESPACE}${folderOf(path)}/${name}`];
}

/**
 * The live documents that may cite the file at `path`: those whose source ends in its folder and name, or is its name
 * alone. Of a path that is a name alone: all that cite a file of this name. Those that `accepts` takes, newest in the
 * log first, at most `limit`.
 */
export function documentsCiting(
  index: LiveIndex,
  path: string,
  limit: number,
  accepts: (id: number) => boolean = () => true,
): number[] {
  const name = nameOf(path);
  if (name === path) return newestOf(index, [name], limit, accepts);
  return newestOf(index, [`${folderOf(path)}/${name}`, `${UNKNOWN_FOLDER}/${name}`], limit, accepts);
}

function newestOf(
  index: LiveIndex,
  names: readonly string[],
  limit: number,
  accepts: (id: number) => boolean,
): number[] {
  const found: number[] = [];
  const buffer = new PostingBuffer();
  for (let at = index.segments.length - 1; at >= 0 && found.length < limit; at--) {
    const { segment, first } = index.segments[at]!;
    buffer.count = 0;
    for (const name of names) {
      const ordinal = segment.findTerm(SOURCE_NAMESPACE + name);
      if (ordinal >= 0) segment.postings(ordinal, buffer);
    }
    // Two lists of which each is in order.
    const documents = buffer.documents.subarray(0, buffer.count).sort();
    for (let posting = documents.length - 1; posting >= 0 && found.length < limit; posting--) {
      const id = first + documents[posting]!;
      if (!index.isDeleted(id) && accepts(id)) found.push(id);
    }
  }
  return found;
}

/** The folder that a path names before the file's name; "." where it names none. */
function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  const folder = end <= 0 ? "" : path.slice(path.lastIndexOf("/", end - 1) + 1, end);
  return folder === "" || folder === ".." ? UNKNOWN_FOLDER : folder;
}
