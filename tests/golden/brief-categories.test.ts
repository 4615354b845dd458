// The tool brief, by the rows of its table of categories: which tags belong to each, and how an entry without one of
// them is placed: by the prefix of a line, else by words of its first three lines.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";

/** Each row: the category, its tags in both references, a text with a prefix, a text with words that tell of it. */
const ROWS: [string, string, string, string][] = [
  ["ARCHITECTURE", "architecture module-map coupling interface", "overview: three parts", "the module has two layers"],
  ["DATA FLOW", "data-flow lifecycle protocol", "data flow: from socket to pool", "the pipeline starts at the socket"],
  ["INVARIANTS", "invariant boundary concurrency", "invariant: offsets ascend", "offsets never shrink"],
  ["GOTCHAS", "gotcha bug error-handling", "bug: off by one", "it crashes without the flag"],
  ["DECISIONS", "decision deprecation migration", "design: one file", "we chose one file instead of many"],
  ["HOW-TO", "how-to config deploy", "how-to: press the button", "install it with the button"],
  ["PERFORMANCE", "perf performance benchmark optimization", "benchmark: 3 ms", "the latency halved"],
  ["GAPS", "gap friction todo missing", "todo: retries", "retries are not implemented"],
];

describe("brief: categories", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    const entries: { topic: string; time: string; body: string }[] = [];
    ROWS.forEach(([, tags, prefixed, told], row) => {
      for (const tag of tags.split(" "))
        entries.push({ topic: `tags-${row}`, time: TIME, body: `[tags: ${tag}]\nnote ${tag}` });
      entries.push({ topic: `prefix-${row}`, time: TIME, body: `a first line\n${prefixed}` });
      entries.push({ topic: `prefix-${row}`, time: TIME, body: `[tags: misc]\n${prefixed}` });
      entries.push({ topic: `told-${row}`, time: TIME, body: `a first line\na second one\n${told}` });
      entries.push({ topic: `late-${row}`, time: TIME, body: `a first line\na second one\na third one\n${told}` });
    });
    await helix.load(entries);
  });

  const categories = async (query: string) => /^CATEGORIES: (.*)$/m.exec(await helix.answer("brief", { query }))![1];

  test.each(ROWS.map(([name, tags], row) => [name, tags, row] as const))(
    "query: %s by the tags %s",
    async (name, tags, row) => {
      expect(await categories(`tags-${row}`)).toBe(`${name} ${tags.split(" ").length}`);
    },
  );

  test.each(ROWS.map(([name, , text], row) => [name, text, row] as const))(
    'query: %s by the prefix of "%s"',
    async (name, _, row) => {
      expect(await categories(`prefix-${row}`)).toBe(`${name} 2`);
    },
  );

  test.each(ROWS.map(([name, , , text], row) => [name, text, row] as const))(
    'query: %s by the words of "%s", in the first three lines only',
    async (name, _, row) => {
      expect(await categories(`told-${row}`)).toBe(`${name} 1`);
      expect(await categories(`late-${row}`)).toBe("UNTAGGED 1");
    },
  );

  test("query: a tag decides before a prefix, and a prefix before words", async () => {
    await helix.load([
      { topic: "order-tag", time: TIME, body: "[tags: decision]\ngotcha: it crashes" },
      { topic: "order-prefix", time: TIME, body: "it crashes and fails\ndecision: one file" },
      { topic: "order-words", time: TIME, body: "it crashes and fails, never mind" },
    ]);
    expect(await categories("order-tag")).toBe("DECISIONS 1");
    expect(await categories("order-prefix")).toBe("DECISIONS 1");
    expect(await categories("order-words")).toBe("GOTCHAS 1");
  });

  test("query: tags as other programs write them", async () => {
    await helix.load([{ topic: "foreign", time: TIME, body: "[tags: Gotchas]\na note" }]);
    expect(await categories("foreign")).toBe("GOTCHAS 1");
  });

  test("query: an entry of several categories is counted once, in the first of the table", async () => {
    await helix.load([{ topic: "several", time: TIME, body: "[tags: architecture, performance]\na note" }]);
    expect(await categories("several")).toBe("ARCHITECTURE 1");
  });

  test("query: anything else is UNTAGGED", async () => {
    await helix.load([{ topic: "plain", time: TIME, body: "[tags: misc]\nthe sky is blue" }]);
    expect(await categories("plain")).toBe("UNTAGGED 1");
  });
});
