// A schema that is not that of notes, searched with its own groups, boost and filter.

import { describe, expect, test } from "vitest";
import { parseWords } from "../../../../src/engine/search/query.ts";
import { type Retrieval, Searcher } from "../../../../src/engine/search/searcher.ts";
import { DeltaSegment } from "../../../../src/engine/segment/delta-segment.ts";
import { LiveIndex, type NumberedSegment } from "../../../../src/engine/segment/live-index.ts";
import { defineSchema } from "../../../../src/engine/segment/schema.ts";
import { tokenize } from "../../../../src/engine/text/tokenizer.ts";
import { merge, opened } from "../../../support/model-segment.ts";

/** Chunks of source files, as a code index may hold them. */
const CODE = defineSchema(
  { path: "group", language: "name", line: "number", kinds: "names" },
  { column: "line", compare: (a, b) => a - b },
);
const CHUNKS: readonly [path: string, language: string | null, line: number, kinds: string[], text: string][] = [
  ["src/cache.ts", "typescript", 1, ["import"], "import cache store"],
  ["src/cache.ts", "typescript", 40, ["class", "definition"], "class CacheStore\nevicts the oldest entry of the cache"],
  ["src/cache.ts", "typescript", 12, ["function", "definition"], "open the cache file\nreads its header"],
  ["src/cache.rs", "rust", 3, ["function", "definition"], "fn evict cache\ncache cache cache"],
  ["tests/cache.test.ts", "typescript", 5, ["call"], "expect cache evict\nthe store of the cache is empty"],
  ["docs/cache.txt", null, 1, [], "the cache and how it evicts"],
  ["src/parser.rs", "rust", 7, ["definition"], "parse the header\nno store here"],
];

function codeIndex(merged: number): LiveIndex {
  let index = new LiveIndex(null, new DeltaSegment(CODE));
  CHUNKS.forEach(([path, language, line, kinds, text], at) => {
    if (at === merged) {
      index = new LiveIndex(opened(CODE, merge(CODE, index.mergeInputs())), new DeltaSegment(CODE));
    }
    const [head, ...rest] = text.split("\n").map((part) => tokenize(part));
    const [leadingTerms, otherTerms] = [head!, [...rest, tokenize(path)]];
    const length = [leadingTerms, ...otherTerms].flat().length;
    const place = { offset: 8 + 100 * at, size: 100, isReplacement: false, origin: 8 + 100 * at };
    const values = { path, language, line, kinds };
    index.add({ ...place, values, length, leadingLength: leadingTerms.length, leadingTerms, otherTerms });
  });
  return index;
}

describe.each([0, 3, CHUNKS.length - 1])("a schema of code, %i of its chunks merged", (merged) => {
  const index = codeIndex(merged);
  const searcher = new Searcher();
  const LANGUAGES = [null, "rust", "typescript"];
  const byLanguage = (most: number | null): Retrieval["groups"] => ({
    count: LANGUAGES.length,
    of: (id) => LANGUAGES.indexOf(CHUNKS[id]![1]),
    column: () => null,
    most,
  });
  const plain = { most: 1, of: () => () => 1 };
  const ofDefinitions = {
    most: 3,
    of({ segment }: NumberedSegment) {
      const isDefinition = segment.sets("kinds").with("definition");
      return (document: number) => (isDefinition?.(document) ? 3 : 1);
    },
  };
  const search = (text: string, more: Partial<Retrieval> = {}) => {
    const query = parseWords(text);
    return searcher.search(index, { query, mode: "or", boost: plain, groups: byLanguage(null), ...more });
  };

  test("is searched with its own boost", () => {
    const scores = [...search("cache evict").ordered()];
    expect(scores).toHaveLength(6);
    const boosted = scores
      .map(({ id, score }) => ({ id, score: score * (CHUNKS[id]![3].includes("definition") ? 3 : 1) }))
      .sort((a, b) => b.score - a.score);
    const found = [...search("cache evict", { boost: ofDefinitions }).ordered()];
    expect(found.map(({ id }) => id)).toEqual(boosted.map(({ id }) => id));
    for (const [at, { score }] of found.entries()) expect(score).toBeCloseTo(boosted[at]!.score);
    expect(found[0]!.id).toBe(3);
  });

  test("holds results back by its own groups", () => {
    const results = search("cache", { groups: byLanguage(1) });
    expect([results.total, results.heldBack]).toEqual([6, 3]);
    expect([...results.groupCounts]).toEqual([1, 1, 4]);
    const all = [...search("cache").ordered()].map(({ id }) => id);
    const first = all.filter((id, at) => all.findIndex((other) => CHUNKS[other]![1] === CHUNKS[id]![1]) === at);
    expect([...results.ordered()].map(({ id }) => id)).toEqual(first);
  });

  test("is filtered by its own columns", () => {
    const inRust = ({ segment }: NumberedSegment) => segment.names("language").where((name) => name === "rust");
    expect([...search("cache header", { accepts: inRust }).ordered()].map(({ id }) => id).sort()).toEqual([3, 6]);
    const late = ({ segment }: NumberedSegment) => {
      const lines = segment.numbers("line");
      return (document: number) => lines.of(document) > 10;
    };
    expect([...search("cache", { accepts: late }).ordered()].map(({ id }) => id).sort()).toEqual([1, 2]);
  });

  test("lists the chunks of a path in the order of their lines", () => {
    expect(index.groups("path").documents("src/cache.ts")).toEqual([0, 2, 1]);
    expect(index.groups("path").names()).toEqual([...new Set(CHUNKS.map(([path]) => path))].sort());
  });
});
