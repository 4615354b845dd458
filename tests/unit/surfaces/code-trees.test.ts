// The indexes of work trees that a process keeps: what is known of one by its manifest alone, and what a server removes
// when it is idle.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { DiskCodeTrees } from "../../../src/surfaces/code-trees.ts";
import { makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let base = "";
let [shop, gone] = ["", ""];

/** Indexes a tree as a command does. */
async function index(root: string): Promise<void> {
  const trees = new DiskCodeTrees(base, null);
  await trees.open(root, false).source.view();
  await trees.leaveTidy();
  trees.close();
}

beforeEach(() => {
  const folder = newFolder();
  base = join(folder, "kb");
  mkdirSync(base);
  [shop, gone] = ["shop", "gone"].map((name) => {
    const root = makeRepository(join(folder, name));
    for (const file of ["a", "b"]) writeFileSync(join(root, `${file}.ts`), `export const ${file} = 1;\n`);
    return root;
  }) as [string, string];
});

const kept = () => readdirSync(join(base, "code")).length;

test("what is kept of a tree is known without a look at it", async () => {
  const trees = new DiskCodeTrees(base, null);
  expect(trees.kept(shop)).toBeNull();
  await index(shop);
  writeFileSync(join(shop, "c.ts"), "export const c = 1;\n");
  mkdirSync(join(shop, "src"));
  expect(trees.kept(join(shop, "src"))).toEqual({ files: 2, isExact: true });
  expect(trees.kept(gone)).toBeNull();
  expect(trees.kept(join(shop, "none"))).toBeNull();
});

test("a server removes once what is kept of trees that are gone, when it is idle, and nothing else", async () => {
  await index(shop);
  await index(gone);
  rmSync(gone, { recursive: true });
  const waiting: (() => void)[] = [];
  const trees = new DiskCodeTrees(base, (work) => waiting.push(work));
  for (let call = 0; call < 3; call++) trees.open(shop, false);
  expect([waiting.length, kept()]).toEqual([1, 2]);
  waiting[0]!();
  expect(kept()).toBe(1);
  expect(trees.kept(shop)).toEqual({ files: 2, isExact: true });
  trees.close();
});
