// Finds what belongs to some projects in a live index: topics with their counts, and how many entries each project has.
// It makes one pass over columns and reads no body.

import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import type { DocumentTest } from "./document-test.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex, TopicSummary } from "./note-index.ts";

/** The number of entries with one set of project keys. */
export interface ProjectCount {
  readonly keys: readonly string[];
  readonly count: number;
}

/** How many live entries carry each set of keys; entries of no project have none. */
export function entriesByProject(index: NoteIndex): ProjectCount[] {
  const found = new Map<string, ProjectCount>();
  for (const { segment, first } of index.segments) {
    const keysOf: (readonly string[])[] = [];
    const { projects } = noteColumns(segment).survey([], (keys) => keysOf.push(keys));
    const counts = new Uint32Array(keysOf.length);
    for (let id = 0; id < segment.documentCount; id++) if (!index.isDeleted(first + id)) counts[projects[id]!]!++;
    for (const [at, keys] of keysOf.entries()) {
      if (!counts[at]) continue;
      const name = keys.join();
      found.set(name, { keys, count: counts[at] + (found.get(name)?.count ?? 0) });
    }
  }
  return [...found.values()];
}

/**
 * Whether `matches` accepts the keys of every project that the index has ever had notes of, and the keys of notes of no
 * project. Looks at no note.
 */
export function haveOnly(index: NoteIndex, matches: (keys: readonly string[]) => boolean): boolean {
  return index.segments.every(({ segment }) => {
    const { classOfProject } = noteColumns(segment).survey([], (keys) => (matches(keys) ? 1 : 0));
    return Array.from(classOfProject).every((is) => is === 1);
  });
}

/** The topics that have wanted live entries, by name, with counts and times of only these entries. */
export function topicsWith(index: NoteIndex, isWanted: DocumentTest): TopicSummary[] {
  const found = new Map<string, TopicSummary>();
  for (const numbered of index.segments) {
    const { segment, first } = numbered;
    const { names } = noteColumns(segment).topics;
    for (let ordinal = 0; ordinal < names.count; ordinal++) {
      const counts = (id: number) => !index.isDeleted(id) && isWanted(id);
      const { count, oldest, newest } = wantedOf(numbered, ordinal, counts);
      if (count === 0) continue;
      const name = names.name(ordinal);
      const [from, to] = [index.minutesOf(first + oldest), index.minutesOf(first + newest)];
      const known = found.get(name) ?? { count: 0, oldest: from, newest: to };
      found.set(name, {
        name,
        count: known.count + count,
        oldest: Math.min(known.oldest, from),
        newest: Math.max(known.newest, to),
      });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Only the names of these topics, ascending; quicker. */
export function namesWith(index: NoteIndex, isWanted: DocumentTest): string[] {
  const found = new Set<string>();
  for (const { segment, first } of index.segments) {
    const { topics } = noteColumns(segment);
    for (let ordinal = 0; ordinal < topics.names.count; ordinal++) {
      const documents = topics.documents(ordinal);
      for (let at = documents.length - 1; at >= 0; at--) {
        const id = first + documents[at]!;
        if (index.isDeleted(id) || !isWanted(id)) continue;
        found.add(topics.names.name(ordinal));
        break;
      }
    }
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** How many documents of a topic count, and the first and the last of these. */
function wantedOf({ segment, first }: NumberedSegment, ordinal: number, counts: DocumentTest) {
  const documents = noteColumns(segment).topics.documents(ordinal);
  let count = 0;
  let oldest = -1;
  let newest = -1;
  for (let at = 0; at < documents.length; at++) {
    const id = documents[at]!;
    if (!counts(first + id)) continue;
    if (count++ === 0) oldest = id;
    newest = id;
  }
  return { count, oldest, newest };
}
