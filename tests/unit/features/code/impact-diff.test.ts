// code impact diff: which uses of what is gone break, and which do not.

import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../../src/base/wording.ts";
import { codeFeature } from "../../../../src/features/code/code.ts";
import type { CodeImpactData } from "../../../../src/features/code/data.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { codeService } from "../../../support/code-index.ts";
import { codePorts, putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let base: FeatureContext["base"];
let [own, root] = ["", ""];

beforeAll(() => {
  base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
});

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "shop"));
});

function commit(files: Readonly<Record<string, string>>): void {
  putFiles(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "shop");
}

async function answered(): Promise<{ text: string; data: CodeImpactData }> {
  const source = codeService(root, join(own, "index"), own);
  const tree = { root, source, stored: () => ({ bytes: 0, savedAt: null }), rebuild: async () => undefined };
  const code = { open: () => tree, openAlone: () => tree, kept: () => null, forget: async () => null };
  const context = { base, project: null, directory: root, code, git: codePorts(own) };
  try {
    const answer = await codeFeature.run(context, { action: "impact", diff: true });
    return { text: answer.text(COMMANDS), data: answer.data() as CodeImpactData };
  } finally {
    source.close();
  }
}

const diff = async () => (await answered()).data;

const broken = ({ breaks }: CodeImpactData) =>
  breaks.map(({ name, now, places }) => [name, now, ...places.map(({ path, line }) => `${path}:${line}`)]);

describe("what breaks", () => {
  test("a file that moved: who imports it by its old path", async () => {
    const text = "export function low() {\n  return 1;\n}\nexport const rest = [1, 2, 3];\n";
    const use = 'import { low } from "./a.ts";\nlow();\n';
    commit({ "src/a.ts": text, "src/b.ts": use, "src/c.ts": 'import { low } from "./a.ts";\n' });
    renameSync(join(root, "src/a.ts"), join(root, "src/new.ts"));
    putFiles(root, { "src/c.ts": 'import { low } from "./new.ts";\nlow();\n' });
    git(root, "add", "-A");
    expect(broken(await diff())).toEqual([["low", "in src/new.ts", "src/b.ts:2"]]);
  });

  test("a package of Go: a file that moved within it breaks nothing", async () => {
    const text = "package shop\n\nfunc low() int {\n\treturn 1\n}\n\nfunc other() int {\n\treturn 2\n}\n";
    commit({
      "go.mod": "module shop\n",
      "a.go": text,
      "b.go": "package shop\n\nfunc use() int {\n\treturn low()\n}\n",
    });
    git(root, "mv", "a.go", "c.go");
    expect(broken(await diff())).toEqual([]);
  });

  test("what the old place hands on does not; who only hands on what is gone does", async () => {
    const files = {
      "app/__init__.py": "from .store import load\n",
      "app/store.py": "def load():\n    pass\n\n\ndef save():\n    pass\n",
      "run.py": "from app.store import save\n\nsave()\n",
    };
    commit(files);
    putFiles(root, { "app/store.py": "from .disk import save\n", "app/disk.py": "def save():\n    pass\n" });
    expect(broken(await diff())).toEqual([["load", null, "app/__init__.py:1"]]);
  });

  test("a class that is gone, once and without its members; a name that is taken from elsewhere is none of it", async () => {
    commit({
      "src/a.ts": "export class Cache {\n  get() {}\n}\nexport function parse() {}\n",
      "src/b.ts": 'import { Cache } from "./a.ts";\nnew Cache().get();\n',
      "src/c.ts": 'import { parse } from "yaml";\nparse();\n',
    });
    rmSync(join(root, "src/a.ts"));
    expect(broken(await diff())).toEqual([["Cache", null, "src/b.ts:2"]]);
  });
});

describe("what is left out is counted, each file once", () => {
  test("nothing is uncommitted but what is never read, or cannot be shown", async () => {
    commit({ "a.ts": "f();\n", ".env": "KEY=1\n" });
    putFiles(root, { ".env": "KEY=2\n" });
    const out = "no file that is read is uncommitted; left out: ";
    expect((await answered()).text).toBe(`${out}1 file that is never read or cannot be shown`);
    putFiles(root, { "two\nlines.ts": "f();\n" });
    const { text, data } = await answered();
    expect(text).toBe(`${out}2 files that are never read or cannot be shown`);
    expect(data).toMatchObject({ hidden: 2, left: 0, unparsed: 0 });
  });

  test("a file that became too large to be read is none whose symbols are gone; a link is no file of code", async () => {
    symlinkSync("a.ts", join(root, "link.ts"));
    commit({ "a.ts": "export function low() {}\n", "b.ts": 'import { low } from "./a.ts";\nlow();\n', "c.md": "1\n" });
    putFiles(root, { "a.ts": `export function low() {}\n${"// filler\n".repeat(200_000)}`, "c.md": "2\n" });
    rmSync(join(root, "link.ts"));
    const { text, data } = await answered();
    expect(text.split("\n")).toEqual([
      "not committed: 0 files of code and 1 other; no symbol changed",
      "left out: 2 files that are never read or cannot be shown",
    ]);
    expect(data).toMatchObject({ breaks: [], hidden: 2, left: 0 });
  });

  test("what HEAD has is too large", async () => {
    commit({ "a.ts": "// filler\n".repeat(3_500_000) });
    putFiles(root, { "a.ts": "f();\n" });
    const { text, data } = await answered();
    expect(text.split("\n").at(-1)).toBe("not looked at: 1 file, so this may not be all");
    expect(data).toMatchObject({ hidden: 0, left: 1, unparsed: 0 });
  });

  test("what the parser gives up", async () => {
    commit({ "a.ts": "f();\n", "b.ts": "f();\n" });
    putFiles(root, { "a.ts": `f(${"[\n".repeat(5000)}${"]\n".repeat(5000)});\n`, "b.ts": "g();\n" });
    const { text, data } = await answered();
    expect(text.split("\n").at(-1)).toBe("1 file could not be parsed");
    expect(data).toMatchObject({ hidden: 0, left: 0, unparsed: 1 });
  });
});

test("a test that changed is run; its helpers are followed", async () => {
  commit({
    "src/a.ts": "export function low() {\n  return 1;\n}\n",
    "tests/help.ts": 'import { low } from "../src/a.ts";\nexport function help() {\n  return low();\n}\n',
    "tests/a.test.ts": 'import { help } from "./help.ts";\nexport function tests() {\n  help();\n}\n',
    "tests/b.test.ts": "export function alone() {\n  return 1;\n}\n",
  });
  putFiles(root, {
    "src/a.ts": "export function low() {\n  return 2;\n}\n",
    "tests/b.test.ts": "export function alone() {\n  return 2;\n}\n",
  });
  const { symbols, callers, tests } = await diff();
  expect(symbols.map(({ name, change }) => [name, change])).toEqual([
    ["low", "changed"],
    ["alone", "changed"],
  ]);
  expect(callers).toEqual([]);
  expect(tests).toEqual([
    { path: "tests/b.test.ts", distance: 0, names: ["alone"] },
    { path: "tests/help.ts", distance: 1, names: ["help"] },
    { path: "tests/a.test.ts", distance: 2, names: ["tests"] },
  ]);
});
