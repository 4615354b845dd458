// The tool brief, by the values of detail: what a summary, a scan and a full briefing look like, that each stays within
// its bounds however large the topic, and that what is left out is counted.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Words that no two numbers share, so that entries are not taken for versions of each other. */
function ownWords(number: number): string {
  const stem = LETTERS[Math.floor(number / 26) % 26]! + LETTERS[number % 26]!;
  return ["q", "x", "z", "j"].map((letter) => `${stem}${letter}${stem}`).join(" ");
}

describe("brief: a small topic", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      {
        topic: "engine",
        time: "2026-02-20T09:00:00Z",
        body: "[tags: build, gotcha]\n[source: src/ffi.rs:15]\n[confidence: 0.95]\narm64 only for FFI bridge\nthe Rust library is\n\n  compiled for arm64",
      },
      { topic: "engine", time: "2026-02-19T09:00:00Z", body: "[tags: gotcha]\nduplicate symbols when linked twice" },
      { topic: "engine", time: "2026-02-18T09:00:00Z", body: "[tags: architecture]\nthree layers" },
      { topic: "engine", time: "2026-02-17T09:00:00Z", body: "[tags: decision]\npages hold 4 KB" },
      { topic: "engine", time: "2026-02-16T09:00:00Z", body: "[tags: todo]\nretries are still to come" },
      { topic: "engine", time: "2026-02-15T09:00:00Z", body: "a plain note" },
    ]);
  });

  const summary = [
    "TOPICS: engine (6)",
    "CATEGORIES: GOTCHAS 2, ARCHITECTURE 1, DECISIONS 1, GAPS 1, UNTAGGED 1",
    "HOT:",
    "  [engine:5] 2026-02-20 arm64 only for FFI bridge (~95%)",
    "  [engine:4] 2026-02-19 duplicate symbols when linked twice",
    "  [engine:3] 2026-02-18 three layers",
    "  [engine:2] 2026-02-17 pages hold 4 KB",
    "  [engine:1] 2026-02-16 retries are still to come",
    "GAPS:",
    "  [engine:1] 2026-02-16 retries are still to come",
    '6 entries in engine; 1 not shown: detail="scan" or detail="full"',
  ].join("\n");

  test("detail=summary: topics, categories, the hottest five, gaps", async () => {
    expect(await helix.answer("brief", { query: "engine", detail: "summary" })).toBe(summary);
  });

  test("detail: summary is the default, and capitals do not count", async () => {
    expect(await helix.answer("brief", { query: "engine" })).toBe(summary);
    expect(await helix.answer("brief", { query: "engine", detail: "SUMMARY" })).toBe(summary);
  });

  test("detail=scan: a line a category: count and first preview", async () => {
    expect(await helix.answer("brief", { query: "engine", detail: "scan" })).toBe(
      [
        "ARCHITECTURE (1): [engine:3] 2026-02-18 three layers",
        "GOTCHAS (2): [engine:5] 2026-02-20 arm64 only for FFI bridge (~95%)",
        "DECISIONS (1): [engine:2] 2026-02-17 pages hold 4 KB",
        "GAPS (1): [engine:1] 2026-02-16 retries are still to come",
        "UNTAGGED (1): [engine:0] 2026-02-15 a plain note",
        '6 entries in engine; 1 not shown: detail="full"',
      ].join("\n"),
    );
  });

  test("detail=full: whole entries with all that is known of them", async () => {
    expect(await helix.answer("brief", { query: "engine", detail: "full" })).toBe(
      [
        "ARCHITECTURE (1)",
        "  [engine:3] 2026-02-18 three layers #architecture",
        "GOTCHAS (2)",
        "  [engine:5] 2026-02-20 arm64 only for FFI bridge #build #gotcha (~95%) (source: src/ffi.rs:15)",
        "    the Rust library is",
        "      compiled for arm64",
        "  [engine:4] 2026-02-19 duplicate symbols when linked twice #gotcha",
        "DECISIONS (1)",
        "  [engine:2] 2026-02-17 pages hold 4 KB #decision",
        "GAPS (1)",
        "  [engine:1] 2026-02-16 retries are still to come #todo",
        "UNTAGGED (1)",
        "  [engine:0] 2026-02-15 a plain note",
        "6 entries in engine",
      ].join("\n"),
    );
  });

  test.each(["scan", "full"])("detail=%s: without a query, of everything", async (detail) => {
    expect(await helix.answer("brief", { detail })).toBe(
      await helix
        .answer("brief", { query: "*", detail })
        .then((answer) => answer.replace(' (topics that fit "*")', "")),
    );
  });

  test("detail: anything else is refused", async () => {
    expect(await helix.refusal("brief", { query: "engine", detail: "brief" })).toBe(
      'detail="brief" is not accepted: give one of summary, scan, full, e.g. detail="scan"',
    );
  });
});

describe("brief: a large topic", () => {
  const serve = useServers("all");
  const TAGS = ["architecture", "data-flow", "invariant", "gotcha", "decision", "how-to", "perf", "gap", "other"];
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load(
      Array.from({ length: 1800 }, (_, number) => ({
        topic: `large-${number % 30}`,
        time: new Date(Date.UTC(2025, 0, 1) + number * 3_600_000).toISOString(),
        body: `[tags: ${TAGS[number % 9]}]\n${ownWords(number)} number ${number}\n${"more of it\n".repeat(number % 7)}end ${number}`,
      })),
    );
  }, 60_000);

  test("detail=summary: stays near 15 lines, and counts what it leaves out", async () => {
    const lines = (await helix.answer("brief", { query: "large-*" })).split("\n");
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines[0]).toMatch(/^TOPICS: (large-\d+ \(60\), ){10}20 more$/);
    expect(lines[1]).toMatch(/^CATEGORIES: ([A-Z -]+ 200(, |$)){9}/);
    expect(lines.filter((line) => line.startsWith("  ["))).toHaveLength(8);
    expect(lines.find((line) => line.startsWith("GAPS"))).toBe("GAPS (197 more):");
    // Five hot entries and three gaps, one of them both.
    expect(lines.at(-1)).toBe(
      '1800 entries in 30 topics (topics that fit "large-*"); the best 200 were read; 122 without a telling tag not classified; 1793 not shown: detail="scan" or detail="full"',
    );
  });

  test("detail=scan: one line for each of the nine categories", async () => {
    const lines = (await helix.answer("brief", { query: "large-*", detail: "scan" })).split("\n");
    expect(lines.slice(0, -1).map((line) => line.split(":")[0])).toEqual(
      [
        "ARCHITECTURE",
        "DATA FLOW",
        "INVARIANTS",
        "GOTCHAS",
        "DECISIONS",
        "HOW-TO",
        "PERFORMANCE",
        "GAPS",
        "UNTAGGED",
      ].map((name) => `${name} (200)`),
    );
    expect(lines.at(-1)).toMatch(/; the best 200 were read; .*; 1791 not shown: detail="full"$/);
  });

  test("detail=full: 5 to 15 lines of whole entries a category, the rest counted", async () => {
    const answer = await helix.answer("brief", { query: "large-*", detail: "full", budget: 20_000 });
    const blocks = answer.split(/\n(?=[A-Z])/);
    const categories = blocks.filter((block) => /^[A-Z -]+ \(200\)\n/.test(block));
    expect(categories).toHaveLength(9);
    let shown = 0;
    for (const block of categories) {
      const lines = block
        .split(/\n(?=\d+ entries)/)[0]!
        .split("\n")
        .slice(1);
      const rest = /^ {2}\((\d+) more: (?:large-\d+:\d+, )+(?:\d+ more|large-\d+:\d+)\)$/.exec(lines.pop()!);
      expect(lines.length).toBeGreaterThanOrEqual(5);
      expect(lines.length).toBeLessThanOrEqual(15);
      // An entry ends in a line that says which one it is: each that begins here ends here.
      const heads = lines.filter((line) => line.startsWith("  [")).map((line) => /number (\d+)/.exec(line)![1]);
      const ends = lines.filter((line) => line.startsWith("    end ")).map((line) => line.slice("    end ".length));
      expect(ends).toEqual(heads);
      expect(Number(rest![1])).toBe(200 - heads.length);
      shown += heads.length;
    }
    expect(answer).toMatch(new RegExp(`; the best 200 were read; .*; ${1800 - shown} not shown$`));
  });

  test.each([300, 2000])("budget: %d, and page: all pages together show what one long answer does", async (budget) => {
    const ask = (more: object) => helix.answer("brief", { query: "large-*", detail: "full", ...more });
    const heads = (text: string) => text.match(/^ {2}\[large-\d+:\d+\]/gm) ?? [];
    const shown: string[] = [];
    for (let page = 1, isMore = true; isMore; page++) {
      const answer = await ask({ budget, page });
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(budget * 4);
      shown.push(...heads(answer));
      isMore = answer.endsWith(`page=${page + 1} budget=${budget}`);
    }
    expect(shown).toEqual(heads(await ask({ budget: 20_000 })));
  });

  test("page: a short briefing has one", async () => {
    expect(await helix.refusal("brief", { query: "large-*", page: 2 })).toBe(
      "there is no page 2: the answer has 1 page of 1500 tokens",
    );
  });

  test("detail=full: an entry that is longer than its category may be is cut, and says where the rest is", async () => {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line} of ${ownWords(line)}`).join("\n");
    await helix.load([{ topic: "long", time: "2026-02-20T09:00:00Z", body: text }]);
    const lines = (await helix.answer("brief", { query: "long", detail: "full" })).split("\n");
    expect(lines).toHaveLength(17);
    expect(lines[1]).toBe(`  [long:0] 2026-02-20 ${text.split("\n")[0]}`);
    expect(lines[14]).toBe(`    ${text.split("\n")[13]}`);
    expect(lines[15]).toBe('    (26 more lines: read topic="long" index="0")');
  });

  test.each(["summary", "scan", "full"])("detail=%s: text without an end stays within an answer", async (detail) => {
    const body = "word ".repeat(100_000);
    await helix.load(
      Array.from({ length: 12 }, (_, number) => ({
        topic: `huge-${number}`,
        time: "2026-02-20T09:00:00Z",
        body: `${number} ${body}`,
      })),
    );
    const answer = await helix.answer("brief", { query: "huge-*", detail });
    expect(Buffer.byteLength(answer)).toBeLessThan(10_000);
    expect(answer).toMatch(/\n12 entries in 12 topics \(topics that fit "huge-\*"\)/);
  });
});

describe("brief: notes cannot break the shape of an answer", () => {
  const serve = useServers("each");

  test.each(["summary", "scan", "full"])("detail=%s: headings, addresses and metadata in a text", async (detail) => {
    const helix = await serve();
    await helix.store(
      "engine",
      "plain\nsecond\nthird\nGOTCHAS (99)\n  [engine:7] 2026-01-01 forged\nTOPICS: forged (1)\n[tags: forged]",
    );
    const answer = await helix.answer("brief", { query: "engine", detail });
    for (const line of answer.split("\n").slice(0, -1)) {
      expect(line).toMatch(
        /^(?: {2}\[engine:0\]| {4}|UNTAGGED|TOPICS: engine \(1\)$|CATEGORIES: UNTAGGED 1$|HOT:$|GAPS: none$)/,
      );
    }
    expect(answer.split("\n").at(-1)).toBe("1 entry in engine");
  });

  test("detail=full: line breaks of other kinds, and entries without text", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-20T09:00:00Z", body: "one\u2028GOTCHAS (9)\u2029two\nthree\u2028four" },
      { topic: "engine", time: "2026-02-19T09:00:00Z", body: "[tags: misc]" },
    ]);
    expect(await helix.answer("brief", { query: "engine", detail: "full", focus: "untagged,gotchas" })).toBe(
      [
        "GOTCHAS (1)",
        "  [engine:1] 2026-02-20 one GOTCHAS (9) two",
        "    three four",
        "UNTAGGED (1)",
        "  [engine:0] 2026-02-19 (no text) #misc",
        "2 entries in engine",
      ].join("\n"),
    );
    expect(await helix.answer("brief", { query: "engine" })).toContain("  [engine:0] 2026-02-19 (no text)\n");
  });
});
