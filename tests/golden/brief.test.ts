// The tool brief, by the rows of its parameter table: query in its four forms, since, focus, compact, project. What
// each detail looks like is in brief-detail.test.ts, the compression in brief-compression.test.ts, the overview in
// brief-overview.test.ts.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const TIME = "2026-02-20T09:00:00Z";
const OLDER = "2026-02-10T09:00:00Z";

/** The addresses that an answer previews, in order, each once. */
function addressesOf(answer: string): string {
  return [...new Set([...answer.matchAll(/\[([^\]\s]+:\d+)\]/g)].map((match) => match[1]))].join(" ");
}

describe("brief: query", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "iris-engine", time: TIME, body: "[tags: gotcha]\nthe shader cache is keyed by path" },
      { topic: "iris-engine", time: OLDER, body: "[tags: decision]\nshaders are compiled at build" },
      { topic: "iris-scanners", time: TIME, body: "[links: fonts:0]\nscanners read whole lines" },
      { topic: "osiris", time: TIME, body: "an unrelated daemon" },
      { topic: "fonts", time: TIME, body: "glyphs come from the atlas" },
      { topic: "fonts", time: OLDER, body: "kerning pairs are sorted" },
    ]);
  });

  const brief = (query: string, more = {}) => helix.answer("brief", { query, ...more });

  test("query: a topic, by its name", async () => {
    expect(await brief("iris-engine")).toBe(
      [
        "TOPICS: iris-engine (2)",
        "CATEGORIES: GOTCHAS 1, DECISIONS 1",
        "HOT:",
        "  [iris-engine:1] 2026-02-20 the shader cache is keyed by path",
        "  [iris-engine:0] 2026-02-10 shaders are compiled at build",
        "GAPS: none",
        "2 entries in iris-engine",
      ].join("\n"),
    );
  });

  test.each(["Iris Engine", "IRIS-ENGINE", "iris_engine", " iris-engine "])(
    "query: %j is looked up as the topic would be stored",
    async (query) => {
      expect(await brief(query)).toBe(await brief("iris-engine"));
    },
  );

  test.each([
    ["iris-*", "iris-scanners (1)", 2],
    ["*", "osiris (1)", 4],
    ["iris-??????", "iris-engine (2)", 1],
    ["IRIS-*", "iris-scanners (1)", 2],
    ["*s", "fonts (2)", 3],
  ])("query: the glob %s takes every topic that fits", async (query, named, topics) => {
    const answer = await brief(query);
    expect(answer).toContain(named);
    expect(answer).toMatch(topics === 1 ? /entries in iris-engine \(/ : new RegExp(`entries in ${topics} topics \\(`));
    expect(answer).toContain(`(topics that fit "${query}")`);
  });

  test("query: a glob has one briefing of all topics", async () => {
    const answer = await brief("iris-*");
    expect(answer).toMatch(/^TOPICS: iris-engine \(2\), iris-scanners \(1\); linked: fonts \(1\)\nCATEGORIES: /);
    expect(answer).toMatch(/\n3 entries in 2 topics \(topics that fit "iris-\*"\); 1 more linked from them$/);
    expect(answer).not.toContain("osiris");
  });

  test("query: a glob that fits no topic names the nearest ones", async () => {
    expect(await helix.refusal("brief", { query: "iris-x*" })).toBe(
      'no topic fits "iris-x*"; nearest: iris-engine, iris-scanners',
    );
  });

  test("query: a piece of topic names", async () => {
    const answer = await brief("scan");
    expect(answer).toMatch(/^TOPICS: iris-scanners \(1\); linked: fonts \(1\)\n/);
    expect(answer).toContain('1 entry in iris-scanners (topics with "scan" in their names)');
    expect(await brief("iris")).toMatch(/^TOPICS: iris-engine \(2\), iris-scanners \(1\), osiris \(1\)/);
  });

  test("query: a piece of two letters has to be a word of the name", async () => {
    await helix.store("web-ui", "a button", {});
    expect(await brief("ui")).toMatch(/^TOPICS: web-ui \(1\)\n/);
    expect(await helix.refusal("brief", { query: "nt" })).toMatch(/^nothing about "nt": /);
    await helix.answer("edit", { action: "delete", topic: "web-ui", all: true });
  });

  test("query: else words, in any topic", async () => {
    expect(await brief("kerning pairs")).toBe(
      [
        "TOPICS: fonts (1)",
        "CATEGORIES: UNTAGGED 1",
        "HOT:",
        "  [fonts:0] 2026-02-10 kerning pairs are sorted",
        "GAPS: none",
        '1 entry about "kerning pairs" in fonts',
      ].join("\n"),
    );
    expect(addressesOf(await brief("glyphs?"))).toBe("fonts:1");
  });

  test("query: words that no entry has all of: those with some, and the answer says so", async () => {
    const answer = await brief("kerning unicorn");
    expect(addressesOf(answer)).toBe("fonts:0");
    expect(answer).toContain("no entry has all words, these have some");
  });

  test("query: fields of a search narrow it", async () => {
    expect(addressesOf(await brief("tag:gotcha"))).toBe("iris-engine:1");
    expect(addressesOf(await brief("shaders tag:decision"))).toBe("iris-engine:0");
    // Another form of a word is the word.
    expect(addressesOf(await brief("shaders tag:gotcha"))).toBe("iris-engine:1");
    expect(await helix.refusal("brief", { query: "compiled tag:gotcha" })).toMatch(/^nothing about /);
    // Another entry links to the older one.
    expect(addressesOf(await brief("topic:fonts"))).toBe("fonts:0 fonts:1");
    expect(await helix.refusal("brief", { query: "topic:font" })).toBe('there is no topic "font"; nearest: fonts');
  });

  test("query: a name with a slip is searched for, and the nearest topics are named", async () => {
    const answer = await brief("irsi-engine");
    expect(addressesOf(answer)).toBe("iris-engine:1 iris-engine:0");
    expect(answer).toContain("no entry has all words, these have some; nearest topics: iris-engine");
  });

  test("query: nothing at all is an error that names the nearest topics", async () => {
    expect(await helix.refusal("brief", { query: "irissenginne" })).toBe(
      'nothing about "irissenginne": no topic is called so, no entry has the words; nearest topics: iris-engine',
    );
    expect(await helix.refusal("brief", { query: "zzz" })).toBe(
      'nothing about "zzz": no topic is called so, no entry has the words; list the topics with: topics action=list',
    );
  });

  test("query: links are followed one level deep", async () => {
    await helix.load([
      { topic: "first", time: TIME, body: "[links: second:0]\na first note" },
      { topic: "second", time: TIME, body: "[links: third:0 first:0]\na second note" },
      { topic: "third", time: TIME, body: "a third note" },
    ]);
    const answer = await brief("first", { detail: "full" });
    expect(answer).toContain("a second note (linked) (links: third:0 first:0)");
    expect(answer).not.toContain("a third note");
    expect(answer).toMatch(/\n1 entry in first; 1 more linked from them$/);
  });

  test("query: in an empty knowledge base", async () => {
    const empty = await serve();
    expect(await empty.refusal("brief", { query: "engine" })).toBe(
      'nothing about "engine": no topic is called so, no entry has the words: nothing is stored yet',
    );
    expect(await empty.refusal("brief", { query: "iris-*" })).toBe('no topic fits "iris-*": nothing is stored yet');
  });
});

describe("brief: since", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "engine", time: "2026-02-20T20:41:00Z", body: "[links: network:0]\nfour hours old" },
      { topic: "engine", time: "2026-02-20T20:40:00Z", body: "a minute older" },
      { topic: "network", time: "2026-02-01T00:00:00Z", body: "linked and old" },
    ]);
  });

  test.each(["4", 4])(
    "since: %j hours, entries of that minute included, whatever links to older ones",
    async (since) => {
      expect(await helix.answer("brief", { query: "engine", since })).toBe(
        [
          "TOPICS: engine (1)",
          "CATEGORIES: UNTAGGED 1",
          "HOT:",
          "  [engine:1] 2026-02-21 four hours old",
          "GAPS: none",
          "1 entry from the last 4 hours in engine",
        ].join("\n"),
      );
    },
  );

  test("since: for words and globs too", async () => {
    expect(addressesOf(await helix.answer("brief", { query: "hours old", since: 4 }))).toBe("engine:1");
    expect(addressesOf(await helix.answer("brief", { query: "*", since: 5 }))).toBe("engine:1 engine:0");
  });

  test("since: nothing that new is an answer, not an error", async () => {
    for (const query of ["engine", "eng*", "minute older"]) {
      expect(await helix.answer("brief", { query, since: 1 })).toBe(`nothing about "${query}" from the last hour`);
    }
  });

  test.each([
    ["0", /^since="?0"? is not accepted: give a whole number from 1 to 876000, e\.g\. since="24"$/],
    ["soon", /^since="soon" is not accepted/],
    ["1.5", /^since="?1\.5"? is not accepted/],
  ])("since: %s is refused", async (since, message) => {
    expect(await helix.refusal("brief", { query: "engine", since })).toMatch(message);
  });
});

describe("brief: focus", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.load([
      { topic: "engine", time: TIME, body: "[tags: gotcha, performance]\nslow and wrong" },
      { topic: "engine", time: TIME, body: "[tags: data-flow]\nrequests pass the pool" },
      { topic: "engine", time: TIME, body: "[tags: how-to]\nrun it with flags" },
      { topic: "engine", time: TIME, body: "a plain note" },
      { topic: "engine", time: TIME, body: "a plain first line\nand a second one\ngotcha: told in the third line" },
    ]);
  });

  const focused = async (focus: string) => addressesOf(await helix.answer("brief", { query: "engine", focus }));

  test.each([
    ["gotchas", "engine:4 engine:0"],
    ["gotcha", "engine:4 engine:0"],
    ["GOTCHAS", "engine:4 engine:0"],
    ["performance", "engine:0"],
    ["perf", "engine:0"],
    ["data-flow", "engine:1"],
    ["DATA FLOW", "engine:1"],
    ["data_flow", "engine:1"],
    ["dataflow", "engine:1"],
    ["how-to", "engine:2"],
    ["how-tos", "engine:2"],
    ["untagged", "engine:3"],
    ["gotchas,how-to", "engine:4 engine:2 engine:0"],
    [" gotcha , data flow ", "engine:4 engine:1 engine:0"],
  ])("focus: %j", async (focus, expected) => {
    expect(await focused(focus)).toBe(expected);
  });

  test("focus: an entry of several categories stands in the one that was asked for", async () => {
    const answer = await helix.answer("brief", { query: "engine", focus: "performance", detail: "scan" });
    expect(answer).toBe(
      "PERFORMANCE (1): [engine:0] 2026-02-20 slow and wrong\n1 entry in engine; 4 in other categories",
    );
  });

  test("focus: nothing of a category", async () => {
    expect(await helix.answer("brief", { query: "engine", focus: "decisions,invariants" })).toBe(
      'nothing about "engine" in invariants, decisions; 5 entries in other categories',
    );
  });

  test.each(["nonsense", "gotchas,bugs!", "gotchas,engine"])(
    "focus: %j is refused, with the valid names",
    async (focus) => {
      const [, wrong] = focus.split(",");
      expect(await helix.refusal("brief", { query: "engine", focus })).toBe(
        `focus="${wrong ?? focus}" is no category: give some of architecture, data-flow, invariants, gotchas, decisions, how-to, performance, gaps, untagged, e.g. focus="gotchas,invariants"`,
      );
    },
  );
});

describe("brief: compact", () => {
  const serve = useServers("each");

  test.each([true, "true"])("compact: %j with a query is a shorter summary", async (compact) => {
    const helix = await serve();
    await helix.load(
      [1, 2, 3, 4, 5, 6].map((day) => ({
        topic: "engine",
        time: `2026-02-0${day}T00:00:00Z`,
        body: `[tags: gap]\nletter ${"abcdef"[day - 1]!.repeat(3)}`,
      })),
    );
    expect(await helix.answer("brief", { query: "engine", compact })).toBe(
      [
        "TOPICS: engine (6)",
        "CATEGORIES: GAPS 6",
        "HOT:",
        "  [engine:5] 2026-02-06 letter fff",
        "  [engine:4] 2026-02-05 letter eee",
        "  [engine:3] 2026-02-04 letter ddd",
        "GAPS: 6",
        '6 entries in engine; 3 not shown: detail="scan" or detail="full"',
      ].join("\n"),
    );
    expect(await helix.answer("brief", { query: "engine", compact: false })).toContain("GAPS (3 more):");
  });

  test("compact: without a query, the five largest topics only", async () => {
    const helix = await serve();
    const sizes = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 };
    await helix.load(
      Object.entries(sizes).flatMap(([topic, size]) =>
        Array.from({ length: size }, (_, number) => ({ topic, time: TIME, body: `[tags: gap]\nnote ${number}` })),
      ),
    );
    expect(await helix.answer("brief", { compact: "true" })).toBe(
      [
        "TOPICS: seven (7), six (6), five (5), four (4), three (3), 2 more",
        "CATEGORIES: gaps 100%",
        "HOT (last 48h): seven 7, six 6, five 5, four 4, three 3",
        "GAPS: 28",
        "STATS: 28 entries, 7 topics, newest: yesterday",
      ].join("\n"),
    );
  });

  test("compact: does not go with another detail", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    expect(await helix.refusal("brief", { query: "engine", compact: "true", detail: "full" })).toBe(
      'compact="true" shortens the summary, it does not go with detail="full": give one of the two, e.g. compact="true"',
    );
    expect(await helix.answer("brief", { query: "engine", compact: "true", detail: "summary" })).toContain("HOT:");
  });
});

describe("brief: project", () => {
  const serve = useServers("all");
  const folder = useFolders("all");
  let one: Served;
  let outside: Served;

  beforeAll(async () => {
    const directory = folder();
    const root = folder();
    const first = makeRepository(join(root, "one"), "git@github.com:owner/first.git");
    const second = makeRepository(join(root, "two"), "git@github.com:owner/second.git");
    mkdirSync(join(first, "src"));
    one = await serve({ directory, cwd: join(first, "src") });
    const two = await serve({ directory, cwd: second });
    outside = await serve({ directory });
    await one.store("engine", "stored in the first");
    await two.store("engine", "stored in the second");
    await outside.store("engine", "stored outside");
  });

  test("project: here", async () => {
    const answer = await one.answer("brief", { query: "engine", project: "here" });
    expect(addressesOf(answer)).toBe("engine:0");
    expect(answer).toMatch(/\n1 entry of this project in engine$/);
  });

  test("project: any, and without it: all of them, the own one first, others named", async () => {
    for (const more of [{}, { project: "any" }]) {
      const answer = await one.answer("brief", { query: "stored", ...more });
      expect(answer).toMatch(/HOT:\n {2}\[engine:0\] 2026-02-21 stored in the first\n/);
      expect(answer).toContain("[engine:1] 2026-02-21 stored in the second (owner/second)\n");
      expect(answer).toContain("[engine:2] 2026-02-21 stored outside\n");
    }
  });

  test("project: a key", async () => {
    const answer = await outside.answer("brief", { query: "engine", project: "owner/second" });
    expect(addressesOf(answer)).toBe("engine:1");
    expect(answer).toMatch(/\n1 entry of project "owner\/second" in engine$/);
    expect(await outside.answer("brief", { project: "owner/second" })).toContain(
      'STATS: 1 entry of project "owner/second", 1 topic, newest: today',
    );
    expect(await outside.answer("brief", { query: "engine", project: "Owner/Second" })).toContain("in engine");
    expect(await outside.refusal("brief", { query: "engine", project: "owner/none" })).toContain(
      'no note is of the project "owner/none"; nearest: owner/',
    );
  });

  test("project: here, outside of any", async () => {
    expect(await outside.refusal("brief", { query: "engine", project: "here" })).toMatch(
      /^project="here" is not accepted: this directory is in no git work tree; /,
    );
  });
});
