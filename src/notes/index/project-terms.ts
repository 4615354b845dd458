// The projects of entries as terms of the index, so that the entries of a project are counted without reading them.
// Each key gives a term such as `\x04acme/shop`, in lower case. An entry of no project has the term `\x04`. No text can
// hold such a term.

import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import type { NoteIndex } from "./note-index.ts";

/** First character of the terms of projects: a namespace of its own. */
const PROJECT_NAMESPACE = "\u0004";

/** The terms of an entry's projects. */
export function projectTerms(projects: readonly string[]): string[] {
  return projects.length === 0 ? [PROJECT_NAMESPACE] : projects.map((key) => PROJECT_NAMESPACE + key.toLowerCase());
}

/** Whether any entry, even a deleted one, has this key. */
export function hasProject(index: NoteIndex, key: string): boolean {
  return index.hasTerm(PROJECT_NAMESPACE + key.toLowerCase());
}

/**
 * How many entries, including deleted ones, belong to the project with these keys or to no project. If there are two
 * keys, the one that more entries have is counted: nearly all entries have both.
 */
export function countOfProject(index: NoteIndex, keys: readonly string[]): number {
  let most = 0;
  for (const key of keys) most = Math.max(most, index.documentFrequency(PROJECT_NAMESPACE + key.toLowerCase()));
  return most + index.documentFrequency(PROJECT_NAMESPACE);
}

/**
 * The newest live entries in the log that belong to the project with these keys or to no project: document numbers, at
 * most `limit`.
 */
export function newestOfProject(index: NoteIndex, keys: readonly string[], limit: number): number[] {
  const found: number[] = [];
  const buffer = new PostingBuffer();
  for (let at = index.segments.length - 1; at >= 0 && found.length < limit; at--) {
    const { segment, first } = index.segments[at]!;
    buffer.count = 0;
    for (const term of [PROJECT_NAMESPACE, ...keys.map((key) => PROJECT_NAMESPACE + key.toLowerCase())]) {
      const ordinal = segment.findTerm(term);
      if (ordinal >= 0) segment.postings(ordinal, buffer);
    }
    // Each list is in order. A document with two keys is in two lists.
    const documents = buffer.documents.subarray(0, buffer.count).sort();
    for (let posting = documents.length - 1; posting >= 0 && found.length < limit; posting--) {
      if (documents[posting] === documents[posting + 1]) continue;
      const id = first + documents[posting]!;
      if (!index.isDeleted(id)) found.push(id);
    }
  }
  return found;
}
