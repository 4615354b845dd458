// What the merging of duplicates keeps: the text that was revised last, and everything that is known of each; where
// that cannot be, the two stay and the answer says why.

import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const PORT = "the api server listens on port 8080 in every environment we run";
const REVISED = "the api server listens on port 9090 in every environment we run";
const day = (days: number) => new Date(Date.UTC(2026, 1, 21, 0, 41) - days * 86_400_000).toISOString();

describe("topics: dedupe, what was revised", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  test("apply: the text that was revised last stays, however old the entry is", async () => {
    const directory = folder();
    const first = await serve({ directory, now: "2026-01-01T10:00:00Z" });
    await first.store("ports", PORT);
    const second = await serve({ directory, now: "2026-01-05T10:00:00Z" });
    await second.store("ports", `${PORT} today`, { force: true });
    const third = await serve({ directory, now: "2026-02-01T10:00:00Z" });
    await third.answer("edit", { action: "revise", topic: "ports", index: 0, text: REVISED });
    expect(await third.answer("topics", { action: "dedupe" })).toContain("[ports:1] 2026-01-05 → [ports:0] 2026-02-01");
    await third.answer("topics", { action: "dedupe", apply: true });
    expect(await third.read("ports")).toBe(
      `[0] 2026-01-01 15:30\n  [modified: 2026-02-01 15:30]\n  ${REVISED}\n\n1 entry in ports`,
    );
  });
});

describe("topics: dedupe, what is known of duplicates", () => {
  const serve = useServers("each");

  test("apply: source, tags and links of the older one come with it, and links follow", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "a", time: day(9), body: `[tags: gotcha]\n[source: a.rs:1]\n[links: a:1 b:0]\n${PORT}` },
      { topic: "a", time: day(8), body: "something else altogether, about flags of the compiler" },
      { topic: "a", time: day(7), body: `[tags: network]\n[links: b:1]\n${PORT}` },
      { topic: "b", time: day(6), body: "one" },
      { topic: "b", time: day(5), body: "two" },
    ]);
    await helix.answer("topics", { action: "dedupe", apply: true });
    expect(await helix.read("a", { index: 1 })).toBe(
      [
        "[1] 2026-02-14 06:11",
        "  [tags: gotcha, network]",
        "  [source: a.rs:1]",
        "  [links: b:1 a:0 b:0]",
        `  ${PORT}`,
      ].join("\n"),
    );
  });

  test.each([
    ["differ in source", "[source: a.rs:1]", "[source: b.rs:1]"],
    ["differ in confidence", "[confidence: 0.4]", "[tags: api]"],
    ["too many tags together", tags("a", 20), tags("b", 13)],
    ["too many links together", links("a", 40), links("b", 25)],
  ])("apply: two that %s stay, and the answer says so", async (obstacle, older, newer) => {
    const helix = await serve();
    await helix.load([
      { topic: "p", time: day(9), body: `${older}\n${PORT}` },
      { topic: "p", time: day(8), body: `${newer}\n${PORT}` },
    ]);
    const before = await helix.answer("topics", { action: "export" });
    const said = [
      `  [p:0] 2026-02-12 → [p:1] 2026-02-13 (same, ${obstacle}) ${PORT}`,
      "1 entry is like a newer one, and not merged, for something would be lost: revise or delete one of the two",
    ];
    for (const apply of [false, true]) {
      const answer = await helix.answer("topics", { action: "dedupe", apply });
      expect(answer.split("\n")).toEqual([said[0], "no duplicates to merge among 2 entries", said[1]]);
    }
    expect(await helix.answer("topics", { action: "export" })).toBe(before);
  });

  test("apply: an entry of a time in the future is not taken for the newest", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "p", time: day(9), body: PORT },
      { topic: "p", time: "2197-01-01T00:00:00Z", body: `${PORT} today` },
    ]);
    const answer = await helix.answer("topics", { action: "dedupe", apply: true });
    expect(answer).toContain("(92%, of a time in the future: redate mends it)");
    expect(await helix.read("p")).toContain("2 entries in p");
  });
});

function tags(prefix: string, count: number): string {
  return `[tags: ${Array.from({ length: count }, (_, at) => `${prefix}${at}`).join(", ")}]`;
}

function links(topic: string, count: number): string {
  return `[links: ${Array.from({ length: count }, (_, at) => `${topic}:${at}`).join(" ")}]`;
}
