// Nearness: what two words gain by standing near each other, where they stop to gain, and what is not looked at.

import { describe, expect, it } from "vitest";
import { NEARNESS_BYTES_MAX, Nearness, readingShares } from "../../../src/retrieval/nearness.ts";

const INDEX = { names: ["index", "indexes"], idf: 2 };
const REBUILD = { names: ["rebuild"], idf: 3 };
const both = new Nearness([INDEX, REBUILD]);
/** The gain of a pair with this frequency, whose commoner word weighs `idf`. */
const gain = (frequency: number, idf = 2) => (0.5 * idf * frequency * 2.2) / (frequency + 1.2);

describe("nearness", () => {
  it.each([
    ["index rebuild", 1],
    ["rebuild index", 1],
    ["rebuild the index", 1 / 2],
    ["Rebuild: INDEXES!", 1],
    ["rebuild_index", 1],
    ["IndexRebuild", 1],
    // A part of one letter is a part.
    ["rebuild-a-index", 1 / 2],
    ["index one two three four five six seven rebuild", 1 / 8],
    ["index one two three four five six seven eight rebuild", 0],
    ["index rebuild index", 2],
    ["index index", 0],
    ["reindex rebuilding", 0],
    ["", 0],
  ])("%j", (text, frequency) => {
    expect(both.of(text)).toBeCloseTo(gain(frequency), 12);
  });

  it("adds up the pairs", () => {
    const three = new Nearness([INDEX, REBUILD, { names: ["slow"], idf: 1 }]);
    expect(three.of("slow index rebuild")).toBeCloseTo(gain(1, 2) + gain(1, 1) + gain(1 / 2, 1), 12);
  });

  it("finds terms of unspaced scripts and of any letters", () => {
    const other = new Nearness([
      { names: ["検索"], idf: 2 },
      { names: ["ärger".normalize("NFD").replace(/\u0308/, "")], idf: 3 },
    ]);
    expect(other.of("Ärger 検索")).toBeCloseTo(gain(1), 12);
  });

  it("forgets a text when it reads the next", () => {
    both.of("index rebuild index rebuild");
    expect(both.of("index alone")).toBe(0);
    expect(both.of("rebuild alone")).toBe(0);
  });

  it("takes what counts as two words for the one that weighs more", () => {
    const twice = new Nearness([REBUILD, { names: ["rebuild", "index"], idf: 2 }]);
    expect(twice.of("rebuild index")).toBeCloseTo(gain(1), 12);
    expect(twice.of("rebuild rebuild")).toBe(0);
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
