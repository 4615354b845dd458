// Near-duplicates among the entries of one topic, without comparing every entry with every other. Two token sets with a Jaccard
// similarity above t share more than t of the tokens of either; so with the tokens of each set in one order, rarest first, similar sets
// share one of the first (1 - t) n + 1 of theirs (see retrieval/similar.ts). Only entries that do are compared, newest first: an entry is
// a duplicate of a newer one that is not a duplicate itself, so that whatever is merged is similar to what stays.
// Tokens are numbers here, since there may be very many entries.

import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN } from "../../retrieval/similar.ts";

/** One entry as the comparison sees it. */
export interface Compared {
  /** Numbers of its tokens, each once. */
  readonly tokens: Uint32Array;
  /** Entries of different scopes are not compared. */
  readonly scope: number;
  /** Equal for equal texts. */
  readonly hash: string;
}

/** A duplicate by the positions of both entries, and how alike they are, 0 to 1. */
export interface DuplicatePair {
  readonly kept: number;
  readonly duplicate: number;
  readonly similarity: number;
}

/** How often an entry may be found for one that shares a rare token with it; a topic of alike entries would take for ever. */
const CANDIDATES_MAX = 5_000_000;
/** How many entries are compared between two turns. */
const STRETCH = 16;

/**
 * The duplicates among `entries`, which are in order, oldest first. `isWhole` is false when there were too many candidates to compare
 * them all. `turn` is called now and then.
 */
export async function nearDuplicates(
  entries: readonly Compared[],
  turn: () => Promise<void>,
  candidatesMax = CANDIDATES_MAX,
): Promise<{ pairs: DuplicatePair[]; isWhole: boolean }> {
  const sets = await rarestFirst(entries, turn);
  const pairs: DuplicatePair[] = [];
  const sameText = new Map<string, number>();
  // By token and scope in one number.
  const byToken = new Map<number, number[]>();
  const tokenCount = sets.reduce((most, tokens) => Math.max(most, (tokens.at(-1) ?? 0) + 1), 0);
  const seen = new Int32Array(entries.length).fill(-1);
  let candidates = 0;
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
    for (const key of keys) {
      for (const newer of byToken.get(key) ?? []) {
        if (++candidates > candidatesMax) return { pairs, isWhole: false };
        if (seen[newer] === position) continue;
        seen[newer] = position;
        const similarity = similarityOf(tokens, sets[newer]!);
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
    for (const key of keys) {
      const list = byToken.get(key);
      if (list) list.push(position);
      else byToken.set(key, [position]);
    }
  }
  return { pairs, isWhole: true };
}

/** The token sets with their tokens renumbered by how rare they are, ascending. */
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

/** The Jaccard similarity of two ascending lists; 0 as soon as it is known to be too low to matter. */
function similarityOf(a: Uint32Array, b: Uint32Array): number {
  const total = a.length + b.length;
  // A similarity above t means that more than t / (1 + t) of the tokens of both together are shared.
  const sharedMin = (DUPLICATE_SIMILARITY / (1 + DUPLICATE_SIMILARITY)) * total;
  let shared = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    if (shared + Math.min(a.length - left, b.length - right) < sharedMin) return 0;
    if (a[left] === b[right]) {
      shared++;
      left++;
      right++;
    } else if (a[left]! < b[right]!) left++;
    else right++;
  }
  return shared / (total - shared);
}
