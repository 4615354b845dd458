// Errors of failed runs that hooks captured. They are records of the log like notes, with an id, a topic and a project,
// and they are kept apart from notes: a search finds them only when it is asked for errors, hooks show one at that same
// error, and nothing that is counted or listed of notes counts them.
// Invariants:
// - A note of somebody's own is none, whatever its topic is: hooks write two tags, and a second line of their own.

import type { LiveIndex } from "../../engine/segment/live-index.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import type { DocumentTest } from "./document-test.ts";
import { noteColumns } from "./note-columns.ts";
import type { NoteIndex } from "./note-index.ts";

/** The tag of all captured failures; each has one of the others, too. */
export const CAPTURED_TAG = "captured";
export const BUILD_ERROR_TAG = "build-error";
export const TEST_FAILURE_TAG = "test-failure";

/** The second line as hooks write it: where the error came up, or what resolved it. Whoever revises the text replaces it. */
const SECOND_LINE = /^(?:(?:at \S.*, )?in \S|Resolved: )/;

/** Makes a test for captured failures, deleted ones included; null when there are none. */
export function capturedFailures(index: NoteIndex): DocumentTest | null {
  const tests = index.segments.flatMap(({ segment, first }) => {
    const sets = capturedSets(segment);
    if (sets.size === 0) return [];
    const { numbers } = noteColumns(segment).tags;
    const end = first + segment.documentCount;
    return [(id: number) => id >= first && id < end && sets.has(numbers.of(id - first))];
  });
  return tests.length === 0 ? null : (id) => tests.some((test) => test(id)) && isUntouched(index, id);
}

/** What was found out of documents, by index. A document never changes. */
const ofIndexes = new WeakMap<NoteIndex, Map<number, boolean>>();

function knownOf(index: NoteIndex): Map<number, boolean> {
  let known = ofIndexes.get(index);
  if (known === undefined) {
    known = new Map();
    ofIndexes.set(index, known);
  }
  return known;
}

/** All live captured failures, by document number, ascending. Goes through one column. */
export function capturedIds(index: NoteIndex): number[] {
  const found: number[] = [];
  for (const { segment, first } of index.segments) {
    const sets = capturedSets(segment);
    if (sets.size === 0) continue;
    const isWanted = new Uint8Array(Math.max(...sets) + 1);
    for (const set of sets) isWanted[set] = 1;
    const { numbers } = noteColumns(segment).tags;
    for (let id = 0; id < segment.documentCount; id++) {
      if (isWanted[numbers.of(id)] === 1 && !index.isDeleted(first + id) && isUntouched(index, first + id))
        found.push(first + id);
    }
  }
  return found;
}

/** The numbers of the tag sets that hooks write. */
function capturedSets(segment: Segment): Set<number> {
  const { tags } = noteColumns(segment);
  const captured = new Set(tags.setsWith(CAPTURED_TAG));
  if (captured.size === 0) return captured;
  const kinds = [BUILD_ERROR_TAG, TEST_FAILURE_TAG].flatMap((tag) => tags.setsWith(tag));
  return new Set(kinds.filter((set) => captured.has(set)));
}

/** Whether the second line of a document is one that hooks write. */
function isUntouched(index: NoteIndex, id: number): boolean {
  const known = knownOf(index);
  let is = known.get(id);
  if (is === undefined) {
    is = SECOND_LINE.test(index.documents.of(id).snippet[1]);
    known.set(id, is);
  }
  return is;
}

interface Apart {
  readonly capacity: number;
  readonly deletedCount: number;
  readonly index: LiveIndex;
}

const apart = new WeakMap<NoteIndex, Apart>();

/** The index as if there were no captured failures: how frequent a word is in notes does not count them. */
export function withoutCaptured(index: NoteIndex): LiveIndex {
  if (capturedFailures(index) === null) return index;
  const { capacity, deletedCount } = index;
  let known = apart.get(index);
  if (known?.capacity !== capacity || known.deletedCount !== deletedCount) {
    known = { capacity, deletedCount, index: index.without(capturedIds(index)) };
    apart.set(index, known);
  }
  return known.index;
}
