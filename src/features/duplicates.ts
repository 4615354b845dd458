// Near-duplicates: an entry against its topic, and the entries of a batch against each other.

import type { KnowledgeView } from "../knowledge/knowledge-view.ts";
import { DUPLICATE_SIMILARITY, DUPLICATE_TOKENS_MIN, similarCandidates } from "../retrieval/similar.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { jaccard } from "../text/similarity.ts";
import { contentTokens } from "../text/tokenizer.ts";

export interface Duplicate {
  readonly id: number;
  readonly similarity: number;
  /** Its first line of content. */
  readonly line: string;
}

/** The most similar live entry of `topic`, if one is a near-duplicate of `text`; entries in `ignored` do not count. */
export function findDuplicate(view: KnowledgeView, topic: string, text: string): Duplicate | null {
  const tokens = contentTokens(text);
  if (tokens.size < DUPLICATE_TOKENS_MIN) return null;
  let best: Duplicate | null = null;
  for (const id of similarCandidates(view.index, topic, tokens)) {
    const other = contentTokens(parseEntryText(view.body(id)).text);
    if (other.size < DUPLICATE_TOKENS_MIN) continue;
    const similarity = jaccard(tokens, other);
    if (similarity > DUPLICATE_SIMILARITY && similarity > (best?.similarity ?? 0)) {
      best = { id, similarity, line: view.document(id).snippet[0] };
    }
  }
  return best;
}

/** One entry of a batch as the comparison sees it. */
interface Candidate {
  readonly index: number;
  readonly tokens: ReadonlySet<string>;
}

/**
 * For each entry of a batch, the index of an earlier kept entry of the same topic that it repeats, or -1. Compares only
 * entries that share a token among the rarest of the batch (see `retrieval/similar.ts`).
 */
export function batchDuplicates(entries: readonly { topic: string; text: string }[]): number[] {
  const tokenSets = entries.map((entry) => contentTokens(entry.text));
  const frequency = new Map<string, number>();
  for (const tokens of tokenSets) for (const token of tokens) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  const kept = new Map<string, Candidate[]>();
  return entries.map((entry, index) => {
    const tokens = tokenSets[index]!;
    if (tokens.size < DUPLICATE_TOKENS_MIN) return -1;
    const rarest = [...tokens].sort((a, b) => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1));
    const prefix = rarest.slice(0, tokens.size - Math.ceil(DUPLICATE_SIMILARITY * tokens.size) + 1);
    const keys = prefix.map((token) => `${entry.topic}\n${token}`);
    for (const key of keys) {
      for (const candidate of kept.get(key) ?? []) {
        if (jaccard(tokens, candidate.tokens) > DUPLICATE_SIMILARITY) return candidate.index;
      }
    }
    for (const key of keys) {
      const list = kept.get(key);
      if (list) list.push({ index, tokens });
      else kept.set(key, [{ index, tokens }]);
    }
    return -1;
  });
}
