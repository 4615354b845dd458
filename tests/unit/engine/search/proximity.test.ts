// Proximity: what two words gain by standing near each other, where they stop to gain, and what is not looked at.

import { describe, expect, it } from "vitest";
import { NEARNESS_BYTES_MAX, Proximity, readingShares } from "../../../../src/engine/search/proximity.ts";

const INDEX = { names: ["index", "indexes"], idf: 2, places: [1] };
const REBUILD = { names: ["rebuild"], idf: 3, places: [2] };
/** The query `index rebuild`. */
const both = new Proximity([INDEX, REBUILD]);
/** What a word gains that has collected so much. */
const gain = (collected: number) => (0.5 * collected * 2.2) / (collected + 1.2);
/** The gain of two words that stand together so often: each collects what the other weighs. */
const pair = (often: number) => gain(3 * often) + gain(2 * often);

describe("proximity", () => {
  it.each([
    ["index rebuild", 1],
    // The other way round it is half of that.
    ["rebuild index", 1 / 2],
    ["index the rebuild", 1 / 2],
    ["rebuild the index", 1 / 4],
    ["Indexes: REBUILD!", 1],
    ["index_rebuild", 1],
    ["IndexRebuild", 1],
    // A part of one letter is a part.
    ["index-a-rebuild", 1 / 2],
    ["index one two three four five six seven rebuild", 1 / 8],
    ["index one two three four five six seven eight rebuild", 0],
    ["index rebuild index", 1 + 1 / 2],
    ["index index", 0],
    ["reindex rebuilding", 0],
    ["", 0],
  ])("%j", (text, often) => {
    expect(both.of(text)).toBeCloseTo(pair(often), 12);
  });

  it("adds up what each word has near it", () => {
    const three = new Proximity([INDEX, REBUILD, { names: ["slow"], idf: 1, places: [3] }]);
    // In the text: slow index rebuild; both are in front of `slow` in the query, `index` two words.
    const [index, rebuild, slow] = [3 + 1 / 4, 2 + 1 / 4, 2 / 4 + 3 / 4];
    expect(three.of("slow index rebuild")).toBeCloseTo(gain(index) + gain(rebuild) + gain(slow), 12);
  });

  it("counts less what is further apart in the query", () => {
    const far = new Proximity([INDEX, { ...REBUILD, places: [5] }]);
    expect(far.of("index rebuild")).toBeCloseTo(pair(1 / 4), 12);
    // Of several places those that fit best.
    const twice = new Proximity([
      { ...INDEX, places: [1, 6] },
      { ...REBUILD, places: [5] },
    ]);
    expect(twice.of("index rebuild")).toBeCloseTo(pair(1 / 2), 12);
  });

  it("gives little for words that nearly all entries have", () => {
    const common = new Proximity([INDEX, { ...REBUILD, idf: 0.1 }]);
    expect(common.of("index rebuild")).toBeCloseTo(gain(0.1) + 0.1 * gain(2), 12);
  });

  it("finds terms of unspaced scripts and of any letters", () => {
    const other = new Proximity([
      { names: ["検索"], idf: 2, places: [2] },
      { names: ["ärger".normalize("NFD").replace(/\u0308/, "")], idf: 3, places: [1] },
    ]);
    expect(other.of("Ärger 検索")).toBeCloseTo(pair(1), 12);
  });

  it("forgets a text when it reads the next", () => {
    both.of("index rebuild index rebuild");
    expect(both.of("index alone")).toBe(0);
    expect(both.of("rebuild alone")).toBe(0);
  });

  it("takes what counts as two words for the one that weighs more", () => {
    const twice = new Proximity([REBUILD, { names: ["rebuild", "index"], idf: 2, places: [1] }]);
    expect(twice.of("index rebuild")).toBeCloseTo(pair(1), 12);
    expect(twice.of("rebuild rebuild")).toBe(0);
  });

  it("looks at some places of a word that a query repeats", () => {
    const places = Array.from({ length: 5000 }, (_, at) => at * 2);
    const repeated = new Proximity([
      { ...INDEX, places },
      { ...REBUILD, places: places.map((place) => place + 1) },
    ]);
    expect(repeated.of("index rebuild")).toBeCloseTo(pair(1), 12);
  });
});

describe("what is read of the texts of a search", () => {
  it.each([
    [[], []],
    [
      [3, 0, 5],
      [3, 0, 5],
    ],
    // Room for all.
    [
      [50, 20, 30],
      [50, 20, 30],
    ],
    // Long ones share what short ones leave, wherever they stand.
    [
      [70, 10, 1000],
      [45, 10, 45],
    ],
    [
      [1000, 1000, 1000, 1000],
      [25, 25, 25, 25],
    ],
    [
      [1000, 26, 24, 1000],
      [25, 25, 24, 26],
    ],
    [[1000], [100]],
  ])("of %j of 100 bytes at most: %j", (sizes, shares) => {
    expect(readingShares(sizes, 100)).toEqual(shares);
  });

  it("is never more together than it may be, and of twenty of a long page each the whole", () => {
    const shares = readingShares(Array.from({ length: 20 }, (_, at) => 1_000_000 + at));
    expect(shares.reduce((sum, share) => sum + share)).toBe(NEARNESS_BYTES_MAX);
    expect(readingShares(new Array<number>(20).fill(20_000))).toEqual(new Array(20).fill(20_000));
  });
});
