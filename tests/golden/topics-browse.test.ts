// The actions of topics that look around: recent, entries, xref, graph, with the parameters that are theirs.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const hour = (hours: number) => new Date(Date.UTC(2026, 1, 21, 0, 41) - hours * 3_600_000).toISOString();

/** Engine is mentioned by three topics in four entries, once by a link alone; it mentions two. */
const entries = [
  { topic: "engine", time: hour(24 * 40), body: "[tags: architecture, performance]\nthe cache is warmed up first" },
  { topic: "engine", time: hour(24 * 8), body: "arm64 only" },
  { topic: "engine", time: hour(24 * 7), body: "decode in two passes\nsee build_gotchas for the flags" },
  { topic: "engine", time: hour(3), body: "[confidence: 0.8]\nCache keys hold the tenant" },
  { topic: "cache", time: hour(24 * 6), body: "[tags: gotcha]\nTTL is five minutes" },
  { topic: "build-gotchas", time: hour(30), body: "[links: engine:0]\nlinker flags" },
  { topic: "network", time: hour(24 * 20), body: "sockets: Engine opens them, engine closes them" },
  { topic: "network", time: hour(24 * 19), body: "[source: src/engine.rs:3]\ntimeouts are in seconds" },
  { topic: "scanners", time: hour(24 * 18), body: "nothing to refer to" },
  { topic: "検索", time: hour(24 * 17), body: "[links: network:0 nowhere:1]\nengine と 検索結果" },
];

describe("topics: looking around", () => {
  const serve = useServers("all");
  let helix: Served;
  const topics = (values: Record<string, unknown>) => helix.answer("topics", values);

  beforeAll(async () => {
    helix = await serve();
    await helix.load(entries);
  });

  test("action=recent: what was stored in the last 7 days, newest first, then how many entries each topic got", async () => {
    expect(await topics({ action: "recent" })).toBe(
      [
        "  [engine:3] 2026-02-21 Cache keys hold the tenant (~80%)",
        "  [build-gotchas:0] 2026-02-20 linker flags",
        "  [cache:0] 2026-02-15 TTL is five minutes #gotcha",
        "  [engine:2] 2026-02-14 decode in two passes",
        "engine (2 new), build-gotchas (1 new), cache (1 new)",
      ].join("\n"),
    );
  });

  test.each([1, "1"])("days: another span (%j)", async (days) => {
    expect(await topics({ action: "recent", days })).toBe(
      "  [engine:3] 2026-02-21 Cache keys hold the tenant (~80%)\nengine (1 new)",
    );
    expect((await topics({ action: "recent", days: "8" })).split("\n").at(-1)).toBe(
      "engine (3 new), build-gotchas (1 new), cache (1 new)",
    );
  });

  test("hours: instead of days, also where both are given", async () => {
    const lastTwo = [
      "  [engine:3] 2026-02-21 Cache keys hold the tenant (~80%)",
      "  [build-gotchas:0] 2026-02-20 linker flags",
      "build-gotchas (1 new), engine (1 new)",
    ].join("\n");
    expect(await topics({ action: "recent", hours: "30" })).toBe(lastTwo);
    expect(await topics({ action: "recent", days: "90", hours: 30 })).toBe(lastTwo);
    expect(await topics({ action: "recent", hours: 2 })).toBe(
      "no entries in the last 2 hours: the newest entry is of 2026-02-21",
    );
    expect(await topics({ action: "recent", hours: 1 })).toBe(
      "no entries in the last 1 hour: the newest entry is of 2026-02-21",
    );
  });

  test("action=entries: a topic in one line an entry, with its index, date, first line and tags", async () => {
    expect(await topics({ action: "entries", topic: "engine" })).toBe(
      [
        "  [0] 2026-01-12 the cache is warmed up first #architecture #performance",
        "  [1] 2026-02-13 arm64 only",
        "  [2] 2026-02-14 decode in two passes",
        "  [3] 2026-02-21 Cache keys hold the tenant (~80%)",
        "4 entries in engine",
      ].join("\n"),
    );
  });

  test("topic: as it would be stored; letters of any script", async () => {
    const one = "  [0] 2026-02-04 engine と 検索結果\n1 entry in 検索";
    expect(await topics({ action: "entries", topic: " 検索 " })).toBe(one);
    expect(await topics({ action: "entries", topic: "Build Gotchas" })).toBe(
      "  [0] 2026-02-20 linker flags\n1 entry in build-gotchas",
    );
  });

  test("index: one entry whole, as read gives it", async () => {
    const whole = "[2] 2026-02-14 06:11\n  decode in two passes\n  see build_gotchas for the flags";
    for (const index of [2, "2"]) expect(await topics({ action: "entries", topic: "engine", index })).toBe(whole);
    expect(await helix.read("engine", { index: 2 })).toBe(whole);
  });

  test("match_str: only the entries whose text holds it, in capitals or not", async () => {
    for (const match_str of ["cache", "CACHE"]) {
      expect(await topics({ action: "entries", topic: "engine", match_str })).toBe(
        [
          "  [0] 2026-01-12 the cache is warmed up first #architecture #performance",
          "  [3] 2026-02-21 Cache keys hold the tenant (~80%)",
          `2 of 4 entries in engine hold "${match_str}"`,
        ].join("\n"),
      );
    }
    expect(await topics({ action: "entries", topic: "engine", match_str: "see build" })).toBe(
      '  [2] 2026-02-14 decode in two passes\n1 of 4 entries in engine holds "see build"',
    );
  });

  test("match_str: the text counts, not the metadata lines; nothing found is no error", async () => {
    expect(await topics({ action: "entries", topic: "engine", match_str: "performance" })).toBe(
      'no entry of engine holds "performance": it has 4 entries',
    );
  });

  test("match_str: with index both must hold", async () => {
    expect(await topics({ action: "entries", topic: "engine", index: 3, match_str: "tenant" })).toContain(
      "Cache keys hold the tenant",
    );
  });

  test("action=xref: both directions with counts, and the entries of other topics that mention or link to it, but not by a source", async () => {
    expect(await topics({ action: "xref", topic: "engine" })).toBe(
      [
        "engine is referenced by: build-gotchas (1), network (1), 検索 (1)",
        "engine references: cache (2), build-gotchas (1)",
        "",
        "entries that mention or link to engine, newest first:",
        "  [build-gotchas:0] 2026-02-20 linker flags",
        "  [検索:0] 2026-02-04 engine と 検索結果",
        "  [network:0] 2026-02-01 sockets: Engine opens them, engine closes them",
      ].join("\n"),
    );
  });

  test("topic: xref of one that nothing refers to, and that refers to nothing", async () => {
    expect(await topics({ action: "xref", topic: "scanners" })).toBe(
      "scanners is referenced by: no other topic\nscanners references: no other topic",
    );
  });

  const edges = [
    "engine -> cache (2)",
    "build-gotchas -> engine (1)",
    "engine -> build-gotchas (1)",
    "network -> engine (1)",
    "検索 -> engine (1)",
    "検索 -> network (1)",
  ];

  test("action=graph: which topics refer to which, most references first", async () => {
    expect(await topics({ action: "graph" })).toBe([...edges, "6 pairs of 5 topics"].join("\n"));
  });

  test("focus: topics by glob or by name, at either end", async () => {
    expect(await topics({ action: "graph", focus: "net*" })).toBe(
      "network -> engine (1)\n検索 -> network (1)\n2 pairs of 3 topics with net*",
    );
    expect(await topics({ action: "graph", focus: "cache" })).toBe(
      "engine -> cache (2)\n1 pair of 2 topics with cache",
    );
    expect(await topics({ action: "graph", focus: "*" })).toBe([...edges, "6 pairs of 5 topics with *"].join("\n"));
    expect(await topics({ action: "graph", focus: "scan*" })).toBe("no topic mentions or links to another with scan*");
  });
});

describe("topics: looking around, in other bases", () => {
  const serve = useServers("each");

  test("action=recent, action=graph: of nothing", async () => {
    const helix = await serve();
    expect(await helix.answer("topics", { action: "recent" })).toBe(
      "no entries in the last 7 days: nothing is stored yet",
    );
    expect(await helix.answer("topics", { action: "graph" })).toBe("no topic mentions or links to another");
  });

  test("budget: of the recent notes so many, and how to go on", async () => {
    const helix = await serve();
    await helix.load(
      Array.from({ length: 60 }, (_, at) => ({ topic: `t${at % 3}`, time: hour(at), body: `note ${at}` })),
    );
    const lines = (await helix.answer("topics", { action: "recent", budget: 600 })).split("\n");
    const shown = lines.length - 2;
    expect(shown).toBeGreaterThan(30);
    expect(lines.slice(shown)).toEqual([
      "t0 (20 new), t1 (20 new), t2 (20 new)",
      `... ${60 - shown} older entries: page=2 budget=600`,
    ]);
    const older = (await helix.answer("topics", { action: "recent", budget: 600, page: 2 })).split("\n");
    expect([...lines.slice(0, shown), ...older.slice(0, -1)]).toEqual(
      Array.from({ length: 60 }, (_, at) => expect.stringMatching(`note ${at}$`)),
    );
    expect(older.at(-1)).toBe("t0 (20 new), t1 (20 new), t2 (20 new)");
  });

  test("page: of the entries of a topic the newest first, 1,500 tokens each", async () => {
    const helix = await serve();
    const body = (at: number) => `note ${at} ${"and more of it ".repeat(10)}`;
    await helix.load(Array.from({ length: 1500 }, (_, at) => ({ topic: "t", time: hour(2000 - at), body: body(at) })));
    const lines = (await helix.answer("topics", { action: "entries", topic: "t" })).split("\n");
    expect(Buffer.byteLength(lines.join("\n"))).toBeLessThan(6000);
    expect(lines.at(-3)).toMatch(/^ {2}\[1499\] /);
    const older = await helix.answer("topics", { action: "entries", topic: "t", page: 2 });
    expect(older.split("\n").at(-3)).toMatch(new RegExp(`^ {2}\\[${1500 - (lines.length - 2) - 1}\\] `));
    expect(lines.slice(-2)).toEqual(["1500 entries in t", `... ${1500 - (lines.length - 2)} older entries: page=2`]);
  });

  test("action=xref, action=graph: what is deleted, edited or moved counts as it is now, before and after the index is built", async () => {
    const helix = await serve();
    await helix.store("cache", "entries expire");
    await helix.store("engine", "one: the cache");
    await helix.store("engine", "two: the cache");
    await helix.store("network", "no mention yet");
    for (const isIndexed of [false, true]) {
      if (isIndexed) await helix.answer("topics", { action: "reindex" });
      expect(await helix.answer("topics", { action: "graph" })).toBe("engine -> cache (2)\n1 pair of 2 topics");
    }
    await helix.answer("edit", { action: "delete", topic: "engine", index: 0 });
    await helix.answer("edit", { action: "append", topic: "network", text: "now of the cache" });
    for (const isIndexed of [false, true]) {
      if (isIndexed) await helix.answer("topics", { action: "reindex" });
      expect(await helix.answer("topics", { action: "graph" })).toBe(
        "engine -> cache (1)\nnetwork -> cache (1)\n2 pairs of 3 topics",
      );
      expect((await helix.answer("topics", { action: "xref", topic: "cache" })).split("\n")[0]).toBe(
        "cache is referenced by: engine (1), network (1)",
      );
    }
  });

  test("action=recent, action=entries: nothing stored breaks a line", async () => {
    const helix = await serve();
    const body = "[tags: a\u2028b]\nfirst\u2028line\rstill it";
    await helix.load([{ topic: "t", time: hour(1), body }]);
    expect((await helix.answer("topics", { action: "recent" })).split(/[\n\r\u2028]/).length).toBe(2);
    expect((await helix.answer("topics", { action: "entries", topic: "t" })).split(/[\n\r\u2028]/).length).toBe(2);
  });
});
