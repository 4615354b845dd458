// The tool search, by the rows of its description: each parameter and how the query is read. The six kinds of answer
// have a file of their own (search-detail.test.ts), and so has the project filter (search-project.test.ts).

import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const TIME = "2026-02-20T09:00:00Z";

/** The topics that an answer in brief names, in order. */
function topicsOf(answer: string): string {
  return [...answer.matchAll(/^ {2}\[([^\]]+)\]/gm)].map((match) => match[1]).join(" ");
}

describe("search: dates, inclusive and local", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    const times: [string, string][] = [
      ["today-first", "2026-02-20T18:30:00Z"],
      ["yesterday-last", "2026-02-20T18:29:00Z"],
      ["yesterday-first", "2026-02-19T18:30:00Z"],
      ["before-yesterday", "2026-02-19T18:29:00Z"],
      ["week-first", "2026-02-14T18:30:00Z"],
      ["before-week", "2026-02-14T18:29:00Z"],
      ["january", "2026-01-10T12:00:00Z"],
    ];
    await helix.load(times.map(([topic, time]) => ({ topic, time, body: "a note" })));
  });

  const all = "today-first yesterday-last yesterday-first before-yesterday week-first before-week january";

  test.each<[string, Values, string]>([
    ["query: a day in it", { query: "after:today" }, "today-first"],
    ["after: today", { after: "today" }, "today-first"],
    ["after: yesterday", { after: "yesterday" }, "today-first yesterday-last yesterday-first"],
    ["after: this-week is today and the six days before", { after: "this-week" }, all.split(" before-week")[0]!],
    ["after: a day", { after: "2026-02-14" }, all.replace(" january", "")],
    ["after: a day to come", { after: "2026-02-22" }, ""],
    ["before: today", { before: "today" }, all],
    ["before: yesterday", { before: "yesterday" }, all.replace("today-first ", "")],
    ["before: a day", { before: "2026-02-14" }, "before-week january"],
    ["after and before: one day", { after: "2026-02-20", before: "2026-02-20" }, "yesterday-last yesterday-first"],
    ["days: 1, the last 24 hours", { days: "1" }, "today-first yesterday-last"],
    ["days: 7, as a number", { days: 7 }, all.replace(" january", "")],
    ["hours: 7", { hours: "7" }, "today-first yesterday-last"],
    ["hours: 6", { hours: 6 }, ""],
    ["hours override days", { hours: "7", days: "300" }, "today-first yesterday-last"],
    ["days and before", { days: 3, before: "yesterday" }, "yesterday-last yesterday-first before-yesterday"],
    ["after and hours: the later of both", { after: "2026-01-01", hours: "7" }, "today-first yesterday-last"],
    ["words of dates in capitals", { after: "Today" }, "today-first"],
    ["nothing given: everything, newest first", {}, all],
  ])("%s", async (_, values, expected) => {
    expect(topicsOf(await helix.search("", { detail: "brief", ...values }))).toBe(expected);
    expect(topicsOf(await helix.search("note", { detail: "brief", ...values }))).toBe(expected);
  });
});

describe("search: how the query is read", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    const texts: [string, string][] = [
      ["camel", "the CachedEntry is evicted"],
      ["spaced", "a cached value of an entry"],
      ["snake", "call reset_pool first"],
      ["hash", "FxHashSet has good performance"],
      ["both", "alpha and bravo"],
      ["first", "only alpha"],
      ["second", "only bravo"],
      ["accent", "Crème brûlée"],
      ["stop", "between these"],
    ];
    await helix.load(texts.map(([topic, body]) => ({ topic, time: TIME, body })));
  });

  test.each([
    ["CamelCase finds the words apart", "CachedEntry", "camel spaced"],
    ["words apart find CamelCase", "cached entry", "camel spaced"],
    ["an identifier run together", "cachedentry", "camel"],
    ["snake_case by a part", "pool", "snake"],
    ["snake_case by its words", "reset pool", "snake"],
    ["snake_case as CamelCase", "resetPool", "snake"],
    ["FxHashSet performance is fx, hash, set and performance", "fx hash set performance", "hash"],
    ["capitals and accents do not count", "CREME Brulee", "accent"],
    ["stop words are left out", "which about their CachedEntry would", "camel spaced"],
    ["punctuation separates", "alpha,(bravo)!", "both"],
    ["a word twice counts once", "alpha alpha bravo bravo", "both"],
    ["single letters are left out", "x alpha y bravo z", "both"],
    ["nothing but stop words: then they count", "between these", "stop"],
  ])("query: %s", async (_, query, expected) => {
    const found = topicsOf(await helix.search(query, { detail: "brief" }));
    expect(found.split(" ").sort().join(" ")).toBe(expected);
  });

  test("mode: and by default, all words must match", async () => {
    expect(await helix.search("alpha bravo", { detail: "brief" })).toBe("  [both] alpha and bravo\n1 match(es)");
    expect(await helix.search("alpha bravo", { mode: "and", detail: "count" })).toBe("1 match(es)");
  });

  test.each(["or", "OR"])("mode: %j matches any word, those with more of them first", async (mode) => {
    const answer = await helix.search("alpha bravo", { mode, detail: "brief" });
    expect(topicsOf(answer)).toMatch(/^both (first second|second first)$/);
    expect(answer).toMatch(/\n3 match\(es\)$/);
  });

  test("no entry with all words: those with some, and the answer says so", async () => {
    expect(await helix.search("alpha evicted charlie", { detail: "brief", limit: 1 })).toMatch(
      /^ {2}\[\w+\] .*\n3 match\(es\); no entry has all words, these have some; 2 beyond the limit$/,
    );
    for (const detail of ["count", "topics", "grouped", "medium", "full"]) {
      expect(await helix.search("alpha evicted charlie", { detail }), detail).toContain(
        "; no entry has all words, these have some",
      );
    }
  });

  test("nothing found", async () => {
    for (const detail of ["full", "medium", "brief", "grouped", "topics", "count"]) {
      expect(await helix.search("nonexistent", { detail }), detail).toBe("0 match(es)");
    }
  });

  test("a query of nothing but marks finds nothing, and says why", async () => {
    expect(await helix.search("x y")).toBe("0 match(es)");
    expect(await helix.search("&& =>")).toBe("0 match(es); the query has no word, only marks");
  });
});

describe("search: tags, topics and sources", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "build-gotchas", time: TIME, body: "[tags: build, gotcha]\n[source: src/kernels.rs:42]\nnote one" },
      { topic: "build-gotchas", time: TIME, body: "[tags: gotcha]\nnote two" },
      { topic: "engine", time: TIME, body: "[tags: build]\n[source: app/src/kernels.rs]\nnote three" },
      { topic: "engine-core", time: TIME, body: "[source: src/my-kernels.rs]\nnote four" },
    ]);
  });

  test.each<[string, string, Values, string]>([
    ["tag", "", { tag: "gotcha" }, "one two"],
    ["tag: plural and capitals", "", { tag: "Gotchas" }, "one two"],
    ["tag: several, all of them", "", { tag: "gotcha, build" }, "one"],
    ["tag: one that nothing has", "", { tag: "nope" }, ""],
    ["tag: in the query", "tag:gotcha", {}, "one two"],
    ["tag: in the query, with words", "two tag:gotcha", {}, "two"],
    ["tag: in the query and beside it", "tag:gotcha", { tag: "build" }, "one"],
    ["topic", "", { topic: "build-gotchas" }, "one two"],
    ["topic: as it was typed", "note", { topic: "Build Gotchas" }, "one two"],
    ["topic: in the query", "topic:engine", {}, "three"],
    ["topic: in quotes", 'topic:"Build Gotchas" two', {}, "two"],
    ["topic: two of them, either", "topic:engine topic:engine-core", {}, "four three"],
    ["source: a file name", "source:kernels.rs", {}, "one three"],
    ["source: a path", "source:src/kernels.rs", {}, "one three"],
    ["source: with a line", "source:kernels.rs:42", {}, "one"],
    ["source: capitals of the filter do not count", "SOURCE:kernels.rs TAG:gotcha", {}, "one"],
    ["source: one that nothing has", "source:ernels.rs", {}, ""],
  ])("%s", async (_, query, values, expected) => {
    const answer = await helix.search(query, { detail: "brief", ...values });
    expect(
      [...answer.matchAll(/note (\w+)/g)]
        .map((match) => match[1])
        .sort()
        .join(" "),
    ).toBe(expected);
  });
});

describe("search: order and what is held back", () => {
  const serve = useServers("each");

  test("of equal texts the newer one comes first", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "old", time: "2025-12-01T00:00:00Z", body: "linker flag" },
      { topic: "new", time: TIME, body: "linker flag" },
      { topic: "older", time: "2024-12-01T00:00:00Z", body: "linker flag" },
    ]);
    expect(topicsOf(await helix.search("linker", { detail: "brief" }))).toBe("new old older");
  });

  test("of equal texts the more certain one comes first", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "doubtful", time: TIME, body: "[confidence: 0.3]\nlinker flag" },
      { topic: "certain", time: TIME, body: "linker flag" },
      { topic: "likely", time: TIME, body: "[confidence: 0.8]\nlinker flag" },
    ]);
    expect(topicsOf(await helix.search("linker", { detail: "brief" }))).toBe("certain likely doubtful");
  });

  test("a rare word counts more than a frequent one, and more often more than once", async () => {
    const helix = await serve();
    const common = Array.from({ length: 20 }, (_, number) => ({
      topic: `c${number}`,
      time: TIME,
      body: "common word",
    }));
    await helix.load([
      ...common,
      { topic: "once", time: TIME, body: "rare word" },
      { topic: "twice", time: TIME, body: "rare rare word" },
    ]);
    expect(topicsOf(await helix.search("common rare", { mode: "or", detail: "brief", limit: 3 }))).toMatch(
      /^twice once c\d+$/,
    );
  });

  test("diverse: at most 3 of a topic, and the answer says what was held back", async () => {
    const helix = await serve();
    const many = [1, 2, 3, 4, 5].map((number) => ({ topic: "many", time: TIME, body: `linker note ${number}` }));
    await helix.load([...many, { topic: "few", time: "2026-02-01T00:00:00Z", body: "linker note" }]);
    const closing = "6 match(es); 2 held back (3 a topic): give topic= to see all of one";
    for (const detail of ["brief", "medium"]) {
      const answer = await helix.search("linker", { detail, diverse: true });
      expect(topicsOf(answer)).toBe("many many many few");
      expect(answer.split("\n").at(-1)).toBe(closing);
    }
    expect((await helix.search("linker", { detail: "full", diverse: true })).split("\n").at(-1)).toBe(
      closing.replace("match(es)", "matching section(s)"),
    );
    expect(await helix.search("linker", { detail: "brief", limit: 2, diverse: true })).toMatch(
      /\n6 match\(es\); 2 beyond the limit; 2 held back \(3 a topic\): give topic= to see all of one$/,
    );
    // No cap where the topic is given, nor where topics are what is shown.
    expect(await helix.search("linker", { detail: "brief", topic: "many", diverse: true })).toMatch(
      /^( {2}\[many\].*\n){5}5 match\(es\)$/,
    );
    expect(await helix.search("linker topic:many", { detail: "count" })).toBe("5 match(es)");
    expect(await helix.search("linker", { detail: "count" })).toBe("6 match(es)");
    expect(await helix.search("linker", { detail: "topics" })).toBe("many: 5\nfew: 1");
    expect(await helix.search("linker", { detail: "grouped", diverse: true })).toMatch(
      /^--- many \(5 entries\) ---\n( {2}.*\n){5}\n/,
    );
  });

  test.each([false, "false", undefined])("diverse: %j lists all of a topic, true three", async (diverse) => {
    const helix = await serve();
    const many = [1, 2, 3, 4, 5].map((number) => ({ topic: "many", time: TIME, body: `linker note ${number}` }));
    await helix.load([...many, { topic: "few", time: "2026-02-01T00:00:00Z", body: "linker note" }]);
    const all = await helix.search("linker", { detail: "brief", diverse });
    expect(topicsOf(all)).toBe("many many many many many few");
    expect(all.split("\n").at(-1)).toBe("6 match(es)");
    expect(topicsOf(await helix.search("linker", { detail: "brief", diverse, limit: 5 }))).toBe(
      "many many many many many",
    );
    for (const given of [true, "true"]) {
      expect(topicsOf(await helix.search("linker", { detail: "brief", diverse: given }))).toBe("many many many few");
    }
    expect(await helix.refusal("search", { query: "linker", diverse: "maybe" })).toMatch(
      /^diverse="maybe" is not accepted/,
    );
  });

  test.each([false, "false"])("recency: %j leaves the time out of the score", async (recency) => {
    const helix = await serve();
    await helix.load([
      { topic: "fitting", time: "2025-02-20T00:00:00Z", body: "linker flag" },
      { topic: "newer", time: TIME, body: "linker flag set" },
      { topic: "lasting", time: "2024-02-20T00:00:00Z", body: "[tags: decision]\nlinker flag" },
    ]);
    for (const given of [true, "true", undefined]) {
      expect(topicsOf(await helix.search("linker", { detail: "brief", recency: given }))).toBe("lasting newer fitting");
    }
    expect(topicsOf(await helix.search("linker", { detail: "brief", recency }))).toMatch(/^fitting /);
  });

  test("what holds until it is revised does not age, whatever is new", async () => {
    const helix = await serve();
    const chatter = { topic: "journal", time: TIME, body: "linker order: read a page" };
    for (const tag of ["invariant", "architecture", "decision", "Decisions"]) {
      await helix.load([
        { topic: tag, time: "2024-05-01T00:00:00Z", body: `[tags: ${tag}]\nlinker order: fixed by us` },
      ]);
    }
    await helix.load([chatter, { topic: "old", time: "2024-05-01T00:00:00Z", body: "linker order: fixed by us" }]);
    const topics = topicsOf(await helix.search("linker order", { detail: "brief" })).split(" ");
    expect(topics.slice(4)).toEqual(["journal", "old"]);
  });

  test.each([3, "3"])("limit: %j caps what is shown, not what is counted", async (limit) => {
    const helix = await serve();
    await helix.load(Array.from({ length: 10 }, (_, number) => ({ topic: `t${number}`, time: TIME, body: "linker" })));
    const answer = await helix.search("linker", { detail: "brief", limit });
    expect(answer).toMatch(/^( {2}\[t\d\] linker\n){3}10 match\(es\); 7 beyond the limit$/);
    expect(await helix.search("linker", { detail: "count", limit })).toBe("10 match(es)");
    expect(await helix.search("linker", { detail: "topics", limit })).toMatch(
      /^(t\d: 1\n){3}7 more topics beyond the limit$/,
    );
    expect(await helix.search("linker", { detail: "brief", limit: 10 })).toMatch(/\n10 match\(es\)$/);
  });

  test("without a limit all matches come", async () => {
    const helix = await serve();
    await helix.load(Array.from({ length: 120 }, (_, number) => ({ topic: `t${number}`, time: TIME, body: "linker" })));
    expect(await helix.search("linker")).toMatch(/^( {2}\[t\d+\] 2026-02-20 linker\n){120}120 match\(es\)$/);
  });
});

describe("search: the examples of the reference", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "build-gotchas", time: TIME, body: "[tags: gotcha]\nbuild failure without the arch flag" },
      { topic: "build-gotchas", time: "2026-01-01T00:00:00Z", body: "[tags: gotcha]\nan old build failure" },
      { topic: "engine", time: TIME, body: "the cache holds entries" },
      { topic: "engine", time: TIME, body: "an optimization of the term map" },
    ]);
  });

  test.each<[Values, string]>([
    [
      { query: "build failure", tag: "gotcha", days: "7" },
      "  [build-gotchas] 2026-02-20 build failure without the arch flag #gotcha\n1 match(es)",
    ],
    [{ query: "cache", topic: "engine", detail: "count" }, "1 match(es)"],
    [{ query: "performance optimization cache", mode: "or", limit: "10", detail: "count" }, "2 match(es)"],
  ])("%j", async (values, answer) => {
    expect(await helix.answer("search", values)).toBe(answer);
  });
});
