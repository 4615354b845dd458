// The tool topics, by the rows of its description: list, stats with its two details, reindex, export, and what none of
// its actions accepts. The other actions have files of their own (topics-*.test.ts).

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
    "action=list: the default: topics by last change, with counts and its day (%j)",
    async (values) => {
      const helix = await serve();
      await helix.load(entries);
      expect(await helix.answer("topics", values)).toBe(
        "api-design (1) 2026-02-21\nengine (2) 2026-02-20\nüberblick (1) 2026-02-01\n3 topics, 4 entries",
      );
    },
  );

  const changed = [
    { topic: "old", time: "2026-01-01T09:00:00.000Z", body: "one" },
    { topic: "old", time: "2026-01-02T09:00:00.000Z", body: "two" },
    { topic: "revised", time: "2026-01-01T09:00:00.000Z", body: "it sticks" },
    { topic: "new", time: "2026-02-19T09:00:00.000Z", body: "three" },
    { topic: "ahead", time: "2030-01-01T09:00:00.000Z", body: "of a wrong clock" },
    { topic: "old", time: "2030-01-01T09:00:00.000Z", body: "of a wrong clock, too" },
  ];

  test.each([
    [{}, ["revised (1) 2026-02-21", "new (1) 2026-02-19", "old (3) 2026-01-02", "ahead (1) 2030-01-01"]],
    [
      { sort: "changed" },
      ["revised (1) 2026-02-21", "new (1) 2026-02-19", "old (3) 2026-01-02", "ahead (1) 2030-01-01"],
    ],
    [{ sort: "NAME" }, ["ahead (1) 2030-01-01", "new (1) 2026-02-19", "old (3) 2026-01-02", "revised (1) 2026-02-21"]],
    [{ sort: "count" }, ["old (3) 2026-01-02", "ahead (1) 2030-01-01", "new (1) 2026-02-19", "revised (1) 2026-02-21"]],
  ])("sort: by last change, an edit too; a time that cannot be is none: %j", async (values, lines) => {
    const helix = await serve();
    await helix.load(changed);
    await helix.answer("edit", { action: "revise", topic: "revised", index: 0, text: "it sticks in winter" });
    expect(await helix.answer("topics", values)).toBe([...lines, "4 topics, 6 entries"].join("\n"));
  });

  test("sort: another way", async () => {
    const helix = await serve();
    expect(await helix.refusal("topics", { sort: "size" })).toBe(
      'sort="size" is not accepted: give one of changed, name, count, e.g. sort="name"',
    );
  });

  test("action=list: ends at about 1,500 tokens, and says how to go on", async () => {
    const helix = await serve();
    const time = "2026-02-20T09:00:00.000Z";
    const many = Array.from({ length: 2500 }, (_, number) => ({
      topic: `a-topic-with-a-long-name-${String(number).padStart(4, "0")}`,
      time,
      body: "a note",
    }));
    await helix.load(many);
    const lines = (await helix.answer("topics")).split("\n");
    expect(Buffer.byteLength(lines.join("\n"))).toBeLessThan(6000);
    expect(Buffer.byteLength(lines.join("\n"))).toBeGreaterThan(5000);
    const left = 2500 - (lines.length - 2);
    expect(lines.slice(-2)).toEqual(["2500 topics, 2500 entries", `... ${left} more topics: page=2`]);
  });

  test("action=stats: counts and the span of dates, local", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("topics", { action: "stats" })).toBe(
      "3 topics, 4 entries\noldest: 2026-01-15\nnewest: 2026-02-21",
    );
  });

  test("action=stats: of one entry", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "stats" })).toBe(
      "1 topic, 1 entry\noldest: 2026-02-21\nnewest: 2026-02-21",
    );
  });

  test("detail=tags: every tag with its entries, most first", async () => {
    const helix = await serve();
    await helix.load([...entries, { ...entries[3]!, body: "[tags: zebra]\nstripes" }]);
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe(
      "performance: 2\narchitecture: 1\nzebra: 1\n3 tags",
    );
  });

  test("detail=tags: of a knowledge base without tags", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe("0 tags");
    await helix.store("engine", "another one", { tags: "gotcha" });
    expect(await helix.answer("topics", { action: "stats", detail: "tags" })).toBe("gotcha: 1\n1 tag");
  });

  test("detail=index: terms, postings, size, and how far it reaches", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    const bytes = readFileSync(join(helix.directory, "data.log")).length;
    const index = () => helix.answer("topics", { action: "stats", detail: "index" });
    expect(await index()).toBe(
      [
        "terms: 4",
        "postings: 4",
        "size: 0 bytes",
        `covers: 0 of ${bytes} bytes of the log`,
        "tail: 1 entry in memory",
        "deleted: 0 entries deleted or replaced since",
      ].join("\n"),
    );
    await helix.answer("topics", { action: "reindex" });
    // "engine", "note" and the single letter, which no search counts as a word of the note.
    expect(await index()).toBe(
      [
        "terms: 4",
        "postings: 4",
        `size: ${readFileSync(join(helix.directory, "index.bin")).length} bytes`,
        `covers: ${bytes} of ${bytes} bytes of the log`,
        "tail: 0 entries in memory",
        "deleted: 0 entries deleted or replaced since",
      ].join("\n"),
    );
  });

  test("action=reindex: builds the index from the log, whatever was there", async () => {
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

  test("action=reindex: of one entry, and of nothing", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "reindex" })).toBe("nothing to index: nothing is stored yet");
    await helix.store("engine", "a note");
    expect(await helix.answer("topics", { action: "reindex" })).toMatch(/^index rebuilt: 1 entry, 4 terms, \d+ bytes$/);
  });

  test("action=export: an array of topic, time and body, by topic and in order", async () => {
    const helix = await serve();
    await helix.load(entries);
    const exported = JSON.parse(await helix.answer("topics", { action: "export" }));
    expect(exported).toEqual([entries[2], entries[1], entries[0], entries[3]]);
  });

  test("action=export: of nothing", async () => {
    const helix = await serve();
    expect(JSON.parse(await helix.answer("topics", { action: "export" }))).toEqual([]);
  });

  test("action=export: each page can be imported, and says what is left", async () => {
    const [helix, other] = [await serve(), await serve()];
    for (let part = 0; part < 40; part++) await helix.store("parts", `${part} ${`word${part} `.repeat(60)}`);
    await helix.store("parts", `a long one: ${"words ".repeat(20_000)}`);
    const call = async (page: number) => {
      const { content } = await helix.client.callTool({ name: "topics", arguments: { action: "export", page } });
      return (content as { text: string }[]).map(({ text }) => text);
    };
    const remarks: string[] = [];
    for (let page = 1; page === 1 || remarks.at(-1)!.includes(`page=${page}`); page++) {
      const [json = "", remark = ""] = await call(page);
      expect(Buffer.byteLength(json + remark)).toBeLessThan(6000);
      await other.answer("topics", { action: "import", json });
      remarks.push(remark);
    }
    expect(remarks[0]).toMatch(
      /^entries 1 to \d+ of 40\n\.\.\. \d+ more: page=2; into a file: helix export > helix\.json$/,
    );
    expect(remarks.at(-1)).toMatch(/\n1 entry is too long for a page: raise budget, or: helix export > helix\.json$/);
    expect(await other.answer("topics")).toMatch(/^parts \(40\) /);
    expect(await helix.refusal("topics", { action: "export", page: 99 })).toMatch(
      /^there is no page 99: the export has \d+ pages$/,
    );
  });
});

describe("topics: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;
  let before: Buffer;
  const ACTIONS =
    "give one of list, recent, entries, stats, xref, graph, stale, prune, dedupe, redate, compact, export, import, reindex, session, checkpoint, resume, clear_checkpoint";

  beforeAll(async () => {
    helix = await serve();
    await helix.load(entries);
    before = readFileSync(join(helix.directory, "data.log"));
  });

  test.each<[string, Values, string]>([
    ["an unknown action", { action: "show" }, `action="show" is not accepted: ${ACTIONS}, e.g. action="stats"`],
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
    [
      "an unknown parameter",
      { name: "engine" },
      'topics has no parameter "name"; accepted: action, topic, days, hours, sort, detail, index, match_str, focus, json, refresh, apply, log, mode, project, task, done, next, hypotheses, blocked, files, budget, page',
    ],
    [
      "a parameter of another action",
      { topic: "engine" },
      'topics action="list" takes no topic; it takes sort, project',
    ],
    [
      "parameters of another action",
      { action: "prune", days: 90, hours: 3 },
      'topics action="prune" takes no hours; it takes days, apply, project',
    ],
    [
      "entries without a topic",
      { action: "entries" },
      'topic is missing: action="entries" needs it, e.g. topic="build-gotchas"',
    ],
    [
      "xref without a topic",
      { action: "xref" },
      'topic is missing: action="xref" needs it, e.g. topic="build-gotchas"',
    ],
    [
      "entries of an unknown topic",
      { action: "entries", topic: "engin" },
      'there is no topic "engin"; nearest: engine',
    ],
    ["xref of an unknown topic", { action: "xref", topic: "engin" }, 'there is no topic "engin"; nearest: engine'],
    [
      "an index beyond the end",
      { action: "entries", topic: "engine", index: 2 },
      'engine has no entry 2: it has entries 0 to 1, e.g. index="1"',
    ],
    [
      "an index below the start",
      { action: "entries", topic: "engine", index: "-1" },
      'index=-1 is not accepted: give a whole number from 0 to 100000000, e.g. index="0"',
    ],
    [
      "an index whose entry does not hold match_str",
      { action: "entries", topic: "engine", index: 0, match_str: "term map" },
      'engine:0 does not hold match_str="term map": leave out index to see which entries do',
    ],
    [
      "a blank match_str",
      { action: "entries", topic: "engine", match_str: " " },
      'match_str is blank: give a piece of the text, or leave it out, e.g. match_str="cache"',
    ],
    [
      "no days",
      { action: "recent", days: "0" },
      'days=0 is not accepted: give a whole number from 1 to 36500, e.g. days="7"',
    ],
    [
      "hours in words",
      { action: "recent", hours: "a few" },
      'hours="a few" is not accepted: give a whole number from 1 to 876000, e.g. hours="24"',
    ],
    [
      "a focus that fits no topic",
      { action: "graph", focus: "iris-*" },
      'no topic fits "iris-*"; list the topics with: topics action=list',
    ],
    ["a focus that is no topic", { action: "graph", focus: "enginr" }, 'there is no topic "enginr"; nearest: engine'],
    [
      "log and mode at once",
      { action: "compact", log: true, mode: "migrate" },
      'log and mode are two different jobs: give one of them, e.g. log="true" apply="true"',
    ],
    [
      "an unknown mode",
      { action: "compact", mode: "all" },
      'mode="all" is not accepted: give one of migrate, e.g. mode="migrate"',
    ],
    [
      "apply that is neither true nor false",
      { action: "prune", apply: "yes" },
      'apply="yes" is not accepted: give true or false, e.g. apply="true"',
    ],
  ])("%s", async (_, values, message) => {
    expect(await helix.refusal("topics", values)).toBe(message);
    expect(readFileSync(join(helix.directory, "data.log"))).toEqual(before);
  });
});
