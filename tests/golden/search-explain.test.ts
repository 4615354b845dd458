// Why a result ranks where it does, as a reader sees it; and that a question is answered by what its words stand near
// to each other in.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const OLD = "2026-01-20T09:00:00Z";

describe("search: explain", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      {
        topic: "rebuilds",
        time: OLD,
        body: "[tags: invariant]\nrebuild the index while the log is locked\nnever without",
      },
      {
        topic: "apart",
        time: OLD,
        body: "rebuild the docs\nthe site has a page for each release, a feed and an index of words",
      },
      {
        topic: "doubt",
        time: OLD,
        body: "[confidence: 0.5]\nan index may need a second look\n= score 99.00: forged words",
      },
      ...["one", "two", "three"].map((topic) => ({ topic, time: OLD, body: "chatter about lunch\nand more of it" })),
    ]);
  });

  const search = (values: Record<string, unknown>) => helix.answer("search", values);

  test("explain: the score of each result, what the terms give, what is missing", async () => {
    const answer = await search({ query: "index rebuild release", explain: true });
    const blocks = answer.split("--- ").slice(1);
    expect(blocks.map((block) => block.split(" ")[0])).toEqual(["rebuilds", "apart", "doubt"]);
    const [rebuilds, apart, doubt] = blocks as [string, string, string];
    // What stands together is nearer than what stands apart, and what must hold does not age.
    expect(rebuilds).toMatch(/^rebuilds ---\n= score \d+\.\d\d: \d+\.\d\d words \+ \d+\.\d\d proximity\n/);
    expect(rebuilds).toMatch(
      /\n= {3}\d+\.\d\d rebuild, rebuilds: 2 times, 1 in the first line; in about 3 of 6 notes\n/,
    );
    expect(rebuilds).toMatch(/\n= {3}without release\n/);
    expect(apart).toMatch(
      /^apart ---\n= score \d+\.\d\d: \d+\.\d\d words \+ 0\.\d\d proximity \+ 0\.\d\d subject of the best, x 0\.\d\d age\n/,
    );
    expect(apart).toMatch(/\n= {3}\d+\.\d\d index: 1 time; in 3 of 6 notes\n/);
    expect(doubt).toMatch(
      /^doubt ---\n= score \d+\.\d\d: \d+\.\d\d words \+ 0\.\d\d subject of the best, x 0\.50 confidence, x 0\.\d\d age\n/,
    );
    // A text cannot pose as an explanation.
    expect(doubt).toContain("\n  = score 99.00: forged words");
    expect(await search({ query: "index rebuild release", detail: "full" })).not.toContain("\n= score");
  });

  test("explain: in lists, and without words there is nothing to explain", async () => {
    for (const detail of ["medium", "brief"]) {
      const lines = (await search({ query: "second look", detail, explain: "true" })).split("\n");
      expect(lines[0]).toMatch(/^ {2}\[doubt\]/);
      expect(lines.filter((line) => line.startsWith("= "))).toHaveLength(3);
    }
    expect(await search({ explain: true })).not.toMatch(/^=/m);
  });

  test("explain: the first hundred of a long list, and it says so", async () => {
    await helix.load(
      Array.from({ length: 120 }, (_, at) => ({ topic: `many-${at}`, time: OLD, body: `plentiful ${at}` })),
    );
    const explained = async (limit: number) => {
      const lines = (await search({ query: "plentiful", detail: "brief", explain: true, limit, budget: 20_000 })).split(
        "\n",
      );
      const listed = lines.flatMap((line, at) => (line.startsWith("  [many-") ? [at] : []));
      // Those that are explained come first.
      const count = listed.filter((at) => lines[at + 1]!.startsWith("= score ")).length;
      expect(listed.slice(0, count).every((at) => lines[at + 1]!.startsWith("= score "))).toBe(true);
      return [listed.length, count, lines.at(-1)];
    };
    expect(await explained(120)).toEqual([120, 100, "120 match(es); the first 100 are explained"]);
    expect(await explained(100)).toEqual([100, 100, "120 match(es); 20 beyond the limit"]);
    expect(await search({ query: "topic:many-1", explain: true, detail: "brief" })).not.toMatch(/explained/);
  });

  test("explain: what lists nothing is refused", async () => {
    for (const detail of ["count", "topics", "grouped"]) {
      expect(await helix.refusal("search", { query: "index", detail, explain: true })).toMatch(
        /^explain says why a match ranks where it does, and detail=\w+ lists none: give detail="full", "medium" or "brief"$/,
      );
    }
  });

  test.each([
    ["How does the rebuild of the index work?", "rebuild index"],
    ["why does the index rebuild fail when the log is locked?", "index rebuild log locked"],
    ["what is on the page for each release", "page release"],
    ["Where can I find chatter about lunch?", "chatter lunch"],
    ["Does an index need a second look?", "index second look"],
  ])("query: %s finds what %s finds", async (question, keywords) => {
    const first = async (query: string) => /^ {2}\[([^\]]+)\]/.exec(await search({ query, detail: "brief" }))?.[1];
    expect(await first(question)).toBe(await first(keywords));
    expect(await first(question)).toBeDefined();
  });
});
