// Nothing of a duplicate's metadata is lost: it is united with that of the entry that stays, or an obstacle is named.

import { describe, expect, it } from "vitest";
import { type Metadata, unite } from "../../../../src/features/topics/unite.ts";

const plain: Metadata = { tags: [], links: [], source: null, cited: null, confidence: 1 };
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}:${at}`);

describe("the metadata of both", () => {
  it("has the tags and links of both, each once", () => {
    const kept = { ...plain, tags: ["b", "c"], links: ["x:1", "y:0"] };
    const duplicate = { ...plain, tags: ["a", "b"], links: ["y:0", "z:3"] };
    expect(unite(kept, duplicate, 100)).toEqual({ ...plain, tags: ["a", "b", "c"], links: ["x:1", "y:0", "z:3"] });
  });

  it.each([
    ["a.rs:1", null],
    [null, "a.rs:1"],
    ["a.rs:1", "a.rs:1"],
  ])("has the source of %j and %j with its fingerprint", (kept, duplicate) => {
    const cited = (source: string | null) => (source === null ? null : "fingerprint");
    const both = unite(
      { ...plain, source: kept, cited: cited(kept) },
      { ...plain, source: duplicate, cited: cited(duplicate) },
      100,
    );
    expect(both).toEqual({ ...plain, source: "a.rs:1", cited: "fingerprint" });
  });
});

describe("two entries are not made one", () => {
  it.each([
    ["differ in source", { source: "a.rs:1" }, { source: "b.rs:1" }, 100],
    ["differ in confidence", { confidence: 0.5 }, {}, 100],
    ["differ in confidence", {}, { confidence: 0.5 }, 100],
    ["too many tags together", { tags: names("a", 20) }, { tags: names("b", 13) }, 100],
    ["too many links together", { links: many("a", 40) }, { links: many("b", 25) }, 100],
    ["too long together", { tags: ["a"] }, { tags: ["b"] }, 1024 * 1024 - 4],
  ])("%s", (obstacle, kept, duplicate, bytes) => {
    expect(unite({ ...plain, ...kept }, { ...plain, ...duplicate }, bytes)).toBe(obstacle);
  });

  it("but with as many tags and links as an entry may have", () => {
    const kept = { ...plain, tags: names("a", 20), links: many("a", 40) };
    const duplicate = { ...plain, tags: names("b", 12), links: many("b", 24) };
    expect(unite(kept, duplicate, 100)).toMatchObject({ tags: { length: 32 }, links: { length: 64 } });
  });
});
