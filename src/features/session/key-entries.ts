// The entries of a kind that matter most: those of the project before those of none, sure ones before doubtful ones, then the newest.
// A knowledge base may hold very many; what is looked at are the newest of each topic, up to where nothing better can come.

import type { SegmentSurvey } from "../../index/document.ts";
import type { LiveIndex } from "../../index/live-index.ts";

/** Classes of entries by their projects: of another one, of none, of this one. */
export const FOREIGN = 0;
export const OF_NONE = 1;
export const OWN = 2;

/** Wall-clock times, in minutes, may be in order in one time zone and this far out of it in another. */
const ZONES_APART = 1440;

interface Candidate {
  readonly id: number;
  readonly owner: number;
  readonly confidence: number;
}

/** Keeps the best few of one kind. */
export class KeyEntries {
  readonly #index: LiveIndex;
  readonly #max: number;
  readonly #kept: Candidate[] = [];
  /** Where only a newer one, or one of a higher class, can still be better than the last one kept: its class; else -1. */
  #closedTo = -1;
  #last = -1;

  constructor(index: LiveIndex, max: number) {
    this.#index = index;
    this.#max = max;
  }

  /** Takes an entry in if it is among the best so far. None is offered twice. */
  offer(id: number, owner: number, confidence: number): void {
    const kept = this.#kept;
    const candidate = { id, owner, confidence };
    if (kept.length === this.#max && !this.#isBetter(candidate, kept[kept.length - 1]!)) return;
    const at = kept.findIndex((other) => this.#isBetter(candidate, other));
    kept.splice(at < 0 ? kept.length : at, 0, candidate);
    if (kept.length > this.#max) kept.pop();
    const last = kept[kept.length - 1]!;
    if (kept.length < this.#max || last.confidence < 1) return;
    this.#closedTo = last.owner;
    this.#last = last.id;
  }

  /** Whether neither this entry nor an older one can be kept, if none is of a class above `ownerMax`. */
  isClosedTo(id: number, ownerMax: number): boolean {
    if (ownerMax > this.#closedTo) return false;
    const index = this.#index;
    if (index.timeBase === "utc-2024") return index.compare(id, this.#last) <= 0;
    return index.minutesOf(id) + ZONES_APART < index.minutesOf(this.#last);
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

/** What `offerTopics` goes through: a segment's columns, and by topic its highest class; 0 for topics that do not count. */
export interface OfferedTopics {
  readonly columns: SegmentSurvey;
  readonly ownerMax: ArrayLike<number>;
}

/** Offers the entries of the segment at `at` to `kinds`, which stand in the order of the tags that its columns tell apart. */
export function offerTopics(
  index: LiveIndex,
  at: number,
  { columns, ownerMax }: OfferedTopics,
  kinds: readonly KeyEntries[],
): void {
  const { segment, first } = index.segments[at]!;
  const { tagSets, projects, tagOfSet, classOfProject } = columns;
  const wanted = kinds.filter((_, kind) => Array.prototype.includes.call(tagOfSet, kind + 1));
  if (wanted.length === 0) return;
  const anyBuried = index.buriedCount > 0;
  // In a damaged index topics may claim more documents than there are.
  let left = segment.documentCount;
  for (let topic = 0; topic < segment.topicCount; topic++) {
    const highest = ownerMax[topic]!;
    if (highest === FOREIGN) continue;
    for (let place = segment.topicSize(topic) - 1; place >= 0 && left > 0; place--, left--) {
      const id = segment.topicDocument(topic, place);
      const owner = classOfProject[projects[id]!];
      if (!owner || (anyBuried && index.isBuried(first + id))) continue;
      if (wanted.every((kind) => kind.isClosedTo(first + id, highest))) break;
      const kind = tagOfSet[tagSets[id]!];
      if (kind) kinds[kind - 1]!.offer(first + id, owner, segment.confidenceOf(id));
    }
  }
}
