// Listings told of the notes of all projects, as if they were the current one's. What names no note lists the project's
// and those of none, each under the index that it has in the whole topic, and says what it left out; outside of any
// project everything is listed.

import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/base/wording.ts";
import type { Feature } from "../../src/features/common/feature.ts";
import { readFeature } from "../../src/features/read/read.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useServers } from "../support/served.ts";
import { SharedBase, type SharedNote } from "../support/shared-base.ts";
import { useFolders } from "../support/temporary-folder.ts";

const NOTES: readonly SharedNote[] = [
  { topic: "docs", text: "zero of b", of: "b", age: 6 },
  { topic: "docs", text: "one of a", of: "a", age: 5 },
  { topic: "docs", text: "two of c, see engine", of: "c", age: 4 },
  { topic: "docs", text: "three of none, see engine", of: "", age: 3 },
  { topic: "engine", text: "zero of a, see docs", of: "a", age: 2 },
  { topic: "shop", text: "zero of b, see docs and engine", of: "b", age: 1 },
];

async function shared(): Promise<SharedBase> {
  const kb = new SharedBase();
  await kb.store(...NOTES);
  return kb;
}

const left = (entries: number, projects: number) =>
  `left out: ${entries} ${entries === 1 ? "entry" : "entries"} of ${projects} other project${projects === 1 ? "" : "s"} (project="any" includes ${entries === 1 ? "it" : "them"})`;

/** What each listing says in project a: lines that are in it, and its end. */
const LISTINGS: readonly [string, Feature, Record<string, unknown>, readonly string[], string][] = [
  ["list", topicsFeature, {}, ["docs (2) 2026-02-21", "engine (1) 2026-02-21"], `2 topics, 3 entries; ${left(3, 2)}`],
  [
    "recent",
    topicsFeature,
    { action: "recent" },
    ["  [docs:1] 2026-02-21 one of a", "  [docs:3] 2026-02-21 three of none, see engine"],
    left(3, 2),
  ],
  [
    "entries",
    topicsFeature,
    { action: "entries", topic: "docs" },
    ["  [1] 2026-02-21 one of a", "  [3] 2026-02-21 three of none, see engine"],
    `2 entries in docs; ${left(2, 2)}`,
  ],
  [
    "entries with match_str",
    topicsFeature,
    { action: "entries", topic: "docs", match_str: "o" },
    ["  [1] 2026-02-21 one of a"],
    `2 of 2 entries in docs hold "o"; ${left(2, 2)}`,
  ],
  [
    "xref",
    topicsFeature,
    { action: "xref", topic: "engine" },
    ["engine is referenced by: docs (1)", "  [docs:3] 2026-02-21 three of none, see engine"],
    left(2, 2),
  ],
  ["graph", topicsFeature, { action: "graph" }, ["docs -> engine (1)", "engine -> docs (1)"], left(3, 2)],
  [
    "prune",
    topicsFeature,
    { action: "prune" },
    ["no topic is idle for 30 days; left out: 3 entries of 2 other projects"],
    left(3, 2),
  ],
  ["dedupe", topicsFeature, { action: "dedupe" }, ["no duplicates among 3 entries"], left(3, 2)],
  [
    "read",
    readFeature,
    { topic: "docs" },
    ["  one of a", "  three of none, see engine"],
    `2 entries in docs; ${left(2, 2)}`,
  ],
];

describe.each([0, 3, 6])("with %d notes in the index", (merged) => {
  test.each(LISTINGS)("%s: the project's, and what is left out", async (_name, feature, values, lines, end) => {
    const kb = new SharedBase();
    await kb.store(...NOTES.slice(0, merged));
    if (merged > 0) await kb.base.mergeNow();
    await kb.store(...NOTES.slice(merged));
    const answer = await kb.say("a", feature, values);
    for (const line of lines) expect(answer).toContain(line);
    expect(answer.endsWith(end)).toBe(true);
    for (const text of ["of b", "of c", "shop"]) expect(answer).not.toContain(text);
  });
});

test.each(LISTINGS)("%s: everything with project=any, and outside of any project", async (_, feature, values) => {
  const kb = await shared();
  const outside = await kb.say("", feature, values);
  expect(outside).not.toContain("left out");
  // Outside of any project whose a note is is said of none, and no topic is listed first for it.
  const unmarked = (text: string) =>
    text
      .replace(/ \(\w\/api\)|\n? *\[project: [^\]]*\]|^of (?:this|other) projects?:\n/gm, "")
      .split("\n")
      .map((line) => line.trim())
      .sort();
  expect(unmarked(await kb.say("a", feature, { ...values, project: "any" }))).toEqual(unmarked(outside));
});

test.each([
  [topicsFeature, {}, /^shop \(1\)/m],
  [topicsFeature, { action: "entries", topic: "docs" }, /^ {2}\[0\] 2026-02-21 zero of b/],
  [readFeature, { topic: "docs" }, /zero of b/],
  [topicsFeature, { action: "recent" }, /\[shop:0\] 2026-02-21 zero of b/],
] as const)("a key lists another project's: %o %j", async (feature, values, line) => {
  const answer = await (await shared()).say("a", feature, { ...values, project: "B/api" });
  expect(answer).toMatch(line);
  expect(answer).not.toMatch(/of a|of c|of none\b(?! \()/);
  expect(answer).toMatch(/left out: \d+ entr(y|ies) of \d other projects? and 1 of none/);
});

test("a topic of others alone: it is there, and it is said how to see it", async () => {
  const kb = await shared();
  for (const [feature, values] of [
    [readFeature, { topic: "shop" }],
    [topicsFeature, { action: "entries", topic: "shop" }],
  ] as const) {
    const { text, found } = await kb.ask("a", feature, values);
    expect([text, found]).toEqual([`shop has no entry of this project; ${left(1, 1)}`, false]);
    expect(await kb.say("a", feature, { ...values, index: 0 })).toContain("zero of b, see docs and engine");
  }
  expect((await kb.ask("a", readFeature, { topic: "shop" }, COMMANDS)).text).toContain("(--project any includes it)");
});

describe("export", () => {
  const texts = (json: string) => (JSON.parse(json) as { body: string }[]).map(({ body }) => body.split("\n")[0]);

  test("by the tool: the project's, and beside it what is left out", async () => {
    const kb = await shared();
    const { text, remark } = await kb.ask("a", topicsFeature, { action: "export" });
    expect(texts(text)).toEqual(["one of a", "three of none, see engine", "zero of a, see docs"]);
    expect(remark).toBe(left(3, 2));
    for (const [from, values] of [
      ["a", { project: "any" }],
      ["", {}],
    ] as const) {
      const whole = await kb.ask(from, topicsFeature, { action: "export", ...values });
      expect(texts(whole.text)).toHaveLength(6);
      expect(whole.remark).toBe("");
    }
  });
});

describe("in real repositories", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  test("the command line exports everything, and narrows all that lists by --project", async () => {
    const base = folder();
    const [a, b] = ["a", "b"].map((name) => makeRepository(folder(), `https://example.org/${name}/api.git`));
    const run = (cwd: string, ...words: string[]) => runHelix(words, { cwd, base });
    run(a!, "store", "docs", "of a");
    run(b!, "store", "docs", "of b");
    for (const words of [["export"], ["topics", "export"]]) {
      expect(JSON.parse(run(a!, ...words).stdout)).toHaveLength(2);
      for (const project of ["here", "a/api"]) {
        const [only, ...more] = JSON.parse(run(a!, ...words, "--project", project).stdout);
        expect([only.body, more]).toEqual([expect.stringMatching(/^of a\n/), []]);
      }
    }
    expect(run(a!, "topics").stdout).toContain(
      "1 topic, 1 entry; left out: 1 entry of 1 other project (--project any includes it)",
    );
    expect(run(a!, "read", "docs", "--project", "b/api").stdout).toContain("of b");
    expect(run(a!, "read", "docs").stdout).not.toContain("of b");
    expect(run(a!, "edit", "delete", "docs", "--all").stdout).toContain("deleted docs: 1 entry");
    expect(run(a!, "edit", "delete", "docs", "--project", "any").stdout).toContain("deleted docs:0: of b");
  });

  test("resources are the topics of the project; one of others can be read all the same", async () => {
    const directory = folder();
    const [a, b] = await Promise.all(
      ["a", "b"].map((name) =>
        serve({ directory, cwd: makeRepository(folder(), `https://example.org/${name}/api.git`) }),
      ),
    );
    await a!.store("docs", "of a");
    await b!.store("docs", "of b");
    await b!.store("shop", "of the shop of b");
    const listed = async (helix: typeof a) =>
      (await helix!.client.listResources()).resources.map(({ name, description }) => `${name}: ${description}`);
    expect(await listed(a)).toEqual(["docs: 1 entry"]);
    expect(await listed(b)).toEqual(["docs: 1 entry", "shop: 1 entry"]);
    const { contents } = await a!.client.readResource({ uri: "helix://topic/shop" });
    expect(contents[0]).toMatchObject({
      text: expect.stringContaining("shop has no entry of this project; left out: 1"),
    });
  });
});
