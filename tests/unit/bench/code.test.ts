// The bench of code: its arguments, the trees that it makes, its aims and its tables.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ArgumentError } from "../../../bench/arguments.ts";
import { parseCodeArguments } from "../../../bench/code/code-arguments.ts";
import { functionNames, sentenceQueries, wordQueries } from "../../../bench/code/code-queries.ts";
import { besideTable, growthTable } from "../../../bench/code/code-tables.ts";
import { type MadeFile, madeFiles } from "../../../bench/code/code-text.ts";
import { copyTree, makeTree, resizeTree } from "../../../bench/code/code-tree.ts";
import { goalRows } from "../../../bench/goals.ts";
import { runName } from "../../../bench/store-run.ts";
import { gitText } from "../../../quality/git/git.ts";
import { languageOf } from "../../../src/code/languages.ts";
import { measured, runOf } from "../../support/bench-run.ts";
import { git, makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const newFolder = useFolders("each");

describe("the arguments", () => {
  test("one tree of 1.2 million lines, or as many as are given", () => {
    const request = {
      isGrowth: false,
      files: null,
      sizes: [1_200_000],
      tree: null,
      quick: false,
      peers: true,
      keep: false,
    };
    expect(parseCodeArguments(["--code"])).toEqual({ kind: "code", ...request, binary: null, against: null });
    expect(parseCodeArguments(["--code", "100_000", "--quick", "--no-peers"])).toMatchObject({
      sizes: [100_000],
      quick: true,
      peers: false,
    });
  });

  test("a tree of many small files is one of its own", () => {
    expect(parseCodeArguments(["--code-files"])).toMatchObject({ files: 50_000 });
    expect(parseCodeArguments(["--code-files", "2000", "--against", "../helix"])).toMatchObject({ files: 2000 });
    expect(() => parseCodeArguments(["--code-files", "--tree", "../a"])).toThrow(
      /--code-files measures a tree of its own/,
    );
  });

  test("a given tree is measured as it is, unless a size is given", () => {
    expect(parseCodeArguments(["--code", "--tree", "../a"])).toMatchObject({ tree: "../a", sizes: [] });
    expect(parseCodeArguments(["--code", "--tree", "../a", "50000"])).toMatchObject({ sizes: [50_000] });
  });

  test("several sizes, ascending, each once", () => {
    expect(parseCodeArguments(["--code-growth"])?.sizes).toEqual([10_000, 100_000, 1_000_000, 5_000_000]);
    expect(parseCodeArguments(["20000", "--code-growth", "1000", "20,000"])).toMatchObject({
      isGrowth: true,
      sizes: [1000, 20_000],
    });
  });

  test.each([[[]], [["1000"]], [["--quick"]], [["--code", "--help"]]])("%j are not about code", (words) => {
    expect(parseCodeArguments(words)).toBeNull();
  });

  test.each([
    [["--code", "999"]],
    [["--code", "99000000"]],
    [["--code", "1e6"]],
    [["--code", "1000", "2000"]],
    [["--code", "--code-growth"]],
    [["--code", "--tree"]],
    [["--code", "--tree", "--quick"]],
    [["--code", "--micro"]],
    [["--code", "--keep", "--quick"]],
    [["--code", "--keep", "--against", "b/helix"]],
    [["--code-growth", "--against", "b/helix"]],
  ])("refuses %j in one line that shows what is accepted", (words) => {
    expect(() => parseCodeArguments(words)).toThrow(ArgumentError);
    expect(() => parseCodeArguments(words)).toThrow(/^[^\n]*e\.g\. [^\n]*$/);
  });
});

describe("made-up code", () => {
  const linesOf = ({ text }: MadeFile) => text.split("\n").length - 1;

  test("is the same each time, with as many lines as are wanted, each path once, in several languages", () => {
    const files = [...madeFiles(20_000)];
    expect(files).toEqual([...madeFiles(20_000)]);
    expect(files.reduce((sum, file) => sum + linesOf(file), 0)).toBe(20_000);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    const languages = new Set(files.map(({ path }) => languageOf(path)));
    expect([...languages].sort()).toEqual(["c", "go", null, "python", "rust", "typescript"].sort());
    expect(files.filter(({ path }) => path.includes("/tests/")).length).toBeGreaterThan(0);
  });

  test("is a repository in which commits bring some files each", async () => {
    const tree = await makeTree(newFolder(), 5000);
    expect(tree.lines).toBe(5000);
    expect(tree.paths).toEqual(gitText(tree.folder, ["ls-files"])?.split("\n").sort());
    expect(gitText(tree.folder, ["status", "--porcelain"])).toBe("");
    expect(tree.subjects.length).toBeGreaterThan(5);
    const changes = gitText(tree.folder, ["log", "--name-only", "--format="])?.split("\n").filter(Boolean);
    expect(changes?.sort()).toEqual(tree.paths);
    expect(tree.bytes).toBe(tree.paths.reduce((sum, path) => sum + readFileSync(join(tree.folder, path)).length, 0));
  });
});

describe("a given tree", () => {
  function repository(): string {
    const folder = makeRepository(join(newFolder(), "given"));
    writeFileSync(join(folder, "a.ts"), "const one = two;\nconst three = four;\nconst five = six;\n");
    writeFileSync(join(folder, "b.bin"), "a\0b");
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", "first words of it");
    return folder;
  }

  test("is copied at its HEAD with its history, and stays as it was", () => {
    const folder = repository();
    writeFileSync(join(folder, "a.ts"), "changed\n");
    const state = () => [gitText(folder, ["status", "--porcelain"]), gitText(folder, ["for-each-ref"])];
    const before = state();
    expect(before[0]).toBe(" M a.ts");
    const tree = copyTree(newFolder(), folder);
    expect(tree).toMatchObject({ name: "given", paths: ["a.ts"], lines: 3, subjects: ["first words of it"] });
    writeFileSync(join(tree.folder, "a.ts"), "other\n");
    expect(state()).toEqual(before);
    expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe("changed\n");
    expect(existsSync(join(tree.folder, "b.bin"))).toBe(true);
  });

  test("is multiplied and cut", () => {
    const scratch = newFolder();
    const given = copyTree(scratch, repository());
    const larger = resizeTree(scratch, given, 7);
    expect(larger.paths).toEqual(["copy-0001/a.ts", "copy-0002/a.ts", "copy-0003/a.ts"]);
    expect(larger).toMatchObject({ lines: 9, name: "given, 3 times" });
    expect(resizeTree(scratch, given, 1)).toMatchObject({ paths: ["a.ts"], name: "a part of given" });
  });

  test("that is none is refused in one line", () => {
    const folder = newFolder();
    expect(() => copyTree(newFolder(), join(folder, "none"))).toThrow(
      /^[^\n]*none cannot be cloned[^\n]*e\.g\. [^\n]*$/,
    );
  });

  test("is asked for words of its lines, for functions, and for what its commits say", () => {
    const tree = copyTree(newFolder(), repository());
    writeFileSync(join(tree.folder, "made.py"), "def first_one(x):\n    pass\n\ndef second_one(x):\n    pass\n");
    const names = functionNames({ ...tree, paths: ["made.py"] });
    expect(new Set(Array.from({ length: 20 }, names))).toEqual(new Set(["first_one", "second_one"]));
    const [query, again] = [wordQueries(tree), wordQueries(tree)];
    const queries = Array.from({ length: 20 }, query);
    expect(queries).toEqual(Array.from({ length: 20 }, again));
    expect([...new Set(queries)].sort()).toEqual(["const five six", "const one two", "const three four"]);
    expect(sentenceQueries({ ...tree, subjects: ["a", "b", "c"] })()).toMatch(/^[abc]$/);
  });
});

const values = [
  measured("code", "lines", 1_200_000, ""),
  measured("code", "chunks", 60_000, ""),
  measured("code", "searchable", 7, "s"),
  measured("code", "complete", 20, "s"),
  measured("code", "index-peak", 900, "MB"),
  measured("code", "index-share", 61, "%"),
  measured("code", "index-size", 25, "MB"),
  measured("code", "search", 3),
  measured("code", "callers", 3),
  measured("code", "impact", 2),
  measured("code", "hook-prompt", 5),
  measured("code", "changed", 19),
  measured("code", "changed-found", 99, "%"),
  measured("code", "look", 30),
  measured("code", "lstat", 10),
];

test("the aims of code are those that were measured, and each condition has to hold", () => {
  const rows = goalRows(runOf(values));
  expect(rows.map(({ what, met }) => [what.split(",")[0], met])).toEqual([
    ["code: index of 1", false],
    ["code: search", true],
    ["code: first searches of a server", null],
    ["code: callers of a function", false],
    ["code: impact of a function", true],
    ["code: a hook with all sources", true],
    ["code: a hook with all sources", null],
    ["code: one file changed", false],
    ["code: the look at the tree before an answer", false],
  ]);
  expect(rows[0]!.measured).toBe(
    "time 7.00 s, all code parsed 20.0 s, memory at most 900 MB, share of the text 61.0 %",
  );
  expect(rows[8]!.measured).toBe("ratio to lstat of all files 3.00, p50 30.0 ms");
  expect(goalRows(runOf([measured(50_000, "search", 1)])).some(({ what }) => what.startsWith("code"))).toBe(false);
});

test("helix stands beside FTS5 and grep where they were measured", () => {
  expect(besideTable(values)).toBe("");
  const peers = [
    measured("code", "fts5-cut", 2, "s"),
    measured("code", "fts5-insert", 5, "s"),
    measured("code", "fts5-size", 90, "MB"),
    measured("code", "fts5-search", 4),
    measured("code", "grep", 150),
  ];
  expect(
    besideTable([...values, ...peers])
      .replace(/ +/g, " ")
      .split("\n")
      .slice(2),
  ).toEqual([
    "| helix, over MCP | 7.00 | 25.0 | 3.00 | 6.00 |",
    "| SQLite FTS5, porter, same chunks, in process | 7.00 | 90.0 | 4.00 | 8.00 |",
    "| git grep -c, a process | – | – | 150 | 300 |",
  ]);
});

test("growth is a row for each size, as text that fits a page of Markdown", () => {
  const row = (lines: number) => [
    measured(`code-${lines}`, "lines", lines, ""),
    measured(`code-${lines}`, "searchable", lines / 1e5, "s"),
    measured(`code-${lines}`, "index-share", 40.4, "%"),
  ];
  const [head, , ...rows] = growthTable([...row(100_000), ...row(10_000)])
    .replace(/ +/g, " ")
    .split("\n");
  expect(head).toMatch(/^\| lines \| files \| chunks \|/);
  expect(rows).toEqual([
    "| 10,000 | – | – | – | 0.10 | – | – | – | 40 % | – | – | – | – | – | – |",
    "| 100,000 | – | – | – | 1.00 | – | – | – | 40 % | – | – | – | – | – | – |",
  ]);
  expect(growthTable(values)).toBe("");
});

test("a stored run of code is called so", () => {
  expect(runName(runOf(values))).toBe("2026-02-21-code.json");
  expect(runName(runOf([measured("code-10000", "lines", 10_000, "")]))).toBe("2026-02-21-code-growth.json");
});
