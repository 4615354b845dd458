// What the lists of symbols are, and how the scanners are held against one, in a repository that the test makes.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitText } from "../../../quality/git/git.ts";
import { count, findClones, measureSymbols, symbolsTable } from "../../../quality/symbols/measure-symbols.ts";
import { parseList, readTruth } from "../../../quality/symbols/symbol-truth.ts";
import { languageOf } from "../../../src/code/languages.ts";
import { git, makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

describe("the lists", () => {
  const lists = readTruth();

  test("hold ten files of every language", () => {
    expect(lists).toHaveLength(22);
    for (const { language, files, by } of lists) {
      expect(files.length, language).toBe(10);
      expect(by, language).not.toMatch(/^#|^$/);
      for (const { path } of files) expect(languageOf(path), path).not.toBeNull();
      expect(files.flatMap(({ symbols }) => symbols).length, language).toBeGreaterThan(20);
    }
  });

  test("a line that is none is named", () => {
    const source = `# a/b ${"0".repeat(40)} src/a.ts`;
    expect(parseList("x", `# by hand\n\n${source}\n3 type A\n`).files[0]!.symbols).toEqual(["3 type A"]);
    expect(() => parseList("x", `# by hand\n\n${source}\nthree type A\n`)).toThrow('x: "three type A" is no line');
    expect(() => parseList("x", "# by hand\n3 type A\n")).toThrow("is no line of a list");
  });
});

describe("measuring", () => {
  test("counts what is missed, what is not there, and what stands twice", () => {
    const counts = { true: 0, found: 0, right: 0 };
    expect(count(["1 type A", "2 function f", "2 function f"], ["2 function f", "9 type B"], counts)).toEqual({
      missed: ["1 type A", "2 function f"],
      wrong: ["9 type B"],
    });
    expect(counts).toEqual({ true: 3, found: 2, right: 1 });
  });

  test("files are taken from a clone at their commit, whatever stands there now", async () => {
    const folder = makeFolder();
    const clone = makeRepository(join(folder, "clones", "shop"));
    mkdirSync(join(clone, "src"));
    const path = join(clone, "src", "cart.ts");
    writeFileSync(path, "export class Cart {\n  total() {}\n}\n\nexport const limit = 1;\n");
    git(clone, "add", "-A");
    git(clone, "commit", "-q", "-m", "first");
    const commit = gitText(clone, ["rev-parse", "HEAD"])!;
    writeFileSync(path, "nothing\n");
    const other = `# a/other ${"1".repeat(40)} src/b.ts\n1 type B\n`;
    const list = parseList(
      "typescript",
      `# by hand\n\n# a/shop ${commit} src/cart.ts\n1 type Cart\n2 function total\n7 type Gone\n\n${other}`,
    );
    const result = await measureSymbols(list, findClones([join(folder, "clones")], [list]));
    expect(result).toMatchObject({ files: 1, absent: 1, missed: ["src/cart.ts: 7 type Gone"], wrong: [] });
    expect(result.parser).toEqual({ true: 3, found: 2, right: 2 });
    const table = symbolsTable([result]);
    expect(table).toMatch(/\| typescript \| +1 \| +3 \| +1\.000 \| +\.667 \|/);
    expect(table).toContain("- typescript: 1 files are in none of the clones");
  });

  test("a folder without any of the clones is refused in a line", () => {
    const folder = makeFolder();
    expect(() => findClones([folder], readTruth())).toThrow(
      /no clone has a commit of the lists.*--symbols \.\.\/clones/,
    );
  });
});
