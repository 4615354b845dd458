// What search and read do not accept: one line each that says what was wrong, what is accepted, and an example.

import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const DATES = "use YYYY-MM-DD, today, yesterday or this-week, for example 2026-02-21";
const DETAILS = "give one of full, medium, brief, grouped, topics, count";

describe("search: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    for (const topic of ["engine", "engine-core", "build-gotchas"]) await helix.store(topic, `a note on ${topic}`);
  });

  const cases: [string, Values, string][] = [
    ["an unknown detail", { detail: "short" }, `detail="short" is not accepted: ${DETAILS}, e.g. detail="full"`],
    ["a detail that is a number", { detail: 3 }, `detail=3 is not accepted: ${DETAILS}, e.g. detail="full"`],
    ["an unknown mode", { mode: "not" }, 'mode="not" is not accepted: give one of and, or, e.g. mode="or"'],
    ["a limit of 0", { limit: "0" }, 'limit=0 is not accepted: give a whole number from 1 to 100000, e.g. limit="10"'],
    [
      "a limit in words",
      { limit: "ten" },
      'limit="ten" is not accepted: give a whole number from 1 to 100000, e.g. limit="10"',
    ],
    ["half a day", { days: 0.5 }, 'days=0.5 is not accepted: give a whole number from 1 to 36500, e.g. days="7"'],
    ["days before now", { days: "-7" }, 'days=-7 is not accepted: give a whole number from 1 to 36500, e.g. days="7"'],
    [
      "hours in words",
      { hours: "many" },
      'hours="many" is not accepted: give a whole number from 1 to 876000, e.g. hours="24"',
    ],
    ["an unknown date word", { after: "last week" }, `after="last week" is no date; ${DATES}`],
    ["another form of date", { before: "21.02.2026" }, `before="21.02.2026" is no date; ${DATES}`],
    [
      "a day that no calendar has",
      { after: "2026-02-30" },
      "after=2026-02-30 is not in the calendar; use a day such as 2026-02-21",
    ],
    [
      "a span that ends before it begins",
      { after: "2026-02-21", before: "2026-02-20" },
      'no day lies between after and before: give after <= before, e.g. after="2026-02-01" before="2026-02-28"',
    ],
    [
      "an unknown topic, with the nearest",
      { topic: "engin" },
      'there is no topic "engin"; nearest: engine, engine-core',
    ],
    [
      "an unknown topic in the query",
      { query: "topic:bild-gotchas x" },
      'there is no topic "bild-gotchas"; nearest: build-gotchas',
    ],
    [
      "an unknown topic, far from any",
      { topic: "zzzz" },
      'there is no topic "zzzz"; list them with: topics action=list',
    ],
    [
      "the own project outside of any",
      { project: "here" },
      'project="here" is not accepted: this directory is in no git work tree; give a key, e.g. project="owner/repo", or project="any"',
    ],
    [
      "a query of more than 10,000 characters",
      { query: "x".repeat(10_001) },
      'query has 10001 characters, at most 10000 are accepted: give the words that matter, e.g. query="linker arm64"',
    ],
    ["a query that is a list", { query: ["a"] }, 'query=["a"] is not accepted: give a text, e.g. query="linker arm64"'],
    [
      "a parameter that does not exist",
      { query: "a", tags: "b" },
      'search has no parameter "tags"; accepted: query, detail, limit, after, before, days, hours, tag, topic, mode, in, explain, project, diverse, code, recency, budget, page',
    ],
  ];

  test.each(cases)("%s", async (_, values, message) => {
    expect(await helix.refusal("search", values)).toBe(message);
  });
});

describe("read: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;

  beforeAll(async () => {
    helix = await serve();
    await helix.store("engine", "one note");
    await helix.store("build-gotchas", "first");
    await helix.store("build-gotchas", "second");
  });

  test.each<[string, Values, string]>([
    ["no topic", {}, 'topic is missing: give a text, e.g. topic="build-gotchas"'],
    ["an empty topic", { topic: "" }, 'topic is empty: give a text, e.g. topic="build-gotchas"'],
    ["an unknown topic", { topic: "build-gotcha" }, 'there is no topic "build-gotcha"; nearest: build-gotchas'],
    ["a topic far from any", { topic: "日本" }, 'there is no topic "日本"; list them with: topics action=list'],
    ["a topic of dots", { topic: "../.." }, 'there is no topic "../.."; list them with: topics action=list'],
    [
      "an index beyond the end",
      { topic: "build-gotchas", index: "2" },
      'build-gotchas has no entry 2: it has entries 0 to 1, e.g. index="1"',
    ],
    [
      "an index beyond the only entry",
      { topic: "engine", index: 1 },
      'engine has no entry 1: it has entry 0 only, e.g. index="0"',
    ],
    [
      "a negative index",
      { topic: "engine", index: -1 },
      'index=-1 is not accepted: give a whole number from 0 to 100000000, e.g. index="0"',
    ],
    [
      "an index in words",
      { topic: "engine", index: "last" },
      'index="last" is not accepted: give a whole number from 0 to 100000000, e.g. index="0"',
    ],
    [
      "an unknown parameter",
      { topic: "engine", most: 1 },
      'read has no parameter "most"; accepted: topic, index, order, limit, project, budget, page',
    ],
  ])("%s", async (_, values, message) => {
    expect(await helix.refusal("read", values)).toBe(message);
  });
});

describe("a knowledge base that does not exist yet", () => {
  const serve = useServers("each");

  test("is empty, and reading does not create it", async () => {
    const helix = await serve();
    expect(await helix.search("anything")).toBe("0 match(es)");
    expect(await helix.answer("search")).toBe("0 match(es)");
    expect(await helix.answer("topics")).toBe("0 topics, 0 entries");
    expect(await helix.answer("topics", { action: "stats" })).toBe("0 topics, 0 entries");
    expect(await helix.refusal("read", { topic: "engine" })).toBe('there is no topic "engine": nothing is stored yet');
    expect(await helix.refusal("search", { topic: "engine" })).toBe(
      'there is no topic "engine": nothing is stored yet',
    );
    expect(readdirSync(helix.directory)).toEqual([]);
  });
});
