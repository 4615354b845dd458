// Finds near-duplicates: of an entry in its topic, and among the entries of a batch. same-text.ts finds equal texts.

import {
  DUPLICATE_SIMILARITY,
  DUPLICATE_TOKENS_MIN,
  type FrequencyOf,
  similarCandidates,
} from "../../engine/search/similar.ts";
import { jaccard } from "../../engine/text/similarity.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { parseEntryText } from "../text/entry-text.ts";
import { topicName } from "../text/topic-names.ts";

export interface Duplicate {
  readonly id: number;
  readonly similarity: number;
  /** The first line of the entry's content. */
  readonly line: string;
}

/**
 * The most similar live entry of `topic`, if it is a near-duplicate of a text with these tokens. The caller makes the
 * tokens (`contentTokens`) beforehand, because this runs under the write lock.
 */
export function findDuplicate(
  view: KnowledgeView,
  topic: string,
  tokens: ReadonlySet<string>,
  frequencyOf?: FrequencyOf,
): Duplicate | null {
  if (tokens.size < DUPLICATE_TOKENS_MIN) return null;
  const [sizeMin, sizeMax] = [tokens.size * DUPLICATE_SIMILARITY, tokens.size / DUPLICATE_SIMILARITY];
  const lengths = view.index.lengths();
  let best: Duplicate | null = null;
  for (const id of similarCandidates(view.index, topic, tokens, frequencyOf)) {
    // An entry has at most as many distinct tokens as tokens.
    if (lengths(id) <= sizeMin) continue;
    const body = view.body(id);
    if (body === null) continue;
    const other = fewTokens(parseEntryText(body).text, sizeMax);
    if (other === null || other.size < DUPLICATE_TOKENS_MIN) continue;
    const similarity = jaccard(tokens, other);
    if (similarity > DUPLICATE_SIMILARITY && similarity > (best?.similarity ?? 0)) {
      best = { id, similarity, line: view.document(id).snippet[0] };
    }
  }
  return best;
}

/** What an answer says about a near-duplicate in `topic`: its position and its first line. */
export function duplicateNote(view: KnowledgeView, topic: string, { id, line }: Duplicate): string {
  return `dupe warning: ${topicName(topic)}:${view.topicDocuments(topic).indexOf(id)} ${view.shownId(id)}: ${line}`;
}

/** The tokens of a text. Returns null as soon as there are more than `most`, without reading the rest. */
function fewTokens(text: string, most: number): Set<string> | null {
  const tokens = new Set<string>();
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    for (const token of contentTokens(text.slice(start, end))) tokens.add(token);
    if (tokens.size > most) return null;
    start = end + 1;
  }
  return tokens;
}

/** One entry of a batch, prepared for the comparison before the write lock is taken, independent of its topic. */
export interface ComparedText {
  readonly tokens: ReadonlySet<string>;
  /**
   * The tokens of the entry that are rarest in the batch: as many as make a similar text share at least one. Empty if
   * no other text of the batch can be similar.
   */
  readonly rarest: readonly string[];
}

/**
 * Prepares the texts of a batch for `batchDuplicates`. Texts of one topic have the same `group`. A text that is alone
 * in its group repeats no other.
 */
export function comparedTexts(texts: readonly { readonly text: string; readonly group: string }[]): ComparedText[] {
  const groupSizes = new Map<string, number>();
  for (const { group } of texts) groupSizes.set(group, (groupSizes.get(group) ?? 0) + 1);
  const tokenSets = texts.map(({ text }) => contentTokens(text));
  const frequency = new Map<string, number>();
  for (const tokens of tokenSets) for (const token of tokens) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  return tokenSets.map((tokens, index) => {
    if (groupSizes.get(texts[index]!.group) === 1) return { tokens, rarest: [] };
    const ordered = [...tokens].sort((a, b) => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1));
    return { tokens, rarest: ordered.slice(0, tokens.size - Math.ceil(DUPLICATE_SIMILARITY * tokens.size) + 1) };
  });
}

/**
 * For each entry of a batch, the index of an earlier kept entry of the same topic that it repeats, or -1. Compares only
 * entries that share one of the tokens that are rarest in the batch (see `engine/search/similar.ts`).
 */
export function batchDuplicates(entries: readonly (ComparedText & { readonly topic: string })[]): number[] {
  const kept = new Map<string, number[]>();
  return entries.map(({ topic, tokens, rarest }, index) => {
    if (tokens.size < DUPLICATE_TOKENS_MIN) return -1;
    const keys = rarest.map((token) => `${topic}\n${token}`);
    for (const key of keys) {
      for (const earlier of kept.get(key) ?? []) {
        if (isSimilar(tokens, entries[earlier]!.tokens)) return earlier;
      }
    }
    for (const key of keys) {
      const list = kept.get(key);
      if (list) list.push(index);
      else kept.set(key, [index]);
    }
    return -1;
  });
}

function isSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  return small.size > DUPLICATE_SIMILARITY * large.size && jaccard(a, b) > DUPLICATE_SIMILARITY;
}
