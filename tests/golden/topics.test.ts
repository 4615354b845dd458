// The tool topics, by the rows of its description: list, stats with its two details, reindex, export. Import has a file of its own
// (topics-import.test.ts).

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const entries = [
  { topic: "engine", time: "2026-02-20T09:00:00.000Z", body: "[tags: architecture, performance]\na term map" },
  { topic: "engine", time: "2026-01-14T18:30:00.000Z", body: "[tags: performance]\n[source: src/a.ts:1]\nan old note" },
  { topic: "api-design", time: "2026-02-21T00:41:00.000Z", body: "REST endpoints\n\n[project: owner/repo]" },
  { topic: "überblick", time: "2026-02-01T00:00:00.000Z", body: "Grüße 🧭" },
];

describe("topics: actions", () => {
  const serve = useServers("each");

  test.each([{}, { action: "list" }, { action: "LIST" }, { action: "" }])(
    "list, the default: topics by name with counts and last-modified dates (%j)",
    async (values) => {
      const helix = await serve();
      await helix.load(entries);
      expect(await helix.answer("topics", values)).toBe(
        "api-design (1) 2026-02-21\nengine (2) 2026-02-20\nüberblick (1) 2026-02-01\n3 topics, 4 entries",
      );
    },
  );

  test("list: ends at about 20,000 tokens and counts the rest", async () => {
    const helix = await serve();
    const time = "2026-02-20T09:00:00.000Z";
    const many = Array.from({ length: 2500 }, (_, number) => ({
      topic: `a-topic-with-a-long-name-${String(number).padStart(4, "0")}`,
      time,
      body: "a note",
    }));
    await helix.load(many);
    const lines = (await helix.answer("topics")).split("\n");
    expect(Buffer.byteLength(lines.join("\n"))).toBeLessThan(81_000);
    expect(lines.slice(-2)).toEqual([`... ${2500 - (lines.length - 2)} more topics`, "2500 topics, 2500 entries"]);
  });

  test("stats: counts and the span of dates, local", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("topics", { action: "stats" })).toBe(
      "3 topics, 4 entries\noldest: 2026-01-15\nnewest: 2026-02-21",
    );
  });

  test("stats: of one entry", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "stats" })).toBe(
      "1 topic, 1 entry\noldest: 2026-02-21\nnewest: 2026-02-21",
    );
  });

  test("stats detail=tags: every tag with its entries, most first", async () => {
    const helix = await serve();
    await helix.load([...entries, { ...entries[3]!, body: "[tags: zebra]\nstripes" }]);
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe(
      "performance: 2\narchitecture: 1\nzebra: 1\n3 tags",
    );
  });

  test("stats detail=tags: of a knowledge base without tags", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe("0 tags");
    await helix.store("engine", "another one", { tags: "gotcha" });
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe("gotcha: 1\n1 tag");
  });

  test("stats detail=index: terms, postings, size, and how far it reaches", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    const bytes = readFileSync(join(helix.directory, "data.log")).length;
    const index = () => helix.answer("topics", { action: "stats", detail: "index" });
    expect(await index()).toBe(
      [
        "terms: 2",
        "postings: 2",
        "size: 0 bytes",
        `covers: 0 of ${bytes} bytes of the log`,
        "tail: 1 entry in memory",
        "buried: 0 entries deleted or replaced since",
      ].join("\n"),
    );
    await helix.answer("topics", { action: "reindex" });
    // "engine" and "note"; the single letter is no term.
    expect(await index()).toBe(
      [
        "terms: 2",
        "postings: 2",
        `size: ${readFileSync(join(helix.directory, "index.bin")).length} bytes`,
        `covers: ${bytes} of ${bytes} bytes of the log`,
        "tail: 0 entries in memory",
        "buried: 0 entries deleted or replaced since",
      ].join("\n"),
    );
  });

  test("reindex: builds the index from the log, whatever was there", async () => {
    const helix = await serve();
    await helix.load(entries);
    const path = join(helix.directory, "index.bin");
    writeFileSync(path, "no index at all");
    const answer = await helix.answer("topics", { action: "reindex" });
    const built = readFileSync(path);
    expect(answer).toMatch(new RegExp(`^index rebuilt: 4 entries, \\d+ terms, ${built.length} bytes$`));
    rmSync(path);
    expect(await helix.answer("topics", { action: "reindex" })).toBe(answer);
    expect(readFileSync(path)).toEqual(built);
    expect(await helix.search("term map", { detail: "count" })).toBe("1 match(es)");
  });

  test("reindex: of one entry, and of nothing", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "reindex" })).toBe("nothing to index: nothing is stored yet");
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "reindex" })).toMatch(/^index rebuilt: 1 entry, 2 terms, \d+ bytes$/);
  });

  test("export: an array of topic, time and body, by topic and in order", async () => {
    const helix = await serve();
    await helix.load(entries);
    const exported = JSON.parse(await helix.answer("topics", { action: "export" }));
    expect(exported).toEqual([entries[2], entries[1], entries[0], entries[3]]);
  });

  test("export: of nothing", async () => {
    const helix = await serve();
    expect(JSON.parse(await helix.answer("topics", { action: "export" }))).toEqual([]);
  });

  test("export: one that is too long for an answer says how to get it", async () => {
    const helix = await serve();
    for (let part = 0; part < 2; part++) await helix.store(`part-${part}`, `${part} ${"words ".repeat(100_000)}`);
    expect(await helix.refusal("topics", { action: "export" })).toBe(
      "the export is longer than 1000000 bytes: write it to a file with: helix export > helix.json",
    );
  });
});

describe("topics: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;
  let before: Buffer;
  const ACTIONS = "give one of list, stats, reindex, export, import";

  beforeAll(async () => {
    helix = await serve();
    await helix.load(entries);
    before = readFileSync(join(helix.directory, "data.log"));
  });

  test.each<[string, Values, string]>([
    ["an unknown action", { action: "show" }, `action="show" is not accepted: ${ACTIONS}, e.g. action="stats"`],
    ["an action to come", { action: "compact" }, `action="compact" is not accepted: ${ACTIONS}, e.g. action="stats"`],
    [
      "an action that is a list",
      { action: ["list"] },
      `action=["list"] is not accepted: ${ACTIONS}, e.g. action="stats"`,
    ],
    [
      "an unknown detail",
      { action: "stats", detail: "all" },
      'detail="all" is not accepted: give one of tags, index, e.g. detail="tags"',
    ],
    [
      "import without JSON",
      { action: "import" },
      'json is missing: action="import" needs it, e.g. json=[{"topic": "test", "text": "imported"}]',
    ],
    ["an unknown parameter", { topic: "engine" }, 'topics has no parameter "topic"; accepted: action, detail, json'],
  ])("%s", async (_, values, message) => {
    expect(await helix.refusal("topics", values)).toBe(message);
    expect(readFileSync(join(helix.directory, "data.log"))).toEqual(before);
  });
});
