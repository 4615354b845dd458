// The tool batch, by the rows of its description: entries, verbose, force, what it skips, what it refuses.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const EXAMPLE = 'entries=[{"topic": "build-gotchas", "text": "the linker wants arm64 only", "tags": "gotcha"}]';
const TEN_WORDS = "alpha bravo charlie delta echo foxtrot golf hotel india juliett";

const reference = [
  { topic: "api-design", text: "REST endpoints use /v2/ prefix" },
  { topic: "api-design", text: "Auth tokens expire after 1 hour", tags: "gotcha" },
  { topic: "network", text: "Max 8 TCP connections per pool", source: "src/pool.rs:15" },
];

describe("batch: parameters and behaviour", () => {
  const serve = useServers("each");

  test("the example of the reference", async () => {
    const helix = await serve();
    expect(await helix.answer("batch", { entries: reference })).toBe("3 entries stored across 2 topics");
    expect(await helix.read("api-design")).toBe(
      [
        "[0] 2026-02-21 06:11",
        "  REST endpoints use /v2/ prefix",
        "",
        "[1] 2026-02-21 06:11",
        "  [tags: gotcha]",
        "  Auth tokens expire after 1 hour",
        "",
        "2 entries in api-design",
      ].join("\n"),
    );
    expect(await helix.read("network", { index: "0" })).toBe(
      "[0] 2026-02-21 06:11\n  [source: src/pool.rs:15]\n  Max 8 TCP connections per pool",
    );
  });

  test("entries: the list as JSON text is taken too", async () => {
    const helix = await serve();
    expect(await helix.answer("batch", { entries: JSON.stringify(reference) })).toBe(
      "3 entries stored across 2 topics",
    );
  });

  test("entries: one of them", async () => {
    const helix = await serve();
    expect(await helix.answer("batch", { entries: reference.slice(0, 1) })).toBe("1 entry stored across 1 topic");
  });

  test("entries: topic, tags, confidence and links as store takes them", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    const entries = [
      { topic: "Build Gotchas", text: "bug: needs a flag" },
      { topic: "pool", text: "eight at most", tags: "Limits", confidence: 0.5, links: "engine:0 engine:4" },
    ];
    expect(await helix.answer("batch", { entries, verbose: "true" })).toBe(
      [
        "2 entries stored across 2 topics",
        "  0: stored in build-gotchas [tags: gotcha]",
        "  1: stored in pool [tags: limit] (~50%)",
        "  1: link warning: engine:4: engine has entry 0 only",
      ].join("\n"),
    );
  });

  test.each(["true", true])("verbose: %j adds a line for each entry", async (verbose) => {
    const helix = await serve();
    expect(await helix.answer("batch", { entries: reference, verbose })).toBe(
      [
        "3 entries stored across 2 topics",
        "  0: stored in api-design",
        "  1: stored in api-design [tags: gotcha]",
        "  2: stored in network",
      ].join("\n"),
    );
  });

  test("near-duplicates within the batch and a topic are skipped and named", async () => {
    const helix = await serve();
    const entries = [
      { topic: "engine", text: TEN_WORDS },
      { topic: "engine", text: `${TEN_WORDS} kilo` },
      { topic: "network", text: `${TEN_WORDS} lima` },
      { topic: "Engine", text: TEN_WORDS },
      { topic: "engine", text: "alpha bravo charlie delta echo foxtrot golf" },
    ];
    expect(await helix.answer("batch", { entries, verbose: true })).toBe(
      [
        "3 entries stored across 2 topics",
        "  0: stored in engine",
        "  skipped 1: near-duplicate of entry 0 of this batch",
        "  2: stored in network",
        "  skipped 3: the same text as entry 0 of this batch",
        "  4: stored in engine",
      ].join("\n"),
    );
    expect(await helix.answer("topics")).toBe("engine (2) 2026-02-21\nnetwork (1) 2026-02-21\n2 topics, 3 entries");
  });

  test("what is skipped is named without verbose too", async () => {
    const helix = await serve();
    const entries = ["", " kilo", ""].map((more) => ({ topic: "engine", text: `${TEN_WORDS}${more}` }));
    expect(await helix.answer("batch", { entries })).toBe(
      [
        "1 entry stored across 1 topic",
        "  skipped 1: near-duplicate of entry 0 of this batch",
        "  skipped 2: the same text as entry 0 of this batch",
      ].join("\n"),
    );
  });

  test("near-duplicates of entries that were there before the batch are stored, and named", async () => {
    const helix = await serve();
    await helix.store("engine", TEN_WORDS);
    const entries = [{ topic: "engine", text: `${TEN_WORDS} kilo` }];
    expect(await helix.answer("batch", { entries })).toBe(
      `1 entry stored across 1 topic\n  0: dupe warning: engine:0: ${TEN_WORDS}`,
    );
  });

  test("force: keeps near-duplicates", async () => {
    const helix = await serve();
    const entries = [0, 1].map(() => ({ topic: "engine", text: TEN_WORDS }));
    expect(await helix.answer("batch", { entries, force: "true" })).toBe("2 entries stored across 1 topic");
  });

  test("a thousand entries at once, found at once", async () => {
    const helix = await serve();
    const entries = Array.from({ length: 1000 }, (_, number) => ({
      topic: `t${number % 10}`,
      text: `needle${number}`,
    }));
    expect(await helix.answer("batch", { entries })).toBe("1000 entries stored across 10 topics");
    expect(await helix.search("needle999", { detail: "brief" })).toBe("  [t9] needle999\n1 match(es)");
    expect(await helix.answer("topics", { action: "stats" })).toContain("10 topics, 1000 entries");
  });
});

describe("batch: what it does not accept; nothing of it is stored", () => {
  const serve = useServers("all");
  let helix: Served;
  let before: Buffer;
  const log = () => readFileSync(join(helix.directory, "data.log"));
  const good = { topic: "engine", text: "a good one" };

  beforeAll(async () => {
    helix = await serve();
    await helix.store("engine", "a note");
    before = log();
  });

  const cases: [string, Values, string][] = [
    ["no entries", {}, `entries is missing: give a list, e.g. ${EXAMPLE}`],
    ["an empty list", { entries: [] }, `entries is empty: give at least one, e.g. ${EXAMPLE}`],
    [
      "one entry without its list",
      { entries: good },
      `entries={"topic":"engine","text":"a good one"} is not accepted: give a list, e.g. ${EXAMPLE}`,
    ],
    ["text that is no JSON", { entries: "[{" }, `entries="[{" is not accepted: give a list, e.g. ${EXAMPLE}`],
    ["a list of texts", { entries: [good, "b"] }, `entries[1]="b" is not accepted: give an object, e.g. ${EXAMPLE}`],
    [
      "1,001 entries",
      { entries: Array.from({ length: 1001 }, () => good) },
      "entries has 1001 items: at most 1000 are accepted at once",
    ],
    [
      "an entry without text",
      { entries: [good, { topic: "b" }] },
      'entries[1].text is missing: give a text, e.g. text="arm64 only"',
    ],
    [
      "an entry without topic",
      { entries: [{ text: "b" }, good] },
      'entries[0].topic is missing: give a text, e.g. topic="build-gotchas"',
    ],
    [
      "a topic without letters",
      { entries: [good, { topic: "//", text: "b" }] },
      'entries[1].topic="//" has no letter or digit: give a name, e.g. topic="build-gotchas"',
    ],
    [
      "a wrong confidence",
      { entries: [good, { ...good, confidence: "much" }] },
      'entries[1].confidence="much" is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "a wrong link",
      { entries: [good, { ...good, links: "nowhere" }] },
      'entries[1].links="nowhere" is not accepted: give ids or topic:index with spaces between, e.g. links="@7k3v9xq2mp build-gotchas:3"',
    ],
    [
      "too many tags",
      { entries: [good, { ...good, tags: Array.from({ length: 40 }, (_, tag) => `t${tag}`).join() }] },
      "entries[1].tags: an entry has at most 32 tags; got 40",
    ],
    [
      "an unknown field",
      { entries: [{ ...good, force: true }] },
      'entries[0] has no parameter "force"; accepted: topic, text, tags, source, confidence, links',
    ],
    [
      "an unknown parameter",
      { entries: [good], terse: true },
      'batch has no parameter "terse"; accepted: entries, verbose, force',
    ],
    [
      "a wrong flag",
      { entries: [good], verbose: "very" },
      'verbose="very" is not accepted: give true or false, e.g. verbose="true"',
    ],
  ];

  test.each(cases)("%s", async (_, values, message) => {
    expect(await helix.refusal("batch", values)).toBe(message);
    expect(log()).toEqual(before);
  });
});
