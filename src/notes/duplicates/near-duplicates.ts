// Finds near-duplicates: of an entry in its topic, and among the entries of a batch. same-text.ts finds equal texts.

import {
  DUPLICATE_SIMILARITY,
  DUPLICATE_TOKENS_MIN,
  type FrequencyOf,
  similarCandidates,
} from "../../engine/search/similar.ts";
import { jaccard } from "../../engine/text/similarity.ts";
import { Numbering, rankedByRarity, SimilarityJoin } from "../../engine/text/similarity-join.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import { capturedFailures } from "../index/captured-failures.ts";
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
  // What went wrong once does not keep anybody from telling why.
  const isCaptured = capturedFailures(view.index);
  let best: Duplicate | null = null;
  for (const id of similarCandidates(view.index, { column: "topic", name: topic }, tokens, frequencyOf)) {
    // An entry has at most as many distinct tokens as tokens.
    if (lengths(id) <= sizeMin || isCaptured?.(id) === true) continue;
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
  /** The tokens as ranks by how rare they are in the batch. */
  readonly ranks: Uint32Array;
}

/** Prepares the texts of a batch for `batchDuplicates`. */
export function comparedTexts(texts: readonly string[]): ComparedText[] {
  const sets = texts.map((text) => contentTokens(text));
  const numbering = new Numbering();
  // Of equally rare tokens the first of the alphabet comes first, whatever the order of the texts.
  for (const token of [...new Set(sets.flatMap((tokens) => [...tokens]))].sort()) numbering.of(token);
  const numbered = sets.map((tokens) => numbering.ofAll(tokens));
  const ranked = rankedByRarity(numbered);
  return sets.map((tokens, at) => ({ tokens, ranks: ranked(numbered[at]!) }));
}

/** For each entry of a batch, the index of an earlier kept entry of the same topic that it repeats, or -1. */
export function batchDuplicates(entries: readonly (ComparedText & { readonly topic: string })[]): number[] {
  const topics = new Numbering();
  const join = new SimilarityJoin(
    entries.map(({ ranks }) => ranks),
    DUPLICATE_SIMILARITY,
  );
  return entries.map(({ topic, ranks }, index) => {
    if (ranks.length < DUPLICATE_TOKENS_MIN) return -1;
    const found = join.similarTo(index, topics.of(topic)).find(({ similarity }) => similarity > DUPLICATE_SIMILARITY);
    if (found === undefined) join.add(index, topics.of(topic));
    return found?.position ?? -1;
  });
}
