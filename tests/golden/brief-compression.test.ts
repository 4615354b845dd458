// The tool brief, by the passes of its compression: identical texts merged, older versions superseded, chains in the
// order of time.

import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";

describe("brief: pass 1, identical texts", () => {
  const serve = useServers("each");

  test("query: the same text in several topics is shown once, with the others named", async () => {
    const helix = await serve();
    const text = "arm64 only for the FFI bridge";
    await helix.load([
      { topic: "build", time: "2026-02-18T09:00:00Z", body: text },
      { topic: "engine", time: TIME, body: `[tags: gotcha]\n${text}` },
      { topic: "network", time: "2026-02-10T09:00:00Z", body: `[confidence: 0.5]\n${text}` },
      { topic: "network", time: TIME, body: "something else entirely" },
    ]);
    const answer = await helix.answer("brief", { query: "FFI bridge" });
    expect(answer).toBe(
      [
        "TOPICS: build (1), engine (1), network (1)",
        "CATEGORIES: GOTCHAS 1",
        "HOT:",
        `  [engine:0] 2026-02-20 ${text} (also in: build:0, network:0)`,
        "GAPS: none",
        '3 entries about "FFI bridge" in 3 topics; 2 copies merged',
      ].join("\n"),
    );
    expect(await helix.answer("brief", { query: "*", detail: "full" })).toContain(
      `  [engine:0] 2026-02-20 ${text} #gotcha (also in: build:0, network:0)\n`,
    );
  });

  test("query: a text that differs in one word is none of them", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "build", time: TIME, body: "arm64 only for the bridge" },
      { topic: "engine", time: TIME, body: "arm64 only for the tunnel" },
    ]);
    expect(await helix.answer("brief", { query: "*" })).not.toContain("also in");
  });
});

describe("brief: pass 2, supersession", () => {
  const serve = useServers("each");
  // Six words each, three quarters shared: 6 of 8.
  const old = "requests time out after thirty seconds exactly";
  const middle = "requests time out after forty seconds exactly";
  const current = "requests time out after sixty seconds exactly";

  test("query: a version that is two days older is marked, and names the newer one", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-18T09:00:00Z", body: old },
      { topic: "engine", time: TIME, body: current },
    ]);
    expect(await helix.answer("brief", { query: "engine" })).toBe(
      [
        "TOPICS: engine (2)",
        "CATEGORIES: UNTAGGED 2",
        "HOT:",
        `  [engine:1] 2026-02-20 ${current}`,
        "GAPS: none",
        "[SUPERSEDED]: engine:0 -> engine:1",
        '2 entries in engine; 1 not shown: detail="scan" or detail="full"',
      ].join("\n"),
    );
    expect(await helix.answer("brief", { query: "engine", detail: "full" })).toBe(
      [
        "UNTAGGED (2)",
        `  [engine:1] 2026-02-20 ${current} (supersedes: engine:0)`,
        `  [engine:0] 2026-02-18 [SUPERSEDED] -> engine:1 ${old}`,
        "2 entries in engine",
      ].join("\n"),
    );
  });

  test("query: several versions form a chain, and each old one points at the newest", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-01T09:00:00Z", body: old },
      { topic: "timeouts", time: "2026-02-10T09:00:00Z", body: middle },
      { topic: "engine", time: TIME, body: current },
    ]);
    const answer = await helix.answer("brief", { query: "*", detail: "full" });
    expect(answer).toContain(`[engine:0] 2026-02-01 [SUPERSEDED] -> engine:1 ${old}`);
    expect(answer).toContain(`[timeouts:0] 2026-02-10 [SUPERSEDED] -> engine:1 ${middle}`);
    expect(await helix.answer("brief", { query: "*" })).toContain(
      "[SUPERSEDED]: timeouts:0 -> engine:1, engine:0 -> timeouts:0\n",
    );
  });

  test.each([
    ["a minute less than two days apart", "2026-02-18T09:01:00Z", old],
    ["of less than 0.6 of the words in common", "2026-02-10T09:00:00Z", "requests time out when nobody answers them"],
    ["of a few words only", "2026-02-10T09:00:00Z", "time out"],
  ])("query: texts %s stand beside each other", async (_, time, body) => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time, body },
      { topic: "engine", time: TIME, body: current },
    ]);
    expect(await helix.answer("brief", { query: "engine", detail: "full" })).not.toContain("SUPERSEDED");
  });

  test("detail=scan: the preview of a category is of a current entry", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-18T09:00:00Z", body: `[tags: decision]\n${old}` },
      { topic: "engine", time: TIME, body: `[tags: decision]\n[confidence: 0.1]\n${current}` },
    ]);
    expect(await helix.answer("brief", { query: "engine", detail: "scan" })).toMatch(
      /^DECISIONS \(2\): \[engine:1\] 2026-02-20 /,
    );
  });
});

describe("brief: pass 3, temporal chains", () => {
  const serve = useServers("each");
  const evolution = [
    { topic: "engine", time: "2026-02-15T09:00:00Z", body: "the cache grows with every query" },
    { topic: "engine", time: "2026-01-05T09:00:00Z", body: "a cache for parsed files came in" },
    { topic: "engine", time: "2026-02-20T09:00:00Z", body: "since today the cache is bounded at 64 MB" },
    { topic: "engine", time: "2026-02-01T09:00:00Z", body: "workers are spawned lazily" },
    { topic: "network", time: "2026-02-01T09:00:00Z", body: "no cache in front of sockets" },
  ];

  test("query: three entries of a topic with one keyword are shown as they came", async () => {
    const helix = await serve();
    await helix.load(evolution);
    expect(await helix.answer("brief", { query: "engine" })).toContain(
      "\nCHAINS: cache engine:0 -> engine:2 -> engine:3\n",
    );
    expect(await helix.answer("brief", { query: "*", detail: "full" })).toContain(
      [
        "CHAINS (1), oldest entry first",
        "  cache in engine (3):",
        "    [engine:0] 2026-01-05 a cache for parsed files came in",
        "    [engine:2] 2026-02-15 the cache grows with every query",
        "    [engine:3] 2026-02-20 since today the cache is bounded at 64 MB",
        "5 entries in 2 topics",
      ].join("\n"),
    );
  });

  test("query: two entries are no chain, nor are three of several topics", async () => {
    const helix = await serve();
    await helix.load(evolution.filter((_, at) => at !== 2));
    expect(await helix.answer("brief", { query: "*", detail: "full" })).not.toContain("CHAINS");
  });

  test("query: words that say nothing, and words of two letters, chain nothing", async () => {
    const helix = await serve();
    await helix.load(
      ["sockets", "windows", "plugins", "layers"].map((what, day) => ({
        topic: "engine",
        time: `2026-02-0${day + 1}T09:00:00Z`,
        body: `the ${what} are for you and not for it`,
      })),
    );
    expect(await helix.answer("brief", { query: "engine" })).not.toContain("CHAINS");
  });

  test("query: an older version keeps its place in a chain, and is marked", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-01T09:00:00Z", body: "decision: the connection timeout is 30 seconds" },
      { topic: "engine", time: "2026-02-10T09:00:00Z", body: "decision: the connection timeout is 60 seconds" },
      { topic: "engine", time: TIME, body: "sockets share one timeout now, kept in the pool" },
    ]);
    const answer = await helix.answer("brief", { query: "engine", detail: "full" });
    expect(answer).toContain(
      [
        "  timeout in engine (3):",
        "    [engine:0] 2026-02-01 [SUPERSEDED] -> engine:1 decision: the connection timeout is 30 seconds",
        "    [engine:1] 2026-02-10 decision: the connection timeout is 60 seconds",
        "    [engine:2] 2026-02-20 sockets share one timeout now, kept in the pool",
      ].join("\n"),
    );
  });

  test("detail=full: of a long chain the oldest and the newest three", async () => {
    const helix = await serve();
    const letters = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"];
    await helix.load(
      letters.map((letter, day) => ({
        topic: "engine",
        time: `2026-02-0${day + 1}T09:00:00Z`,
        body: `watermark ${letter}q ${letter}x ${letter}z`,
      })),
    );
    const chain = (await helix.answer("brief", { query: "engine", detail: "full" }))
      .split(/^CHAINS.*\n/m)[1]!
      .split("\n");
    expect(chain.map((line) => line.trim().split(" ").slice(0, 2).join(" "))).toEqual([
      "watermark in",
      "[engine:0] 2026-02-01",
      "... 4",
      "[engine:5] 2026-02-06",
      "[engine:6] 2026-02-07",
      "[engine:7] 2026-02-08",
      "8 entries",
    ]);
  });
});
