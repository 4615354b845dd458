// The files that define a name, by the index alone.

import { beforeAll, expect, test } from "vitest";
import { filesDefining, filesHolding, symbolsNamed } from "../../../../src/code/search/symbol-files.ts";
import type { CodeView } from "../../../../src/code/store/code-view.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

let view: CodeView;
beforeAll(async () => {
  const tree = new MemoryTree({
    "a.ts": "export class Cache {\n  openFile(path: string) {\n    return path;\n  }\n}\n",
    "b.ts": "export function openFile() {}\n",
    "c.ts": "openFile();\n",
    "d.ts": "export const LIMIT = 1;\n",
    "t.ts": "export function t(key: string) {\n  return key;\n}\n",
    "t.md": "t is no code\n",
  });
  const { source } = treesOf(tree).open(TREE_ROOT, false);
  await source.view();
  tree.put("b.ts", "export function closeFile() {}\n");
  view = await source.view();
});

test("those that define it, not those that use it or did before", () => {
  expect(filesDefining(view.generations, "openFile")).toEqual(["a.ts"]);
  expect(filesDefining(view.generations, "closeFile")).toEqual(["b.ts"]);
  expect(filesDefining(view.generations, "LIMIT")).toEqual(["d.ts"]);
  expect([filesDefining(view.generations, "nothing"), filesDefining(view.generations, "")]).toEqual([[], []]);
});

test("a name of one letter, which the index has no word for: by its full name; it may stand in all code", () => {
  expect(filesDefining(view.generations, "t")).toEqual(["t.ts"]);
  expect(filesHolding(view.generations, "t")).toEqual(["a.ts", "b.ts", "c.ts", "d.ts", "t.ts"]);
  expect(filesHolding(view.generations, "openFile")).toEqual(["a.ts", "c.ts"]);
});

test("full names, each once a file, and no more than are wanted", () => {
  const named = (most: number) => symbolsNamed(view.generations, (symbol) => /File/.test(symbol), most);
  expect(named(10)).toEqual([
    { path: "a.ts", symbol: "Cache.openFile" },
    { path: "b.ts", symbol: "closeFile" },
  ]);
  expect(named(1)).toHaveLength(1);
});
