// What a knowledge base holds for one project: how many entries of which topics, and which of them matter most. Entries of other
// projects do not count. One pass over the index; no body is read.
// Invariant: the same entries give the same answer, in whatever segments and under whatever numbers they stand.

import type { LiveIndex } from "../../index/live-index.ts";
import { type Project, sameProject } from "../../knowledge/project.ts";

/** The kinds of entries that a session should not begin without, by their tags, the most pressing first. */
export const KEY_TAGS = ["gotcha", "invariant", "decision"] as const;
export type KeyTag = (typeof KEY_TAGS)[number];

export interface Survey {
  readonly entries: number;
  /** Topics with entries that count, most entries first, then by name. */
  readonly topics: readonly { readonly name: string; readonly count: number }[];
  /** The best entries with each tag, best first; none is listed twice. */
  readonly best: Readonly<Record<KeyTag, readonly number[]>>;
}

/** Surveys what is live: entries of `project` and of none; `bestMax` is how many of each kind are picked. */
export function survey(index: LiveIndex, project: Project | null, bestMax: number): Survey {
  const isOwn = (keys: readonly string[]) => project !== null && sameProject(keys, project.keys);
  const ranking = new Ranking(index, bestMax);
  const keyOf = index.topicKeys();
  const counts = new Uint32Array(index.topicKeyCount);
  let entries = 0;
  // From the newest on: what is kept then changes seldom.
  for (const { segment, first } of index.segments.toReversed()) {
    const counted = segment.withProject((keys) => keys.length === 0 || isOwn(keys));
    const own = segment.withProject(isOwn);
    const tagged = KEY_TAGS.map((tag) => segment.withTag(tag));
    for (let id = segment.documentCount - 1; id >= 0; id--) {
      if (index.isBuried(first + id) || !counted(id)) continue;
      entries++;
      counts[keyOf(first + id)]!++;
      const kind = tagged.findIndex((hasTag) => hasTag?.(id));
      if (kind >= 0) ranking.offer(KEY_TAGS[kind]!, first + id, own(id), segment.confidenceOf(id));
    }
  }
  return { entries, topics: topicsOf(index, counts), best: ranking.best() };
}

function topicsOf(index: LiveIndex, counts: Uint32Array): Survey["topics"] {
  const topics = Array.from(counts, (count, key) => ({ count, key })).filter(({ count }) => count > 0);
  return topics
    .map(({ count, key }) => ({ count, name: index.topicOfKey(key) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

interface Candidate {
  readonly id: number;
  readonly own: boolean;
  readonly confidence: number;
}

/** Keeps the best few of each kind: those of the project before those of none, sure ones before doubtful ones, then the newest. */
class Ranking {
  readonly #index: LiveIndex;
  readonly #max: number;
  readonly #kept: Record<KeyTag, Candidate[]> = { gotcha: [], invariant: [], decision: [] };

  constructor(index: LiveIndex, max: number) {
    this.#index = index;
    this.#max = max;
  }

  offer(tag: KeyTag, id: number, own: boolean, confidence: number): void {
    const kept = this.#kept[tag];
    const candidate = { id, own, confidence };
    if (kept.length === this.#max && !this.#isBetter(candidate, kept[kept.length - 1]!)) return;
    const at = kept.findIndex((other) => this.#isBetter(candidate, other));
    kept.splice(at < 0 ? kept.length : at, 0, candidate);
    if (kept.length > this.#max) kept.pop();
  }

  best(): Survey["best"] {
    const { gotcha, invariant, decision } = this.#kept;
    const ids = (kept: Candidate[]) => kept.map(({ id }) => id);
    return { gotcha: ids(gotcha), invariant: ids(invariant), decision: ids(decision) };
  }

  #isBetter(a: Candidate, b: Candidate): boolean {
    if (a.own !== b.own) return a.own;
    if (a.confidence !== b.confidence) return a.confidence > b.confidence;
    return this.#index.compare(a.id, b.id) > 0;
  }
}
