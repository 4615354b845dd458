// Questions about code, made of a repository that the test makes, and what the answers are worth.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { changedFunctions, parseDifference } from "../../../quality/code/changed-functions.ts";
import { codeFts5 } from "../../../quality/code/code-fts5.ts";
import { linesTable, measureLines } from "../../../quality/code/code-lines.ts";
import { type CodeSet, codeSet } from "../../../quality/code/code-set.ts";
import { codeMeans, codeTable } from "../../../quality/code/code-tables.ts";
import { engineSystem } from "../../../quality/code/engine.ts";
import { type CodeFunction, FunctionReader, functionsShown } from "../../../quality/code/functions.ts";
import { grepSystem } from "../../../quality/code/grep.ts";
import { measureCode, rankedFunctions } from "../../../quality/code/measure-code.ts";
import { packingFigures, tokensUntil } from "../../../quality/code/packing.ts";
import { questionText } from "../../../quality/code/questions.ts";
import { git, makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("all");
let folder: string;

function commit(message: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", message);
}

const cache = (limit: string, extra = "") =>
  `export class Cache {\n  evict(entry) {\n    return entry.age > ${limit};\n  }\n\n  put(entry) {\n    this.all.push(entry);${extra}\n  }\n}\n`;
const route = (body: string) => `export function matchRoute(path) {\n  ${body}\n}\n`;

beforeAll(() => {
  folder = makeRepository(join(makeFolder(), "sample"));
  for (const number of [1, 2, 3, 4, 5, 6]) commit(`early ${number}`);
  commit("first", {
    "src/cache.ts": cache("10"),
    "src/route.ts": route("return path;"),
    "src/zebra.ts": "export const stripes = 1;\n",
    "tests/cache.test.ts": "evict stale entries from cache\n",
  });
  commit("paint fresh stripes upon crossings", { "src/zebra.ts": "export const stripes = 2;\n" });
  git(folder, "tag", "old");
  commit("fix(cache): evict stale entries earlier than before (#12)\n\nSigned-off-by: A <a@b.c>", {
    "src/cache.ts": cache("5"),
  });
  commit("Revert the earlier eviction of stale entries", { "src/cache.ts": cache("10") });
  commit("paint fresh stripes upon crossings", { "src/zebra.ts": "export const stripes = 3;\n" });
  commit("short one here", { "src/route.ts": route("return path + 1;") });
  commit("count whatever the cache puts away", { "src/cache.ts": cache("10", "\n    this.count++;") });
  commit("matching a route ignores trailing slashes", { "src/route.ts": route("return path.trimEnd();") });
  commit("lift quagga fees for night rides", { "src/zebra.ts": "export const stripes = 4;\n" });
  commit("only tests of cache eviction change here", { "tests/cache.test.ts": "other\n" });
  commit("lower quagga fees for noon rides", { "src/zebra.ts": "export const stripes = 5;\n" });
  renameSync(join(folder, "src/route.ts"), join(folder, "src/router.ts"));
  commit("routing moves into another file entirely");
});

const made = (revision: string | null = "old", questions = 100) => codeSet({ folder, revision, questions });
const asked = ({ steps }: CodeSet) => steps.flatMap(({ question }) => question ?? []);

describe("questions of later commits", () => {
  test("have no reverts, no repeated subject, four words, and changed implementation files", () => {
    expect(asked(made()).map(({ text, files }) => [text, files])).toEqual([
      ["cache evict stale entries earlier than before", ["src/cache.ts"]],
      ["count whatever the cache puts away", ["src/cache.ts"]],
      ["matching a route ignores trailing slashes", ["src/route.ts"]],
      ["lift quagga fees for night rides", ["src/zebra.ts"]],
      ["lower quagga fees for noon rides", ["src/zebra.ts"]],
    ]);
  });

  test("every commit up to the last question is history, questions or not", () => {
    expect(made().steps.map(({ commit: { subject } }) => subject)).toContain("short one here");
    expect(
      made()
        .before.map(({ subject }) => subject)
        .slice(-2),
    ).toEqual(["first", "paint fresh stripes upon crossings"]);
  });

  test("the texts are those of the revision", () => {
    expect(made().files.find(({ path }) => path === "src/zebra.ts")?.text).toBe("export const stripes = 2;\n");
  });

  test("a revision of one's own choice must exist, and leave questions", () => {
    expect(() => made("nowhere")).toThrow(/there is no revision nowhere.*--code/);
    expect(() => made("HEAD~1")).toThrow(/0 commits after .* are questions, 5 are needed/);
    expect(() => codeSet({ folder: makeFolder(), revision: null, questions: 5 })).toThrow(/no git repository/);
  });

  test("without a revision the latest that leaves as many questions as are wanted is taken", () => {
    expect(made(null, 5).before.at(-1)?.subject).toBe("paint fresh stripes upon crossings");
    expect(asked(made(null, 5))).toHaveLength(5);
  });

  test.each([
    ["fix(router): match src/a/b.ts and util.py again (#3)\n\nCo-authored-by: X <x@y.z>", "router match   and   again"],
    ["feat!: say it\n\nCloses #1", "say it"],
    ["keep the body\n\nBecause it says why.\nReviewed-by: Somebody", "keep the body\n\nBecause it says why."],
  ])("%j asks only what gives nothing away", (message, text) => {
    expect(questionText(message).trim()).toBe(text);
  });
});

describe("functions that a commit changed", () => {
  test("are those whose lines it changed, or put lines in", async () => {
    const set = made();
    const changed = await changedFunctions(folder, asked(set), new FunctionReader());
    expect([...changed.values()].map((ids) => [...ids])).toEqual([
      ["src/cache.ts#Cache.evict"],
      ["src/cache.ts#Cache.put"],
      ["src/route.ts#matchRoute"],
      [],
      [],
    ]);
  });

  test("a removed line that looks like a header is none", () => {
    const difference = `diff --git a/x b/x\nindex ${"1".repeat(40)}..${"2".repeat(40)} 100644\n--- a/x\n+++ b/x\n@@ -3,2 +2,0 @@\n--- a/y\n-z\n`;
    expect(parseDifference(difference)).toEqual([
      { path: "x", object: "1".repeat(40), lines: [{ from: 3, count: 2 }] },
    ]);
  });
});

const named = (name: string, from: number, to: number): CodeFunction => ({ name, from, to, signature: `${name}()` });

describe("what lines show", () => {
  const all = [named("outer", 1, 20), named("inner", 5, 8), named("last", 30, 40)];

  test("functions declared in them, with those inside; else the one around", () => {
    expect(functionsShown(all, 1, 30).map(({ name, inner }) => [name, inner.map((each) => each.name)])).toEqual([
      ["outer", ["inner"]],
      ["last", []],
    ]);
    expect(functionsShown(all, 6, 7).map(({ name }) => name)).toEqual(["inner"]);
    expect(functionsShown(all, 22, 25)).toEqual([]);
  });

  test("a function counts as a wanted one within it", () => {
    const places = [
      { path: "a", from: 30, to: 40 },
      { path: "a", from: 1, to: 20 },
    ];
    expect(rankedFunctions(places, () => all, new Set(["a#inner"]))).toEqual(["a#last", "a#inner"]);
  });

  test("costs the path once and a line for each function until the right one", () => {
    const places = [
      { path: "a", from: 22, to: 25 },
      { path: "a", from: 1, to: 20 },
    ];
    const lines = "a\n  22-25\n  1-20 outer()\n";
    const until = tokensUntil(places, () => all, new Set(["a"]), new Set(["a#outer"]));
    expect(until).toEqual({ file: 2 / 4, function: lines.length / 4 });
    expect(tokensUntil(places, () => all, new Set(["b"]), new Set(["b#x"])).function).toBe(Number.POSITIVE_INFINITY);
  });

  test("shares and quantiles of what was to be read", () => {
    const until = [100, 1300, 3000, Number.POSITIVE_INFINITY].map((tokens) => ({ file: 50, function: tokens }));
    expect(packingFigures(until)).toEqual({
      tokens: [1300, null, null],
      files: [1, 1, 1],
      functions: [0.25, 0.5, 0.75],
    });
  });
});

describe("systems", () => {
  const systems = () => [
    engineSystem("live", "live"),
    engineSystem("before", "before"),
    engineSystem("none", "none"),
    codeFts5,
    grepSystem,
  ];

  test("find files and functions, and only live history knows words that a later commit brought", async () => {
    const result = await measureCode(made(), systems(), makeFolder());
    const [live, before, none, fts5, grep] = result.rows;
    expect(result).toMatchObject({ questions: 5, functionQuestions: 3 });
    expect(result.rows.map(({ problem }) => problem)).toEqual(["", "", "", "", ""]);
    const missed = (row: typeof live) => row?.misses.map(({ question }) => question);
    expect(missed(none)).toContain("lower quagga fees for noon rides");
    expect(missed(before)).toContain("lower quagga fees for noon rides");
    expect(missed(live)).not.toContain("lower quagga fees for noon rides");
    expect(live?.functions?.recall10).toBe(1);
    expect(fts5?.files?.recall10).toBeGreaterThan(0);
    expect(grep).toMatchObject({ functions: null, packing: null });
    expect(codeTable(result)).toMatch(/sample: 4 files at \w{10}, 8 commits before; 5 questions, 3 of them/);
    expect(codeMeans([result])).toBe("");
    expect(codeMeans([result, result])).toMatch(/mean of 2 repositories/);
  });

  test("one that fails says why in its row", async () => {
    const broken = {
      name: "broken",
      load: () => {
        throw new Error("out of order");
      },
    };
    const { rows } = await measureCode(made(), [broken], makeFolder());
    expect(rows).toMatchObject([{ system: "broken", problem: "out of order", files: null }]);
  });

  test("never rank tests", async () => {
    const set = made();
    for (const system of systems()) {
      const ranker = await system.load(set, makeFolder());
      const { files } = await ranker.rank(asked(set)[0]!);
      expect(files.filter((path) => path.startsWith("tests/"))).toEqual([]);
      await ranker.close();
    }
  });
});

test("the lines of a repository's files are counted by language, and files that lose some are named", async () => {
  const coverage = await measureLines([folder], null);
  const ends = { defined: 4, found: 4, ended: 4 };
  expect(Object.fromEntries(coverage.byLanguage)).toEqual({ TypeScript: { files: 4, lines: 15, chunks: 8, ...ends } });
  expect(linesTable(coverage)).toMatch(
    /all +\| +4 \| +15 \| +8 \| +4 \| +100\.0 \| +100\.0 \|\nleft out: 0 binary, 0 over 1.5 MB\nwrong=0$/,
  );
  const wrong = [{ repository: "a/b", path: "src/a\nb.ts", why: "lines 2-2 are in no chunk" }];
  expect(linesTable({ ...coverage, wrong })).toMatch(/wrong=1\n- a\/b "src\/a\\nb.ts": lines 2-2 are in no chunk$/);
  await expect(measureLines([makeFolder()], null)).rejects.toThrow(/no git repository.*--code-lines \.\.\/repository/);
});
