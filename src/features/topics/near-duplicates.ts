// Finds near-duplicates among the notes of one topic, newest first.
// Invariants:
// - A note is a duplicate only of a newer note that is no duplicate itself. So every merged note is similar to the one
//   that stays.

import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN } from "../../engine/search/similar.ts";
import { rankedByRarity, SimilarityJoin } from "../../engine/text/similarity-join.ts";

/** One note as the comparison sees it. */
export interface Compared {
  /** Numbers of its tokens, each once. */
  readonly tokens: Uint32Array;
  /** Notes of different scopes are not compared. */
  readonly scope: number;
  /** Equal for equal texts. */
  readonly hash: string;
}

/** A duplicate: the positions of both notes, and their similarity from 0 to 1. */
export interface DuplicatePair {
  readonly kept: number;
  readonly duplicate: number;
  readonly similarity: number;
}

/** The most work that is done for one topic, because a topic of similar notes would take for ever. */
const WORK_MAX = 40_000_000;
/** How many notes are compared between two turns. */
const STRETCH = 16;
const NOT_COMPARED = new Uint32Array();

/**
 * Finds the duplicates among `entries`, which are in order, oldest first. `isWhole` is false when comparing all of them
 * was too much work. `turn` is called now and then.
 */
export async function nearDuplicates(
  entries: readonly Compared[],
  turn: () => Promise<void>,
  workMax = WORK_MAX,
): Promise<{ pairs: DuplicatePair[]; isWhole: boolean }> {
  const ranked = rankedByRarity(entries.map(({ tokens }) => tokens));
  const sets: Uint32Array[] = [];
  for (const { tokens } of entries) {
    if (sets.length % STRETCH === 0) await turn();
    sets.push(tokens.length < DUPLICATE_TOKENS_MIN ? NOT_COMPARED : ranked(tokens));
  }
  const join = new SimilarityJoin(sets, DUPLICATE_SIMILARITY, workMax);
  const pairs: DuplicatePair[] = [];
  const sameText = new Map<string, number>();
  for (let position = entries.length - 1; position >= 0; position--) {
    if (position % STRETCH === 0) await turn();
    const { scope, hash } = entries[position]!;
    const textKey = `${scope} ${hash}`;
    const same = sameText.get(textKey);
    if (same !== undefined) {
      pairs.push({ kept: same, duplicate: position, similarity: 1 });
      continue;
    }
    let best: DuplicatePair | null = null;
    for (const { position: kept, similarity } of join.similarTo(position, scope)) {
      if (similarity <= Math.max(DUPLICATE_SIMILARITY, best?.similarity ?? 0)) continue;
      best = { kept, duplicate: position, similarity };
    }
    if (!join.isWhole) return { pairs, isWhole: false };
    if (best !== null) {
      pairs.push(best);
      continue;
    }
    sameText.set(textKey, position);
    join.add(position, scope);
  }
  return { pairs, isWhole: true };
}
