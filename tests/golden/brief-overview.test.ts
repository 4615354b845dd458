// The tool brief without a query: the overview of the whole knowledge base, in the form of the reference, narrowed by
// since and focus.

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";

const NEW = "2026-02-20T20:00:00Z";
const OLD = "2026-01-10T09:00:00Z";

/** `count` notes of a topic. */
function notes(topic: string, count: number, time: string, tag: string) {
  return Array.from({ length: count }, (_, number) => ({
    topic,
    time,
    body: `[tags: ${tag}]\n${topic} ${tag} ${number}`,
  }));
}

describe("brief: overview", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      ...notes("engine", 10, OLD, "architecture"),
      ...notes("engine", 5, NEW, "gotcha"),
      ...notes("build-gotchas", 3, NEW, "gotcha"),
      ...notes("network", 4, OLD, "data-flow"),
      { topic: "engine", time: "2026-02-18T09:00:00Z", body: "[tags: gap]\nMissing: connection timeout configuration" },
      { topic: "network", time: "2026-02-17T09:00:00Z", body: "Todo: implement retry backoff" },
      { topic: "network", time: OLD, body: "the sky is blue" },
    ]);
  });

  const whole = [
    "TOPICS: engine (16), network (6), build-gotchas (3)",
    "",
    "CATEGORIES: architecture 40%, gotchas 32%, data-flow 16%, gaps 8%, untagged 4%",
    "",
    "HOT (last 48h):",
    "  engine: 5 new entries",
    "  build-gotchas: 3 new entries",
    "",
    "GAPS:",
    "  [engine] Missing: connection timeout configuration",
    "  [network] Todo: implement retry backoff",
    "",
    "STATS: 25 entries, 3 topics, newest: today",
  ].join("\n");

  test("query: none given", async () => {
    expect(await helix.answer("brief")).toBe(whole);
    expect(await helix.answer("brief", { query: "  " })).toBe(whole);
    expect(await helix.answer("brief", { detail: "summary" })).toBe(whole);
  });

  test("compact: one line each", async () => {
    expect(await helix.answer("brief", { compact: "true" })).toBe(
      [
        "TOPICS: engine (16), network (6), build-gotchas (3)",
        "CATEGORIES: architecture 40%, gotchas 32%, data-flow 16%, gaps 8%, untagged 4%",
        "HOT (last 48h): engine 5, build-gotchas 3",
        "GAPS: 2",
        "STATS: 25 entries, 3 topics, newest: today",
      ].join("\n"),
    );
  });

  test("since: everything in it is of the last hours", async () => {
    expect(await helix.answer("brief", { since: "24" })).toBe(
      [
        "TOPICS: engine (5), build-gotchas (3)",
        "",
        "CATEGORIES: gotchas 100%",
        "",
        "HOT (last 24h):",
        "  engine: 5 new entries",
        "  build-gotchas: 3 new entries",
        "",
        "GAPS: none",
        "",
        "STATS: 8 entries from the last 24 hours, 2 topics, newest: today",
      ].join("\n"),
    );
    expect(await helix.answer("brief", { since: 100 })).toContain("\nHOT (last 48h):\n");
    expect(await helix.answer("brief", { since: 1 })).toBe("nothing from the last hour");
  });

  test("focus: only entries of these categories are counted", async () => {
    expect(await helix.answer("brief", { focus: "gaps,architecture" })).toBe(
      [
        "TOPICS: engine (11), network (1)",
        "",
        "CATEGORIES: architecture 40%, gaps 8%",
        "",
        "HOT (last 48h): none",
        "",
        "GAPS:",
        "  [engine] Missing: connection timeout configuration",
        "  [network] Todo: implement retry backoff",
        "",
        "STATS: 12 entries, 2 topics, newest: 2026-02-18, 13 in other categories",
      ].join("\n"),
    );
    expect(await helix.answer("brief", { focus: "decisions" })).toBe(
      "nothing in decisions; 25 entries in other categories",
    );
  });

  test("query: none, and nothing stored", async () => {
    const empty = await serve();
    for (const more of [{}, { compact: true }, { detail: "full" }, { since: 1 }]) {
      expect(await empty.answer("brief", more)).toBe("nothing is stored yet");
    }
  });

  test("query: none, in a large knowledge base: bounded, and what is left out is counted", async () => {
    const large = await serve();
    await large.load([
      ...Array.from({ length: 40 }, (_, topic) =>
        notes(`topic-${String(topic).padStart(2, "0")}`, 2, NEW, "gap"),
      ).flat(),
      ...notes("topic-00", 1, OLD, "gotcha"),
    ]);
    const lines = (await large.answer("brief")).split("\n");
    expect(lines[0]).toMatch(/^TOPICS: topic-00 \(3\), (topic-\d\d \(2\), ){14}25 more$/);
    expect(lines).toContain("CATEGORIES: gaps 99%, gotchas 1%");
    expect(lines).toContain("  (35 more topics)");
    expect(lines).toContain('  (75 more: detail="full" focus="gaps")');
    expect(lines.length).toBeLessThan(25);
  });

  test.each([
    ["2026-02-21T00:00:00Z", "today"],
    ["2026-02-20T18:30:00Z", "today"],
    ["2026-02-20T18:29:00Z", "yesterday"],
    ["2026-02-19T18:29:00Z", "2026-02-19"],
  ])("query: none: the newest entry of %s, local time", async (time, day) => {
    const one = await serve();
    await one.load([{ topic: "engine", time, body: "a note" }]);
    expect(await one.answer("brief")).toMatch(new RegExp(`\\nSTATS: 1 entry, 1 topic, newest: ${day}$`));
  });

  test("query: none: deleted entries do not count", async () => {
    const one = await serve();
    await one.load([...notes("engine", 2, NEW, "gotcha"), ...notes("network", 1, NEW, "gotcha")]);
    await one.answer("edit", { action: "delete", topic: "network", all: true });
    expect(await one.answer("brief", { compact: true })).toMatch(/^TOPICS: engine \(2\)\n/);
  });
});
