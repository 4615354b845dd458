// The six kinds of answer of the tool search, to the letter, and how long an answer may become.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const BRIDGE = [
  "arm64 only for FFI bridge — Rust lib compiled arm64-only,",
  "must use -arch arm64 in xcodebuild. The default builds",
  "for both architectures and the Rust .a is only arm64.",
];
const ENTRY = "CachedEntry holds pre-tokenized tf_map for zero-alloc search";

describe("search: detail", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "build-gotchas", time: "2026-02-21T00:41:00Z", body: `[tags: gotcha]\n${BRIDGE.join("\n")}` },
      {
        topic: "engine",
        time: "2026-02-20T09:00:00Z",
        body: `[tags: architecture, performance]\n[source: src/cache.rs:27]\n${ENTRY}`,
      },
      {
        topic: "build-gotchas",
        time: "2026-02-19T09:00:00Z",
        body: "[tags: gotcha]\nduplicate symbol: ensure ONLY_ACTIVE_ARCH=YES",
      },
      { topic: "network", time: "2026-02-10T09:00:00Z", body: "[confidence: 0.5]\nMax 8 TCP connections per pool" },
      { topic: "network", time: "2026-01-15T09:00:00Z", body: "Retry with backoff\n\nafter a dropped connection" },
    ]);
  });

  test("detail=full: whole entries with topic headers, matching lines marked", async () => {
    expect(await helix.search("FFI bridge", { detail: "full" })).toBe(
      [
        "--- build-gotchas ---",
        "[tags: gotcha]",
        `> ${BRIDGE[0]}`,
        `  ${BRIDGE[1]}`,
        `  ${BRIDGE[2]}`,
        "",
        "1 matching section(s)",
      ].join("\n"),
    );
  });

  test("detail=full: every line with a word of the query is marked", async () => {
    expect(await helix.search("rust", { detail: "full" })).toBe(
      [
        "--- build-gotchas ---",
        "[tags: gotcha]",
        `> ${BRIDGE[0]}`,
        `  ${BRIDGE[1]}`,
        `> ${BRIDGE[2]}`,
        "",
        "1 matching section(s)",
      ].join("\n"),
    );
  });

  test("detail=full: metadata, confidence and empty lines; several entries", async () => {
    expect(await helix.search("", { detail: "full", topic: "network" })).toBe(
      [
        "--- network ---",
        "[confidence: 0.5]",
        "  Max 8 TCP connections per pool",
        "",
        "--- network ---",
        "  Retry with backoff",
        "",
        "  after a dropped connection",
        "",
        "2 matching section(s)",
      ].join("\n"),
    );
    expect(await helix.search("TermMap tf_map", { detail: "full", mode: "or" })).toBe(
      [
        "--- engine ---",
        "[tags: architecture, performance]",
        "[source: src/cache.rs:27]",
        `> ${ENTRY}`,
        "",
        "1 matching section(s)",
      ].join("\n"),
    );
  });

  test("detail=medium, which is the default: date, first line, tags, confidence; the second line below", async () => {
    const expected = [
      `  [build-gotchas] 2026-02-21 ${BRIDGE[0]} #gotcha`,
      `    ${BRIDGE[1]}`,
      `  [engine] 2026-02-20 ${ENTRY} #architecture #performance`,
      "  [build-gotchas] 2026-02-19 duplicate symbol: ensure ONLY_ACTIVE_ARCH=YES #gotcha",
      "  [network] 2026-02-10 Max 8 TCP connections per pool (~50%)",
      "  [network] 2026-01-15 Retry with backoff",
      "    after a dropped connection",
      "5 match(es)",
    ].join("\n");
    expect(await helix.search("", { detail: "medium" })).toBe(expected);
    expect(await helix.answer("search")).toBe(expected);
  });

  test("detail=brief: topic and first line", async () => {
    expect(await helix.search("", { detail: "brief", limit: 2 })).toBe(
      [`  [build-gotchas] ${BRIDGE[0]}`, `  [engine] ${ENTRY}`, "5 match(es); 3 beyond the limit"].join("\n"),
    );
  });

  test("detail=grouped: first lines by topic, topics in order of their best match", async () => {
    expect(await helix.search("", { detail: "grouped" })).toBe(
      [
        "--- build-gotchas (2 entries) ---",
        `  ${BRIDGE[0]}`,
        "  duplicate symbol: ensure ONLY_ACTIVE_ARCH=YES",
        "",
        "--- engine (1 entry) ---",
        `  ${ENTRY}`,
        "",
        "--- network (2 entries) ---",
        "  Max 8 TCP connections per pool",
        "  Retry with backoff",
      ].join("\n"),
    );
  });

  test("detail=grouped: with a limit says what is missing", async () => {
    expect(await helix.search("", { detail: "grouped", limit: 2 })).toBe(
      [
        "--- build-gotchas (2 entries) ---",
        `  ${BRIDGE[0]}`,
        "  (1 more)",
        "",
        "--- engine (1 entry) ---",
        `  ${ENTRY}`,
        "",
        "5 match(es); 3 beyond the limit",
      ].join("\n"),
    );
  });

  test("detail=topics: matches per topic, most first, then by name", async () => {
    expect(await helix.search("", { detail: "topics" })).toBe("build-gotchas: 2\nnetwork: 2\nengine: 1");
    expect(await helix.search("arm64", { detail: "topics" })).toBe("build-gotchas: 1");
  });

  test("detail=count: the number alone", async () => {
    expect(await helix.search("", { detail: "count" })).toBe("5 match(es)");
    expect(await helix.search("arm64", { detail: "COUNT" })).toBe("1 match(es)");
  });
});

describe("search: long lines and long answers", () => {
  const serve = useServers("each");
  const TOKENS = 1500;
  const BYTES_A_TOKEN = 4;

  test("lists cut lines after a whole word", async () => {
    const helix = await serve();
    await helix.store("notes", `${"eleven char ".repeat(20)}\n${"word ".repeat(40)}`);
    const [first, second] = (await helix.search("eleven")).split("\n");
    expect(first).toBe(`  [notes] 2026-02-21 ${"eleven char ".repeat(9)}eleven char…`);
    expect(second).toBe(`    ${"word ".repeat(15)}word…`);
  });

  test.each(["full", "medium", "brief", "grouped"])(
    "%s: ends at about 1,500 tokens, and says how to go on",
    async (detail) => {
      const helix = await serve();
      const line = "linker note with a line that is long enough to fill an answer of many entries sooner or later";
      const entries = Array.from({ length: 1000 }, (_, number) => ({
        topic: `topic-${number}`,
        time: "2026-02-20T09:00:00Z",
        body: `${line} ${number}\n${line}\n${line}`,
      }));
      await helix.load(entries);
      const answer = await helix.search("linker", { detail });
      const bytes = Buffer.byteLength(answer);
      expect(bytes).toBeLessThan(TOKENS * BYTES_A_TOKEN);
      // Ids count, which are not shown here.
      expect(bytes).toBeGreaterThan(TOKENS * BYTES_A_TOKEN * 0.7);
      const shown = answer.match(
        detail === "full" ? /^--- topic-\d+ ---$/gm : /^ {2}(\[topic-\d+\].*|linker note.*)$/gm,
      )!.length;
      const total = `1000 ${detail === "full" ? "matching section(s)" : "match(es)"}`;
      const closing = [...(detail === "grouped" ? [] : [total]), `... ${1000 - shown} more: page=2`];
      expect(answer.split("\n").slice(-closing.length)).toEqual(closing);
    },
  );

  test("detail=topics: ends at about 1,500 tokens, and says how to go on", async () => {
    const helix = await serve();
    const entries = Array.from({ length: 2000 }, (_, number) => ({
      topic: `a-topic-with-quite-a-long-name-to-fill-the-answer-${number}`,
      time: "2026-02-20T09:00:00Z",
      body: "linker",
    }));
    await helix.load(entries);
    const lines = (await helix.search("linker", { detail: "topics" })).split("\n");
    expect(lines.at(-1)).toBe(`... ${2000 - (lines.length - 1)} more topics: page=2`);
    expect(Buffer.byteLength(lines.join("\n"))).toBeLessThan(TOKENS * BYTES_A_TOKEN);
    expect(lines.length).toBeGreaterThan(80);
  });

  test("budget: as many results as fit, the others on further pages, each once", async () => {
    const helix = await serve();
    await helix.load(
      Array.from({ length: 60 }, (_, at) => ({
        topic: `t${at}`,
        time: "2026-02-20T09:00:00Z",
        body: `linker ${at} ${"and more ".repeat(8)}`,
      })),
    );
    for (const budget of [200, 700]) {
      const found: string[] = [];
      for (let page = 1, isMore = true; isMore; page++) {
        const answer = await helix.search("linker", { budget, page });
        expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(budget * BYTES_A_TOKEN);
        found.push(...answer.match(/^ {2}\[t\d+\]/gm)!);
        isMore = answer.endsWith(` more: page=${page + 1} budget=${budget}`);
      }
      expect(found).toHaveLength(60);
      expect(new Set(found).size).toBe(60);
    }
  });

  test.each([
    ["budget", 199, "give a whole number from 200 to 20000", "4000"],
    ["page", 0, "give a whole number from 1 to 10000", "2"],
  ])("page: %s=%j is refused", async (name, value, accepted, example) => {
    const helix = await serve();
    expect(await helix.refusal("search", { query: "linker", [name]: value })).toBe(
      `${name}=${value} is not accepted: ${accepted}, e.g. ${name}="${example}"`,
    );
  });

  test("detail=full: one entry of 300 kB does not crowd out the others", async () => {
    const helix = await serve();
    await helix.store("huge", `linker huge\n${"a line of text\n".repeat(20_000)}`);
    await helix.store("small", "linker small");
    const pages: string[] = [];
    for (let page = 1; page === 1 || pages.at(-1)!.endsWith(`page=${page}`); page++) {
      pages.push(await helix.search("linker", { detail: "full", page }));
      expect(Buffer.byteLength(pages.at(-1)!)).toBeLessThan(TOKENS * BYTES_A_TOKEN);
    }
    expect(pages[0]).toMatch(/^--- small ---\n> linker small\n\n2 matching section\(s\)\n\.\.\. 1 more: page=2$/);
    expect(pages[1]).toMatch(/\n\.\.\. it goes on: page=3$/);
    const answer = pages.join("\n");
    expect(answer).toContain("--- huge ---\n> linker huge\n");
    expect(answer).toContain("--- small ---\n> linker small\n");
    expect(answer).toMatch(/\n {2}\[cut: \d+ of 300011 bytes are not shown\]\n/);
    expect(answer).toMatch(/\n2 matching section\(s\)$/);
  });
});
