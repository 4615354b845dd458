// The search of hooks: against a naive model over the texts, its bounds, and that nobody else's entries change what it
// finds.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PostingBuffer } from "../../../../src/engine/postings/posting-buffer.ts";
import { inverseDocumentFrequency, termScore } from "../../../../src/engine/search/bm25.ts";
import {
  COMMON_MIN,
  COMMON_SHARE,
  HITS_MAX,
  LENGTH_TYPICAL,
  PASSED_OVER,
  POSTINGS_MAX,
  type QuickResults,
  quickSearch,
  type Scope,
} from "../../../../src/engine/search/quick-search.ts";
import { type TermGroup, termGroups, tokenize } from "../../../../src/engine/text/tokenizer.ts";
import { noteScope } from "../../../../src/notes/index/note-index.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { runs } from "../../../support/runs.ts";

const WORDS = [
  "cache",
  "evict",
  "cacheEvict",
  "cache_evict",
  "page",
  "pageCache",
  "検索する",
  "the",
  "loader",
  "utf8Loader",
  "xLoader",
];

/** All entries of a view. */
const all = ({ index }: KnowledgeView): Scope => ({
  entryCount: index.capacity,
  accepts: () => true,
  newest: () => [],
  ...noteScope(index),
});

interface Stored {
  readonly words: readonly string[];
  readonly confidence: number;
  readonly isDeleted: boolean;
}

/** A view of these entries, the first `merged` of them in the index file, the others behind it. */
async function viewOf(entries: readonly Stored[], merged: number): Promise<KnowledgeView> {
  const base = openKnowledgeBase("/base", { files: new MemoryFileSystem() });
  const add = async (some: readonly Stored[]) => {
    if (some.length === 0) return;
    await base.change(() =>
      some.map(({ words, confidence }) => ({
        kind: "add",
        topic: "t",
        minutes: NOW_MINUTES,
        body: `[confidence: ${confidence}]\n${words.join(" ")} .`,
      })),
    );
  };
  await add(entries.slice(0, merged));
  if (merged > 0) await base.mergeNow();
  await add(entries.slice(merged));
  const deleted = entries.flatMap(({ isDeleted }, id) => (isDeleted ? [id] : []));
  if (deleted.length > 0) await base.change(() => deleted.map((id) => ({ kind: "delete", id })));
  return base.view();
}

/** What is to be found, by going through all entries for all words; as long as no bound is reached. */
function model(entries: readonly Stored[], words: readonly TermGroup[], { entryCount, accepts }: Scope): QuickResults {
  const documents = entries.map(({ words: held, isDeleted }, id) => ({
    terms: accepts(id) ? tokenize(`${held.join(" ")} . t`) : [],
    isDeleted,
  }));
  const common = Math.max(COMMON_MIN, entryCount * COMMON_SHARE);
  const frequencyOf = (term: string) => documents.filter(({ terms }) => terms.includes(term)).length;
  const scores = new Map<number, number>();
  const held = new Map<number, number[]>();
  const commonWeights = words.map(() => 0);
  const weights = words.map(({ whole, parts, prefix }, place) => {
    if (prefix) return 0;
    const isWhole = whole !== null && frequencyOf(whole) > 0;
    const terms = isWhole ? [whole] : parts;
    if (whole !== null && !isWhole && parts.length < 2) return 0;
    if (terms.some((term) => frequencyOf(term) === 0)) return 0;
    const asked = terms.filter((term) => frequencyOf(term) <= common).sort((a, b) => frequencyOf(a) - frequencyOf(b));
    if (asked.length === 0) {
      commonWeights[place] = inverseDocumentFrequency(entryCount, Math.min(...terms.map(frequencyOf)));
      return 0;
    }
    const found = documents.flatMap(({ terms: all, isDeleted }, id) =>
      !isDeleted && asked.every((term) => all.includes(term)) ? [id] : [],
    );
    if (found.length === 0) return 0;
    const weight = inverseDocumentFrequency(entryCount, found.length);
    for (const id of found) {
      const { terms: all } = documents[id]!;
      const count = all.filter((term) => term === asked[0]).length;
      scores.set(id, (scores.get(id) ?? 0) + termScore(weight, count, all.length, LENGTH_TYPICAL));
      held.set(id, [...(held.get(id) ?? []), place]);
    }
    return weight;
  });
  const hits = [...scores].map(([id, score]) => ({
    id,
    score: score * entries[id]!.confidence,
    words: held.get(id)!,
  }));
  return { hits: hits.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, HITS_MAX), weights, commonWeights };
}

const rounded = ({ hits, weights, commonWeights }: QuickResults) => ({
  hits: hits.map(({ id, score, words }) => ({ id, score: score.toFixed(9), words })),
  weights: weights.map((weight) => weight.toFixed(9)),
  commonWeights: commonWeights.map((weight) => weight.toFixed(9)),
});

describe("quickSearch", () => {
  it("finds what going through all entries finds", async () => {
    const stored = fc.record({
      words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
      confidence: fc.constantFrom(1, 0.5, 0),
      isDeleted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(stored, { maxLength: 45 }),
        fc.nat(45),
        fc.array(fc.constantFrom(...WORDS, "検", "unknown", "cacheUnknown", "pageEvict"), { maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        async (entries, merged, words, modulus) => {
          const view = await viewOf(entries, Math.min(merged, entries.length));
          const groups = words.flatMap((word) => termGroups(word));
          const accepts = (id: number) => id % modulus === 0;
          const scope = { ...all(view), entryCount: entries.filter((_, id) => accepts(id)).length, accepts };
          expect(rounded(quickSearch(view.index, groups, scope))).toEqual(rounded(model(entries, groups, scope)));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  const many = (count: number, words: readonly string[]): Stored[] =>
    Array.from({ length: count }, () => ({ words, confidence: 1, isDeleted: false }));

  it("does not look for what very many entries hold, nor weighs it", async () => {
    const view = await viewOf([...many(COMMON_MIN + 1, ["page"]), ...many(3, ["evict"])], 0);
    const { hits, weights, commonWeights } = quickSearch(view.index, termGroups("page evict"), all(view));
    expect(hits.map(({ words }) => words)).toEqual([[1], [1], [1]]);
    expect(weights[0]).toBe(0);
    expect(commonWeights[0]).toBeLessThan(weights[1]!);
    expect(commonWeights[1]).toBe(0);
  });

  it("asks a name of several parts for those of them that are not common", async () => {
    const view = await viewOf(
      [...many(COMMON_MIN + 1, ["page"]), ...many(1, ["loader"]), ...many(1, ["page", "loader"])],
      20,
    );
    const { hits } = quickSearch(view.index, termGroups("pageLoader"), all(view));
    expect(hits.map(({ id }) => id)).toEqual([COMMON_MIN + 1, COMMON_MIN + 2]);
  });

  it("gives the best and no more than anybody shows", async () => {
    const entries = Array.from({ length: 1000 }, (_, id) => ({
      words: ["evict", ...(id % 17 === 0 ? ["cache"] : [])],
      confidence: id === 170 ? 1 : 0.5,
      isDeleted: false,
    }));
    const view = await viewOf(entries, 500);
    const { hits } = quickSearch(view.index, termGroups("cache"), all(view));
    expect(hits).toHaveLength(HITS_MAX);
    // The surest first, then the newest.
    expect(hits.slice(0, 3).map(({ id }) => id)).toEqual([170, 986, 969]);
  });

  it("reads a bounded number of postings, whatever it is asked for", async () => {
    const size = Math.ceil(POSTINGS_MAX / COMMON_SHARE) + 100;
    const rare = Math.floor(POSTINGS_MAX / 3);
    const words = ["alpha", "beta", "gamma", "delta", "epsilon"];
    const entries = Array.from({ length: size }, (_, id) => ({
      words: id < rare * words.length ? [words[id % words.length]!, "shared"] : ["other"],
      confidence: 1,
      isDeleted: false,
    }));
    const view = await viewOf(entries, size);
    let read = 0;
    const { segment } = view.index.segments[0]!;
    const postings = segment.postings.bind(segment);
    segment.postings = (ordinal: number, into: PostingBuffer) => {
      const before = into.count;
      postings(ordinal, into);
      read += into.count - before;
    };
    const groups = termGroups(`${words.join(" ")} alphaBeta gammaDelta shared betaGammaEpsilon`);
    const { weights } = quickSearch(view.index, groups, all(view));
    expect(read).toBeLessThanOrEqual(POSTINGS_MAX * PASSED_OVER);
    expect(weights.slice(0, 5).map((weight) => weight > 0)).toEqual([true, true, true, false, false]);
  });
});
