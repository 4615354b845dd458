// No answer of a tool is longer than its budget, whatever is stored, and one that leaves something out says so.

import { beforeAll, describe, expect, it } from "vitest";
import { HelixError } from "../../src/base/errors.ts";
import { BODY_BYTES_MAX } from "../../src/engine/log/log-layout.ts";
import { batchFeature } from "../../src/features/batch/batch.ts";
import { codeFeature } from "../../src/features/code/code.ts";
import type { Feature, FeatureContext } from "../../src/features/common/feature.ts";
import { readFeature } from "../../src/features/read/read.ts";
import { searchFeature } from "../../src/features/search/search.ts";
import { storeFeature } from "../../src/features/store/store.ts";
import { topicsFeature } from "../../src/features/topics/topics.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../support/memory-tree.ts";
import { type Rendered, rendered } from "../support/rendered.ts";

const TOKEN_BYTES = 4;
/** The budgets of tools, in tokens; the others have short answers, or long ones only on what they were given. */
const BUDGETS: Readonly<Record<string, number>> = { search: 1500, topics: 1500, read: 5000, batch: 5000, code: 1200 };
const OTHER_TOKENS = 20_500;

async function contextOf(notes: readonly { topic: string; body: string }[]): Promise<FeatureContext> {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  await base.change(() => notes.map((note) => ({ kind: "add", ...note, minutes: NOW_MINUTES })));
  return { base, project: null };
}

type Values = Record<string, unknown>;

/** An answer, which is checked to be no longer than it may be. */
async function answer(feature: Feature, context: FeatureContext, values: Values): Promise<Rendered> {
  const result = await rendered(feature.run(context, values));
  const bytes = Buffer.byteLength(result.text);
  expect(bytes, `${feature.name} ${JSON.stringify(values).slice(0, 80)}`).toBeLessThanOrEqual(
    (BUDGETS[feature.name] ?? OTHER_TOKENS) * TOKEN_BYTES,
  );
  expect(result.text).not.toContain("\ufffd");
  return result;
}

async function ask(feature: Feature, context: FeatureContext, values: Values): Promise<string> {
  return (await answer(feature, context, values)).text;
}

interface Found {
  readonly total: number;
  readonly results?: readonly object[];
  readonly groups?: Record<string, readonly string[]>;
  readonly topics?: Record<string, number>;
}

/** Searches in every detail; each answer that does not list all matches has to say so. */
async function searchAll(context: FeatureContext, query: string, limit?: number): Promise<void> {
  for (const detail of ["full", "medium", "brief", "grouped", "topics", "count"]) {
    const { text, data } = await answer(searchFeature, context, { query, detail, limit });
    const { total, results, groups, topics } = data as Found;
    if (detail === "count") continue;
    const grouped = groups && Object.values(groups).reduce((sum, lines) => sum + lines.length, 0);
    const inTopics = topics && Object.values(topics).reduce((sum, count) => sum + count, 0);
    const listed = results?.length ?? grouped ?? inTopics;
    expect(listed).toBeGreaterThan(0);
    if (listed! < total) expect(text).toMatch(/\d+ (beyond the limit|held back|more)|it goes on/);
  }
}

/** `piece` again and again, as much as a body may hold; "needle" in front. */
function filled(piece: string, front = ""): string {
  // What stands in front of the pieces here and behind them in the table has its place.
  const room = BODY_BYTES_MAX - Buffer.byteLength(front) - 40;
  return `${front}needle ${piece.repeat(Math.floor(room / Buffer.byteLength(piece)))}`;
}

describe.each<[string, string]>([
  ["one line", filled("x")],
  ["words in one line", filled("word ")],
  ["lines of one character", filled("a\n")],
  ["empty lines", `${filled("\n")}x`],
  ["characters of two bytes", filled("é")],
  ["characters of three bytes", filled("漢")],
  ["lines of four bytes a character", filled("🧭\n")],
  ["lines that match", filled("needle\n")],
  ["lines that read like metadata", filled("[tags: a]\n")],
  ["tags", `${filled("a, ", "[tags: ")}]\ntext`],
  ["a tag", `${filled("漢", "[tags: ")}]\ntext`],
  ["a source", `${filled("d/", "[source: ")}]\ntext`],
  ["links", `${filled("engine:0 ", "[links: ")}]\ntext`],
  ["two long lines of metadata", `[tags: ${"ab, ".repeat(100_000)}]\n[source: ${"é".repeat(200_000)}]\nneedle\ntext`],
  ["projects", `needle\n[project: ${"owner/repo, ".repeat(80_000)}]`],
  ["a project", `needle\n[project: ${"é".repeat(500_000)}]`],
])("bodies of a megabyte: %s", (_, body) => {
  const others = Array.from({ length: 40 }, (_, at) => ({ topic: `small-${at}`, body: `needle ${at}` }));
  let context: FeatureContext;

  beforeAll(async () => {
    context = await contextOf([
      ...others,
      { topic: "notes", body: "an older note" },
      { topic: "notes", body },
      { topic: "notes", body: "a newer note" },
      { topic: "large", body },
      ...others,
    ]);
  });

  it("read", async () => {
    const cut = /\n\.\.\. it goes on: page=2$|…|\[project: owner\/repo\]/;
    expect(await ask(readFeature, context, { topic: "notes" })).toMatch(/\n\.\.\. .*: page=2$|an older note/);
    expect(await ask(readFeature, context, { topic: "large" })).toMatch(cut);
    expect(await ask(readFeature, context, { topic: "large", index: 0 })).toMatch(cut);
  });

  it("search", async () => {
    for (const query of ["needle", ""]) for (const limit of [undefined, 1]) await searchAll(context, query, limit);
  });

  it("statistics and lists", async () => {
    for (const detail of [undefined, "tags", "index"]) await ask(topicsFeature, context, { action: "stats", detail });
    await ask(topicsFeature, context, {});
  });
});

describe("batches", () => {
  const entries = Array.from({ length: 1000 }, (_, at) => ({
    topic: `${"t".repeat(240)}-${at}`,
    text: `note ${at}\u0000`,
    tags: Array.from({ length: 32 }, (_, tag) => `tag-${"x".repeat(50)}-${tag}`).join(","),
    links: Array.from({ length: 64 }, (_, link) => `${"nowhere".repeat(30)}-${link}:0`).join(" "),
  }));

  it("that have much to say about each of 1,000 entries", async () => {
    const text = await ask(batchFeature, await contextOf([]), { entries, verbose: true });
    expect(text).toMatch(/^1000 entries stored across 1000 topics\n {2}0: stored in t/);
    const left = Number(/\n {2}\.\.\. lines on (\d+) more entries are left out$/.exec(text)?.[1]);
    expect(left + text.match(/^ {2}\d+: stored in /gm)!.length).toBe(1000);
  });

  it("name every entry that they skip", async () => {
    const same = "one two three four five six seven eight nine ten";
    const twice = entries.map(({ tags, links }, at) => ({
      topic: "t".repeat(240),
      text: at < 500 ? `${same} ${at}a ${at}b ${at}c ${at}d ${at}e ${at}f` : `${same} 0a 0b 0c 0d 0e 0f ${at}`,
      tags,
      links,
    }));
    const text = await ask(batchFeature, await contextOf([]), { entries: twice, verbose: true });
    const named = [...text.matchAll(/^ {2}skipped (\d+): near-duplicate/gm)].map((match) => Number(match[1]));
    expect(named.length).toBeGreaterThan(100);
    expect(named).toEqual(named.map((_, at) => 500 + at));
    expect(text).toContain(`\n  skipped too: ${500 + named.length}-999\n`);
    expect(text).toMatch(/lines on \d+ more entries are left out$/);
  });
});

describe.each<[string, string]>([
  ["one line", filled("x")],
  ["words in one line", filled("word ")],
  ["lines of one character", filled("a\n")],
  ["characters of three bytes", filled("漢")],
  ["characters of four bytes", filled("🧭\n")],
  ["fences", filled("```\n")],
  ["a long name", `function ${"needle".repeat(100_000)}() {}\n`],
  ["many functions", Array.from({ length: 9000 }, (_, at) => `function needle${at}() {}\n`).join("")],
  ["one function of many lines", `function needle() {\n${"  needle();\n".repeat(90_000)}}\n`],
])("a file of a megabyte: %s", (_, text) => {
  const others = Array.from({ length: 40 }, (_, at) => [`src/${"folder/".repeat(20)}${at}.ts`, "needle()\n"] as const);
  const files = Object.fromEntries([["large.ts", text], [`${"é".repeat(120)}.test.ts`, "needle()\n"], ...others]);

  it("code", async () => {
    const context = { ...(await contextOf([])), directory: TREE_ROOT, code: treesOf(new MemoryTree(files)) };
    const calls: Values[] = [
      ...["functions", "files", "bodies"].map((detail) => ({ query: "needle", detail, explain: true })),
      { query: `${"needle ".repeat(3000)}\n${text.slice(0, 100_000)}` },
      { action: "read", path: "large.ts" },
      { action: "read", path: "large.ts", lines: "1-900000" },
      { action: "read", symbol: "needle" },
      { action: "status" },
      { action: "outline" },
      { action: "symbols", symbol: "e" },
      { action: "index" },
    ];
    for (const values of calls) {
      const given = await answer(codeFeature, context, values).catch((error) => {
        if (!(error instanceof HelixError)) throw error;
        expect(error.message.length).toBeLessThan(400);
      });
      if (given !== undefined) expect(given.text).not.toBe("");
    }
  });
});

it("a note with everything that an answer repeats", async () => {
  const links = Array.from({ length: 64 }, (_, at) => `${"漢".repeat(80)}${at}:0`).join(" ");
  const tags = Array.from({ length: 32 }, (_, at) => `${"漢".repeat(60)}${at}`).join(",");
  const text = await ask(storeFeature, await contextOf([]), { topic: "notes", text: "a note\u0000", links, tags });
  expect(text.match(/link warning/g)).toHaveLength(64);
});

describe("20,000 topics", () => {
  const notes = Array.from({ length: 20_000 }, (_, at) => [
    { topic: `topic-of-some-length-${at}`, body: `[tags: tag-${at}]\nneedle ${at}` },
    ...(at % 2 === 0 ? [{ topic: `topic-of-some-length-${at}`, body: "another" }] : []),
  ]).flat();

  let context: FeatureContext;

  beforeAll(async () => {
    context = await contextOf(notes);
  });

  it("search", async () => {
    for (const query of ["needle", ""]) await searchAll(context, query);
  });

  it("list, stats, read", async () => {
    expect(await ask(topicsFeature, context, {})).toMatch(
      /\n20000 topics, 30000 entries\n\.\.\. \d+ more topics: page=2$/,
    );
    expect(await ask(topicsFeature, context, { action: "stats", detail: "tags" })).toMatch(
      /\n20000 tags\n\.\.\. \d+ more tags: page=2$/,
    );
    await ask(readFeature, context, { topic: "topic-of-some-length-0" });
  });
});

const CODE = { directory: TREE_ROOT, code: treesOf(new MemoryTree({ "a.ts": "export const a = 1;\n" })) };

describe("refusals of a megabyte of nonsense", () => {
  const long = "é".repeat(500_000);
  const refused: [string, Feature, Values][] = [
    ["a topic", storeFeature, { topic: long, text: "a note" }],
    ["a text", storeFeature, { topic: "notes", text: `${long}${long}` }],
    ["tags", storeFeature, { topic: "notes", text: "a note", tags: long }],
    ["links", storeFeature, { topic: "notes", text: "a note", links: long }],
    ["a number", storeFeature, { topic: "notes", text: "a note", confidence: long }],
    ["a parameter", storeFeature, { topic: "notes", text: "a note", [long]: 1 }],
    ["a list", batchFeature, { entries: long }],
    ["an entry", batchFeature, { entries: [long] }],
    ["a topic that is not there", readFeature, { topic: long }],
    ["a topic to search in", searchFeature, { topic: long }],
    ["a date", searchFeature, { after: long }],
    ["code without words", codeFeature, { query: `path:${long}` }],
    ["a kind of code", codeFeature, { query: `kind:${long} x` }],
    ["a file of code", codeFeature, { action: "read", path: long }],
    ["a symbol of code", codeFeature, { action: "read", symbol: long }],
    ["lines of code", codeFeature, { action: "read", path: "a.ts", lines: long }],
    ["an action", topicsFeature, { action: long }],
    ["a word as JSON", topicsFeature, { action: "import", json: "x".repeat(500_000) }],
    ["an import's topic", topicsFeature, { action: "import", json: { [long]: [1] } }],
    ["an import's time", topicsFeature, { action: "import", json: [{ topic: "a", body: "b", time: long }] }],
    ["an import's tags", topicsFeature, { action: "import", json: [{ topic: "a", text: "b", tags: long }] }],
  ];

  it.each(refused)("%s", async (_, feature, values) => {
    const error = await feature
      .run({ ...(await contextOf([{ topic: "notes", body: "a note" }])), ...CODE }, values)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(HelixError);
    expect(error.message.length).toBeLessThan(400);
  });
});
