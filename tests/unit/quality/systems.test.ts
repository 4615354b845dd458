// What ranks beside helix, on documents so few that one sees what must come out; and the tables.

import { describe, expect, test } from "vitest";
import { type JudgedDocument, judgedSet } from "../../../quality/judged-set.ts";
import { differenceOf, measureSet } from "../../../quality/measure-set.ts";
import { plainBm25 } from "../../../quality/systems/bm25.ts";
import { fts5Porter } from "../../../quality/systems/fts5.ts";
import { plainWords, type RankingSystem } from "../../../quality/systems/system.ts";
import { differenceTable, macroMeans, macroTable, setTable } from "../../../quality/tables.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

function documents(...texts: string[]): JudgedDocument[] {
  return texts.map((text, at) => ({ id: String(at), topic: "t", text }));
}

async function ranked(system: RankingSystem, texts: readonly string[], query: string): Promise<readonly string[]> {
  const loaded = await system.load(documents(...texts), makeFolder());
  const ranking = await loaded.rankers[0]!.search(query);
  await loaded.close();
  return ranking;
}

describe("plain words", () => {
  test.each([
    ["parseHTMLPage(cached_entry)", ["parse", "html", "page", "cached", "entry"]],
    ["Größe: v2Beta, don't", ["größe", "v2", "beta", "don", "t"]],
    ["...", []],
  ])("%s", (text, words) => {
    expect(plainWords(text)).toEqual(words);
  });
});

describe("plain BM25", () => {
  test("puts the rare word before the common one, the short text before the long, and needs but one word", async () => {
    const texts = ["apple pear", "apple and pear and plum and much that is neither", "pear fig", "plum"];
    expect(await ranked(plainBm25, texts, "fig pear")).toEqual(["2", "0", "1"]);
  });

  test("scores as its formula does", async () => {
    // Both hold one of the words once and are as long; "b" is in two of three texts, "a" in one.
    expect(await ranked(plainBm25, ["a x", "b x", "b y"], "a b")).toEqual(["0", "1", "2"]);
    expect(await ranked(plainBm25, ["a x"], "nothing of it")).toEqual([]);
  });

  test("ends after ten", async () => {
    const texts = Array.from({ length: 30 }, () => "same words");
    expect(await ranked(plainBm25, texts, "words")).toHaveLength(10);
  });
});

test("FTS5 stems, takes any word, and is not upset by what its own query language means", async () => {
  const texts = ["running dogs", "sleeping cats", "a quote"];
  expect(await ranked(fts5Porter, texts, 'run AND "cat')).toEqual(expect.arrayContaining(["0", "1"]));
  expect(await ranked(fts5Porter, texts, "(NEAR* -)")).toEqual([]);
});

describe("a set that is measured", () => {
  const set = judgedSet(
    "fruit",
    documents("apple", "pear", "plum"),
    [
      { id: "q1", text: "apple", split: null, grades: new Map([["0", 1]]) },
      { id: "q2", text: "pear", split: null, grades: new Map([["1", 1]]) },
    ],
    "",
  );
  const fixed = (name: string, ranking: string[]): RankingSystem => ({
    name,
    load: async () => ({ rankers: [{ name, problem: "", search: () => ranking }], close() {} }),
  });
  const broken: RankingSystem = { name: "broken", load: () => Promise.reject(new Error("cannot be had")) };

  test("has a row for each system, also for one that fails, and means over sets without that one", async () => {
    const result = await measureSet(set, [fixed("first", ["0", "1"]), broken], makeFolder());
    expect(result.rows.map(({ figures }) => figures)).toEqual([
      { recall5: 1, recall10: 1, mrr10: 0.75, ndcg10: (1 + 1 / Math.log2(3)) / 2 },
      null,
    ]);
    const text = setTable(result);
    expect(text).toContain("fruit: 3 documents, 2 queries");
    expect(text).toContain("| first  | 1.000 | 1.000 |   .750 |    .815 |");
    expect(text).toContain("- broken: cannot be had");
    expect(macroMeans([result, result]).map(({ system }) => system)).toEqual(["first"]);
    expect(macroTable([result])).toBe("");
    expect(macroTable([result, result])).toContain("mean of 2 sets");
  });

  test("tells the difference of two systems, and none of one that failed", async () => {
    const systems = [fixed("first", ["0", "1"]), fixed("second", ["2"]), broken];
    const result = await measureSet(set, systems, makeFolder());
    const difference = differenceOf(result, "first", "second", 7)!;
    expect(difference.ndcg10).toBeCloseTo(0.815, 3);
    expect(differenceTable([difference], "second")).toMatch(/\| fruit +\| +2 \| \+0\.8155 \| \.\d{3} \|/);
    expect(differenceOf(result, "first", "broken", 7)).toBeNull();
  });
});
