// The tool brief, by what it takes for the date of an entry: that of its last revision; a date that cannot be is
// neither hot nor new. And what links bring in stands behind what was asked for.

import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";

const day = (days: number) => new Date(Date.UTC(2026, 1, 21, 0, 41) - days * 86_400_000).toISOString();
const PORT = "the api server listens on port 8080 in every environment we run";
const REVISED = "the api server listens on port 9090 in every environment we run";

describe("brief: revised entries", () => {
  const serve = useServers("each");
  const revise = { action: "revise", topic: "ports", index: 0, text: REVISED };

  test("query: what was revised last is the current version, and is dated so", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "ports", time: day(50), body: PORT },
      { topic: "ports", time: day(46), body: `${PORT} today` },
    ]);
    await helix.answer("edit", revise);
    expect(await helix.answer("brief", { query: "ports", detail: "full" })).toBe(
      [
        "UNTAGGED (2)",
        `  [ports:0] 2026-02-21 ${REVISED} (supersedes: ports:1)`,
        `  [ports:1] 2026-01-06 [SUPERSEDED] -> ports:0 ${PORT} today`,
        "2 entries in ports",
      ].join("\n"),
    );
  });

  test("since: counts from the revision, by topic, by words and in the overview", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "ports", time: day(50), body: PORT },
      { topic: "ports", time: day(46), body: "ssh listens on port 22" },
      { topic: "cache", time: day(40), body: "port of the cache" },
    ]);
    await helix.answer("edit", revise);
    const one = `HOT:\n  [ports:0] 2026-02-21 ${REVISED}\nGAPS: none\n1 entry from the last 24 hours`;
    expect(await helix.answer("brief", { query: "ports", since: 24 })).toContain(`${one} in ports`);
    expect(await helix.answer("brief", { query: "port", since: 24 })).toContain(
      `${one} in ports (topics with "port" in their names)`,
    );
    expect(await helix.answer("brief", { query: "every environment port", since: 24 })).toContain(
      `${one} about "every environment port" in ports`,
    );
    expect(await helix.answer("brief", { since: 24 })).toContain(
      "HOT (last 24h):\n  ports: 1 new entry\n\nGAPS: none\n\nSTATS: 1 entry from the last 24 hours, 1 topic, newest: today",
    );
  });

  test("query: chains follow the dates of revision", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "a", time: day(50), body: "tokenizer splits at blanks" },
      { topic: "a", time: day(40), body: "tokenizer merges capitals of names" },
      { topic: "a", time: day(30), body: "tokenizer drops stop words first" },
    ]);
    await helix.answer("edit", { action: "revise", topic: "a", index: 0, text: "tokenizer splits at anything else" });
    expect(await helix.answer("brief", { query: "a" })).toContain("CHAINS: tokenizer a:1 -> a:2 -> a:0");
  });
});

describe("brief: dates of the future", () => {
  const serve = useServers("each");
  const entries = [
    { topic: "ports", time: day(1), body: PORT },
    { topic: "ports", time: "2197-01-01T00:00:00Z", body: `${PORT} today` },
    { topic: "clock", time: "2197-01-01T00:00:00Z", body: "a wrong clock" },
  ];

  test("query: left out: not hot and not the newest in the overview", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("brief")).toContain(
      "HOT (last 48h):\n  ports: 1 new entry\n\nGAPS: none\n\nSTATS: 3 entries, 2 topics, newest: yesterday",
    );
    await helix.answer("edit", { action: "delete", topic: "ports", index: 0 });
    expect(await helix.answer("brief")).toContain("newest: unknown");
  });

  test("query: they supersede nothing, and stand behind what is of now", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("brief", { query: "ports" })).toContain(
      `HOT:\n  [ports:0] 2026-02-20 ${PORT}\n  [ports:1] 2197-01-01 ${PORT} today\nGAPS: none\n2 entries in ports`,
    );
  });

  test("since: leaves them out", async () => {
    const helix = await serve();
    await helix.load(entries);
    expect(await helix.answer("brief", { query: "ports", since: 48 })).toContain(
      "1 entry from the last 48 hours in ports",
    );
  });
});

describe("brief: linked entries", () => {
  const serve = useServers("each");
  const entries = [
    {
      topic: "engine",
      time: day(20),
      body: "[links: basics:0 basics:1 basics:2 basics:3 basics:4 basics:5]\nan engine",
    },
    { topic: "engine", time: day(19), body: "[links: basics:0 basics:1 basics:2 basics:3 basics:4]\nits fuel" },
    ...Array.from({ length: 6 }, (_, at) => ({ topic: "basics", time: day(6 - at), body: `basic number ${at}` })),
  ];

  test("query: stand behind those of the topic, and are marked", async () => {
    const helix = await serve();
    await helix.load(entries);
    const answer = await helix.answer("brief", { query: "engine" });
    expect(answer.split("\n").slice(2, 6)).toEqual([
      "HOT:",
      "  [engine:1] 2026-02-02 its fuel",
      "  [engine:0] 2026-02-01 an engine",
      "  [basics:4] 2026-02-19 basic number 4 (linked)",
    ]);
    expect(await helix.answer("brief", { query: "engine", detail: "scan" })).toMatch(/^UNTAGGED \(8\): \[engine:1\]/);
    const full = await helix.answer("brief", { query: "engine", detail: "full" });
    expect(full.split("\n").slice(1, 4)).toEqual([
      expect.stringMatching(/^ {2}\[engine:1\].* its fuel \(links: /),
      expect.stringMatching(/^ {2}\[engine:0\].* an engine \(links: /),
      "  [basics:4] 2026-02-19 basic number 4 (linked)",
    ]);
  });
});
