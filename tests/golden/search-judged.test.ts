// What was judged of notes, and what is archived, as a reader of search and brief sees it.

import { beforeAll, describe, expect, test } from "vitest";
import { encodeEvents } from "../../src/events/log/event-line.ts";
import { EventLog } from "../../src/events/log/event-log.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { countedEventIds } from "../support/memory-events.ts";
import { type Served, useServers } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";
const newId = countedEventIds();

/** Records how often a note helped and misled, each time in another task. */
function judge({ directory }: Served, note: string, helped: number, misled: number): void {
  const events = Array.from(
    { length: helped + misled },
    (_, at): NewEvent => ({
      type: "feedback",
      note,
      verdict: at < helped ? "helped" : "misled",
      by: "assistant",
      task: `t${at}`,
    }),
  );
  const head = { at: Date.parse(TIME), session: "s1", agent: "", project: [] };
  new EventLog(diskFileSystem, directory).appendSynced(encodeEvents(head, events, newId));
}

/** The topics of an answer's lines, in order. */
function topicsOf(answer: string): string[] {
  return [...answer.matchAll(/^ {2}\[(\S+)\]/gm)].map(([, topic]) => topic!);
}

describe("judged notes", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "trap", time: TIME, body: "a flaky socket needs a retry\n[id: aaaaaaaaaa]" },
      { topic: "cure", time: TIME, body: "a flaky socket needs a pause\n[id: bbbbbbbbbb cccccccccc]" },
      { topic: "plain", time: TIME, body: "a flaky socket may need both" },
    ]);
  });

  const search = (more = {}) => helix.answer("search", { query: "flaky socket", detail: "brief", ...more });

  test("a note that helped comes before one that misled, from the next search on, and explain says why", async () => {
    const before = await search({ explain: true });
    expect(before).not.toContain("helped");
    judge(helix, "aaaaaaaaaa", 0, 3);
    judge(helix, "bbbbbbbbbb", 3, 1);
    // It was merged into that note.
    judge(helix, "cccccccccc", 1, 0);
    const after = await search({ explain: true });
    expect(topicsOf(after)).toEqual(["cure", "plain", "trap"]);
    const scoreOf = (answer: string, topic: string) =>
      new RegExp(`^ {2}\\[${topic}\\].*\\n(= score .*)$`, "m").exec(answer)?.[1] ?? "";
    expect(scoreOf(after, "cure")).toMatch(/^= score \d+\.\d\d: .*, x 1\.06 helped 4 of 5$/);
    expect(scoreOf(after, "trap")).toMatch(/^= score \d+\.\d\d: .*, x 0\.91 helped 0 of 3$/);
    expect(scoreOf(after, "plain")).toBe(scoreOf(before, "plain"));
  });

  test("a briefing has the note that helped first", async () => {
    const answer = await helix.answer("brief", { query: "flaky socket", detail: "full" });
    const places = ["needs a pause", "may need both", "needs a retry"].map((text) => answer.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe("archived notes", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "cache", time: TIME, body: "[tags: gotcha]\nthe cache key has the locale" },
      { topic: "cache", time: TIME, body: "[tags: archived, gotcha]\nthe cache key has the host" },
      { topic: "attic", time: TIME, body: "[tags: archived]\nthe cache key was a number once" },
    ]);
  });

  test("search leaves them out, says how many, and finds them by their tag", async () => {
    const lines = (await helix.search("cache key", { detail: "brief" })).split("\n");
    expect(lines).toEqual([
      "  [cache] the cache key has the locale",
      "1 match(es); 2 archived left out: give tag:archived to find them",
    ]);
    expect(await helix.search("cache key", { detail: "count" })).toBe(
      "1 match(es); 2 archived left out: give tag:archived to find them",
    );
    expect(await helix.search("number once", { mode: "and" })).toContain(
      "1 archived left out: give tag:archived to find it",
    );
    expect(topicsOf(await helix.search("cache key tag:archived", { detail: "brief" })).toSorted()).toEqual([
      "attic",
      "cache",
    ]);
    expect(await helix.search("cache key", { tag: "archived", detail: "count" })).toBe("2 match(es)");
    expect(await helix.search("", { detail: "count" })).toBe(
      "1 match(es); 2 archived left out: give tag:archived to find them",
    );
  });

  test("what is deleted by a search is what that search shows", async () => {
    const found = await helix.answer("edit", { action: "delete", where: "cache key" });
    expect(found).toContain("has the locale");
    expect(found).not.toContain("has the host");
    expect(await helix.answer("edit", { action: "delete", where: "tag:archived" })).toContain("has the host");
  });

  test("a briefing leaves them out and says how many; read shows them", async () => {
    const left = 'left out: 1 archived entry (search query="tag:archived" finds it)';
    const about = await helix.answer("brief", { query: "cache", detail: "full" });
    expect(about).toContain("has the locale");
    expect(about).not.toContain("has the host");
    expect(about.split("\n").at(-1)).toBe(left);
    expect(await helix.answer("brief", { query: "tag:archived", detail: "full" })).toContain("a number once");
    const overview = await helix.answer("brief");
    expect(overview).not.toContain("attic");
    expect(overview).toContain('left out: 2 archived entries (search query="tag:archived" finds them)');
    expect(await helix.read("attic")).toContain("a number once");
  });
});
