// Picks the notes of a kind that matter most. Notes of the project come before notes of no project, then sure notes
// before doubtful ones, then newer notes before older ones. A knowledge base may hold very many notes. So the notes of
// each topic are looked at from the newest on, and only as long as a better one can still come.

import { MINUTES_2024, timeBaseOf } from "../../engine/log/log-time.ts";
import type { NoteSurvey } from "../../notes/index/note-columns.ts";
import { noteColumns } from "../../notes/index/note-columns.ts";
import type { NoteIndex } from "../../notes/index/note-index.ts";

/** Classes of notes by their projects: of another project, of no project, of this project. */
export const FOREIGN = 0;
export const OF_NONE = 1;
export const OWN = 2;

/** How far wall-clock times, in minutes, can be out of order. */
const ZONES_APART = 1440;

interface Candidate {
  readonly id: number;
  readonly owner: number;
  readonly confidence: number;
}

/** Keeps the best few notes of one kind. */
export class KeyEntries {
  readonly #index: NoteIndex;
  readonly #max: number;
  readonly #kept: Candidate[] = [];
  /**
   * FOREIGN until `max` notes are kept and the last one of them is sure. Then the class of that note: only a note of a
   * higher class, or a later note, can still be better than it. A note is not later if its stored time lies from
   * `closedFrom` to `closedStored` and, at `closedStored`, its place is at most `closedPlace`. These are plain fields,
   * because they are looked at for each topic by code that is not compiled yet.
   */
  closedTo = FOREIGN;
  closedFrom = 0;
  closedStored = 0;
  closedPlace = 0;

  constructor(index: NoteIndex, max: number) {
    this.#index = index;
    this.#max = max;
  }

  /** Takes a note in if it is among the best so far. No note may be offered twice. */
  offer(id: number, owner: number, confidence: number): void {
    const kept = this.#kept;
    const candidate = { id, owner, confidence };
    if (kept.length === this.#max && !this.#isBetter(candidate, kept[kept.length - 1]!)) return;
    const at = kept.findIndex((other) => this.#isBetter(candidate, other));
    kept.splice(at < 0 ? kept.length : at, 0, candidate);
    if (kept.length > this.#max) kept.pop();
    const last = kept[kept.length - 1]!;
    if (kept.length < this.#max || last.confidence < 1) return;
    const { stored, origin } = this.#index.document(last.id);
    this.closedTo = last.owner;
    this.closedPlace = origin;
    const isWallClock = timeBaseOf(stored) === "local-1970";
    // Times of the two time bases cannot be compared. Wall-clock times that are in order in one time zone may be out of
    // order in another.
    this.closedFrom = isWallClock ? MINUTES_2024 : Number.MIN_SAFE_INTEGER;
    this.closedStored = isWallClock ? stored - ZONES_APART : stored;
  }

  /** Best first. */
  best(): readonly number[] {
    return this.#kept.map(({ id }) => id);
  }

  #isBetter(a: Candidate, b: Candidate): boolean {
    if (a.owner !== b.owner) return a.owner > b.owner;
    if (a.confidence !== b.confidence) return a.confidence > b.confidence;
    return this.#index.compare(a.id, b.id) > 0;
  }
}

/**
 * The input of `offerTopics`: the columns of a segment, and for each topic the highest class of its notes. The class is
 * 0 for topics that do not count.
 */
export interface OfferedTopics {
  readonly columns: NoteSurvey;
  readonly ownerMax: ArrayLike<number>;
}

/**
 * Offers the notes of the segment at `part` to `kinds`, which are in the order of the tags that the columns tell apart.
 */
export function offerTopics(
  index: NoteIndex,
  part: number,
  { columns, ownerMax }: OfferedTopics,
  kinds: readonly KeyEntries[],
): void {
  const { segment, first } = index.segments[part]!;
  const { tagSets, projects, tagOfSet, classOfProject } = columns;
  const wanted = kinds.filter((_, kind) => Array.prototype.includes.call(tagOfSet, kind + 1));
  if (wanted.length === 0) return;
  const anyBuried = index.deletedCount > 0;
  const notes = noteColumns(segment);
  const { topics, stored } = notes;
  const topicCount = topics.names.count;
  // In a damaged index topics may claim more documents than there are.
  let left = segment.documentCount;
  for (let topic = 0; topic < topicCount; topic++) {
    const highest = ownerMax[topic]!;
    if (highest === FOREIGN) continue;
    for (let at = topics.size(topic) - 1; at >= 0 && left > 0; at--, left--) {
      const id = topics.document(topic, at);
      const owner = classOfProject[projects[id]!];
      if (!owner || (anyBuried && index.isDeleted(first + id))) continue;
      if (areClosed(wanted, highest, stored.of(id), segment.originOf(id))) break;
      const kind = tagOfSet[tagSets[id]!];
      if (kind) kinds[kind - 1]!.offer(first + id, owner, notes.confidenceOf(id));
    }
  }
}

/**
 * Whether no kind can keep a note of this time and place, nor an older one, if no note has a class above `ownerMax`.
 */
function areClosed(kinds: readonly KeyEntries[], ownerMax: number, stored: number, place: number): boolean {
  for (let at = 0; at < kinds.length; at++) {
    const kind = kinds[at]!;
    if (ownerMax > kind.closedTo || stored > kind.closedStored || stored < kind.closedFrom) return false;
    if (stored === kind.closedStored && place > kind.closedPlace) return false;
  }
  return true;
}
