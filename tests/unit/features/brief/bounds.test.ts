// How much a briefing looks at: a few hundred bodies of a large topic, none for the overview; what it says of sources
// that changed; and its data.

import { describe, expect, it, vi } from "vitest";
import { briefFeature } from "../../../../src/features/brief/brief.ts";
import { READ_MAX } from "../../../../src/features/brief/select.ts";
import type { StaleSources } from "../../../../src/notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../../../src/notes/store/knowledge-view.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { withoutIds } from "../../../support/note-ids.ts";
import { rendered } from "../../../support/rendered.ts";

const DAY = 1440;

async function baseOf(bodies: readonly string[], topic = "engine") {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() =>
    bodies.map((body, at) => ({ kind: "add", topic, body, minutes: NOW_MINUTES - (bodies.length - at) * DAY })),
  );
  return base;
}

/** The day so many days before now, where the test runs. */
const day = (before: number) => new Date((NOW_MINUTES - before * DAY) * 60_000).toLocaleDateString("sv-SE");

/** A briefing without the ids of its notes. */
async function briefOf(...[context, values]: Parameters<typeof briefFeature.run>): Promise<{ text: string }> {
  return { text: withoutIds((await rendered(briefFeature.run(context, values))).text) };
}

describe("bodies", () => {
  it("are read of the most relevant entries only, and of none for the overview", async () => {
    const base = await baseOf(
      Array.from({ length: 3000 }, (_, at) => `[tags: ${at % 2 ? "gotcha" : "gap"}]\nnote q${at}x`),
    );
    const read = vi.spyOn(Object.getPrototypeOf(await base.view()) as KnowledgeView, "body");
    const { text } = await briefOf({ base, project: null }, { query: "engine", detail: "scan" });
    expect(read).toHaveBeenCalledTimes(READ_MAX);
    expect(text).toContain("GOTCHAS (1500): [engine:2999]");
    expect(text).toContain(`3000 entries in engine; the best ${READ_MAX} were read`);
    read.mockClear();
    await briefFeature.run({ base, project: null }, {});
    expect(read).not.toHaveBeenCalled();
  });

  it("of great length are read while they fit a budget", async () => {
    const base = await baseOf(
      Array.from({ length: 8 }, (_, at) => `[tags: gap]\nnote q${at}x ${"long ".repeat(100_000)}`),
    );
    const read = vi.spyOn(Object.getPrototypeOf(await base.view()) as KnowledgeView, "body");
    read.mockClear();
    const { text } = await briefOf({ base, project: null }, { query: "engine" });
    expect(read).toHaveBeenCalledTimes(4);
    expect(text).toContain("CATEGORIES: GAPS 8\n");
    expect(text).toContain("; the best 4 were read;");
  });

  it("with a focus are those of its categories, however many others there are", async () => {
    const bodies = Array.from({ length: 1000 }, (_, at) => `[tags: ${at < 3 ? "gotcha" : "gap"}]\nnote q${at}x`);
    const base = await baseOf(bodies);
    const { text } = await briefOf({ base, project: null }, { query: "engine", focus: "gotchas", detail: "scan" });
    expect(text).toMatch(/^GOTCHAS \(3\): \[engine:2\] .*\n3 entries in engine; 997 in other categories; 2 not shown/);
  });

  it("that a link brings in are as many as are linked, once each, and never out of scope", async () => {
    const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
    const add = (topic: string, body: string, days: number) => ({
      kind: "add" as const,
      topic,
      body,
      minutes: NOW_MINUTES - days * DAY,
    });
    await base.change(() => [
      add("network", "older", 10),
      add("network", "newer", 1),
      add("engine", "[links: network:0 network:1 network:7 nowhere:0 engine:0]\nfirst", 1),
      add("engine", "[links: network:1]\nsecond", 0),
    ]);
    const run = async (more: object) =>
      (await rendered(briefFeature.run({ base, project: null }, { query: "engine", ...more }))).text;
    expect(await run({})).toContain("2 entries in engine; 2 more linked from them");
    expect(await run({})).toContain("TOPICS: engine (2); linked: network (2)\n");
    expect(await run({ since: 48 })).toContain("2 entries from the last 48 hours in engine; 1 more linked from them");
  });
});

describe("entries whose source has changed", () => {
  it("are believed at most 0.7, say so, and rank behind the others", async () => {
    const base = await baseOf([
      "[source: src/a.ts:1]\nstale",
      "[source: src/b.ts:1]\n[confidence: 0.5]\nstale and doubtful",
      "fresh",
    ]);
    const staleSources = {
      staleIn: () => (id: number) => id < 2,
      stateIn: () => (id: number) => (id < 2 ? { kind: "changed" } : null),
      checker: { pass: () => ({ check: () => null }) },
    } as unknown as StaleSources;
    const { text, data } = await rendered(
      briefFeature.run({ base, project: null, staleSources }, { query: "engine", detail: "full" }),
    );
    expect(withoutIds(text)).toBe(
      [
        "UNTAGGED (3)",
        `  [engine:2] ${day(1)} fresh`,
        `  [engine:0] ${day(3)} stale (~70%) (stale: changed) (source: src/a.ts:1)`,
        `  [engine:1] ${day(2)} stale and doubtful (~50%) (stale: changed) (source: src/b.ts:1)`,
        "3 entries in engine",
      ].join("\n"),
    );
    expect(data).toMatchObject({
      categories: [{ entries: [{ confidence: 1 }, { confidence: 0.7, sourceChanged: true }, {}] }],
    });
  });
});

describe("data", () => {
  it("has topics, categories with entries, superseded ones, chains and counts", async () => {
    const base = await baseOf([
      "[tags: decision]\nthe request timeout is thirty seconds exactly",
      "unrelated one",
      "unrelated two",
      "[tags: decision]\nthe request timeout is sixty seconds exactly",
      "timeout again\nin a pool",
    ]);
    const { data } = await rendered(briefFeature.run({ base, project: null }, { query: "engine" }));
    expect(data).toMatchObject({
      query: "engine",
      matchedBy: "name",
      fellBack: false,
      topics: [{ name: "engine", count: 5 }],
      superseded: [{ topic: "engine", index: 0, by: { topic: "engine", index: 3 } }],
      chains: [{ topic: "engine", keyword: "timeout", entries: [{ index: 0 }, { index: 3 }, { index: 4 }] }],
      counts: { entries: 5, matches: 5, read: 5, merged: 0, linked: 0, otherCategories: 0, unclassified: 0 },
    });
    const { categories } = data as { categories: { name: string; count: number; entries: object[] }[] };
    expect(categories.map(({ name, count }) => [name, count])).toEqual([
      ["decisions", 2],
      ["untagged", 3],
    ]);
    expect(categories[0]!.entries).toMatchObject([
      {
        topic: "engine",
        index: 3,
        time: "2026-02-19T12:00:00.000Z",
        tags: ["decision"],
        lines: ["the request timeout is sixty seconds exactly"],
        supersededBy: null,
      },
      { index: 0, supersededBy: { topic: "engine", index: 3 } },
    ]);
  });

  it("has whole texts where they are shown", async () => {
    const base = await baseOf(["one\ntwo\nthree\nfour"]);
    const run = async (more: Record<string, unknown>) => (await briefFeature.run({ base, project: null }, more)).data();
    const full = await run({ query: "engine", detail: "full" });
    expect(full).toMatchObject({ categories: [{ entries: [{ text: "one\ntwo\nthree\nfour" }] }] });
    expect(await run({})).toMatchObject({
      query: null,
      topics: [{ name: "engine", count: 1 }],
      categories: [{ name: "untagged", count: 1, share: 1 }],
      hot: { hours: 48, topics: [{ name: "engine", count: 1 }] },
      gaps: [],
      counts: { entries: 1, topics: 1, gaps: 0, otherCategories: 0, unclassified: 0 },
      newest: "2026-02-20T12:00:00.000Z",
    });
  });
});
