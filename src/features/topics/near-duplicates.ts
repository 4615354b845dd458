// Finds near-duplicates among the notes of one topic without comparing every note with every other. Two token sets with
// a Jaccard similarity above t share more than t of the tokens of either. If the tokens of every set are in one order,
// rarest first, similar sets therefore share one of the first (1 - t) n + 1 of their n tokens (see
// engine/search/similar.ts). How many tokens they may share from the first shared one on is bounded by how many are
// left in both sets (the positional filter of Xiao et al., "Efficient Similarity Joins for Near-Duplicate Detection",
// 2008). Only notes that pass both filters are compared, newest first. Tokens are numbers here, because there may be
// very many notes.
// Invariants:
// - A note is a duplicate only of a newer note that is no duplicate itself. So every merged note is similar to the one
//   that stays.

import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN } from "../../engine/search/similar.ts";

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

/**
 * The most work that is done for one topic, because a topic of similar notes would take for ever. Finding a note that
 * shares a rare token counts as one. Comparing it counts as one for every STEPS_PER_WORK tokens of the set that has
 * fewer tokens left.
 */
const WORK_MAX = 40_000_000;
const STEPS_PER_WORK = 4;
const NONE: readonly number[] = [];
/** How many notes are compared between two turns. */
const STRETCH = 16;

/**
 * Finds the duplicates among `entries`, which are in order, oldest first. `isWhole` is false when comparing all of them
 * was too much work. `turn` is called now and then.
 */
export async function nearDuplicates(
  entries: readonly Compared[],
  turn: () => Promise<void>,
  workMax = WORK_MAX,
): Promise<{ pairs: DuplicatePair[]; isWhole: boolean }> {
  const sets = await rarestFirst(entries, turn);
  const pairs: DuplicatePair[] = [];
  const sameText = new Map<string, number>();
  // The key is a token and a scope in one number. The list holds positions of notes, each followed by the token's place
  // in the note's set.
  const byToken = new Map<number, number[]>();
  const tokenCount = sets.reduce((most, tokens) => Math.max(most, (tokens.at(-1) ?? 0) + 1), 0);
  const seen = new Int32Array(entries.length).fill(-1);
  let work = 0;
  for (let position = entries.length - 1; position >= 0; position--) {
    if (position % STRETCH === 0) await turn();
    const { scope, hash } = entries[position]!;
    const tokens = sets[position]!;
    const textKey = `${scope} ${hash}`;
    const same = sameText.get(textKey);
    if (same !== undefined) {
      pairs.push({ kept: same, duplicate: position, similarity: 1 });
      continue;
    }
    let best: DuplicatePair | null = null;
    const keys =
      tokens.length < DUPLICATE_TOKENS_MIN ? [] : prefixOf(tokens).map((token) => token + scope * tokenCount);
    for (let left = 0; left < keys.length; left++) {
      const holders = byToken.get(keys[left]!) ?? NONE;
      for (let at = 0; at < holders.length; at += 2) {
        if (++work > workMax) return { pairs, isWhole: false };
        const newer = holders[at]!;
        if (seen[newer] === position) continue;
        // This is the first token that both sets hold. They share nothing before it, so a later shared token gives no
        // better result.
        seen[newer] = position;
        const others = sets[newer]!;
        const right = holders[at + 1]!;
        const rest = Math.min(tokens.length - left, others.length - right);
        if (rest < sharedMin(tokens.length + others.length)) continue;
        work += Math.ceil(rest / STEPS_PER_WORK);
        const similarity = similarityOf(tokens, left, others, right);
        if (similarity > Math.max(DUPLICATE_SIMILARITY, best?.similarity ?? 0)) {
          best = { kept: newer, duplicate: position, similarity };
        }
      }
    }
    if (best !== null) {
      pairs.push(best);
      continue;
    }
    sameText.set(textKey, position);
    keys.forEach((key, place) => {
      const list = byToken.get(key);
      if (list) list.push(position, place);
      else byToken.set(key, [position, place]);
    });
  }
  return { pairs, isWhole: true };
}

/** The token sets, ascending, with their tokens renumbered by how rare they are. */
async function rarestFirst(entries: readonly Compared[], turn: () => Promise<void>): Promise<Uint32Array[]> {
  const frequency = new Map<number, number>();
  for (const { tokens } of entries) for (const token of tokens) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  const ordered = [...frequency.keys()].sort((a, b) => frequency.get(a)! - frequency.get(b)! || a - b);
  const rank = new Map(ordered.map((token, at) => [token, at]));
  const sets: Uint32Array[] = [];
  for (const { tokens } of entries) {
    if (sets.length % STRETCH === 0) await turn();
    sets.push(Uint32Array.from(tokens, (token) => rank.get(token)!).sort());
  }
  return sets;
}

function prefixOf(tokens: Uint32Array): number[] {
  return [...tokens.subarray(0, tokens.length - Math.ceil(DUPLICATE_SIMILARITY * tokens.length) + 1)];
}

/**
 * The least number of shared tokens. A similarity above t means that more than t / (1 + t) of the tokens of both sets
 * together are shared.
 */
function sharedMin(total: number): number {
  return (DUPLICATE_SIMILARITY / (1 + DUPLICATE_SIMILARITY)) * total;
}

/**
 * The Jaccard similarity of two ascending lists that share nothing before `left` and `right`. Returns 0 as soon as the
 * similarity is known to be too low to matter.
 */
function similarityOf(a: Uint32Array, left: number, b: Uint32Array, right: number): number {
  const total = a.length + b.length;
  const needed = sharedMin(total);
  let shared = 0;
  while (left < a.length && right < b.length) {
    if (shared + Math.min(a.length - left, b.length - right) < needed) return 0;
    if (a[left] === b[right]) {
      shared++;
      left++;
      right++;
    } else if (a[left]! < b[right]!) left++;
    else right++;
  }
  return shared / (total - shared);
}
