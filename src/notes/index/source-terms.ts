// The files that entries cite as terms of the index, so that the entries about a file are found without reading all.
// Each citing entry has two terms. For the source `src/cache.rs:42` these are the file's name, `\x03cache.rs`, and the
// name with its folder, `\x03src/cache.rs`. If the source names no folder, the second is `\x03./cache.rs`. Names such
// as `index.ts` occur in every project; with the folder few entries match. A symbol has a third term, its own name:
// `\x03#evict` for `src/cache.ts#Cache.evict`, wherever its file is by now. No text can hold such a term.

import { nameOf } from "../../base/path-names.ts";
import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import { parseSource } from "../text/citation.ts";
import { lastName } from "../text/symbol-names.ts";
import type { NoteIndex } from "./note-index.ts";

/** First character of the terms of sources: a namespace of its own. */
export const SOURCE_NAMESPACE = "\u0003";

const UNKNOWN_FOLDER = ".";

/** The terms of a source; none for an entry that cites nothing. */
export function sourceTerms(source: string | null): string[] {
  if (source === null) return [];
  const { path, symbol } = parseSource(source);
  const name = nameOf(path);
  if (name === "") return [];
  const terms = [SOURCE_NAMESPACE + name, `${SOURCE_NAMESPACE}${folderOf(path)}/${name}`];
  return symbol === null ? terms : [...terms, `${SOURCE_NAMESPACE}#${lastName(symbol)}`];
}

/**
 * The live documents that may cite the file at `path`: those whose source ends in its folder and name, or is its name
 * alone. If `path` is a name alone, all documents that cite a file of that name. `accepts` filters them. The newest in
 * the log come first, at most `limit`.
 */
export function documentsCiting(
  index: NoteIndex,
  path: string,
  limit: number,
  accepts: (id: number) => boolean = () => true,
): number[] {
  const name = nameOf(path);
  if (name === path) return newestWith(index, [name], limit, accepts);
  return newestWith(index, [`${folderOf(path)}/${name}`, `${UNKNOWN_FOLDER}/${name}`], limit, accepts);
}

/**
 * The live documents whose sources have one of these terms, given without the namespace: `#evict` for a symbol. The
 * newest in the log come first, at most `limit`.
 */
export function newestWith(
  index: NoteIndex,
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
    // Each list is in order, and no document is in two of them.
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
