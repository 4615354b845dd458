// Where indexes are kept, and which are removed: those of trees that are gone, and the oldest when there are too many.

import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { codeFolder, forgetTree, keptTrees, sweepTrees } from "../../../../src/code/store/code-folders.ts";
import { writeManifest } from "../../../../src/code/store/manifest.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
const ports = {
  disk: diskFileSystem,
  removeFolder: (path: string) => {
    if (existsSync(path) && readdirSync(path).length === 0) rmdirSync(path);
  },
};
let base = "";

beforeEach(() => {
  base = newFolder();
});

/** An index of `root` of about `bytes`, last saved at `lookedAt`. */
function putIndex(root: string, lookedAt: number, bytes = 100): string {
  const folder = codeFolder(base, root);
  mkdirSync(folder, { recursive: true });
  const generations = [{ name: "a", files: 1, chunks: 1 }];
  writeManifest(diskFileSystem, folder, {
    root,
    generations,
    commits: [],
    parsed: [],
    head: null,
    unreached: [],
    lookedAt,
  });
  writeFileSync(join(folder, "a.files"), "x".repeat(bytes));
  writeFileSync(join(folder, "a.chunks"), "");
  return folder;
}

const isThere = (root: string) => !root.includes("gone");
const kept = () => keptTrees(diskFileSystem, base).map(({ root }) => root);

test("each tree has a folder of its own in the knowledge base directory", () => {
  const [one, two] = [codeFolder(base, "/w/one"), codeFolder(base, "/w/two")];
  expect(one).toMatch(new RegExp(`^${base}/code/[0-9a-f]{16}$`));
  expect(one).not.toBe(two);
  expect(codeFolder(base, "/w/one")).toBe(one);
});

test("indexes of trees that are gone are removed, and what is no index stays", () => {
  const own = putIndex("/w/gone-but-own", 1);
  putIndex("/w/here", 3);
  const gone = putIndex("/w/gone", 2);
  writeFileSync(join(base, "code", "notes.txt"), "mine");
  mkdirSync(join(base, "code", "mine"));
  expect(sweepTrees(ports, base, own, isThere).map(({ root }) => root)).toEqual(["/w/gone"]);
  expect(existsSync(gone)).toBe(false);
  expect(kept()).toEqual(["/w/here", "/w/gone-but-own"]);
  expect(readdirSync(join(base, "code"))).toEqual(expect.arrayContaining(["notes.txt", "mine"]));
});

test("all together are bounded: what was not used for the longest time goes first", () => {
  for (const at of [1, 2, 3, 4]) putIndex(`/w/t${at}`, at, 1000);
  const removed = sweepTrees(ports, base, codeFolder(base, "/w/t1"), isThere, 4000);
  expect(removed.map(({ root }) => root)).toEqual(["/w/t2"]);
  expect(kept()).toEqual(["/w/t4", "/w/t3", "/w/t1"]);
});

test("an index that says another tree, or nothing, is removed; one that is being written is not", () => {
  const folder = putIndex("/w/one", 1);
  const other = codeFolder(base, "/w/other");
  mkdirSync(other);
  writeFileSync(join(other, "manifest.json"), "damaged");
  const lock = diskFileSystem.tryLock(join(other, ".lock"))!;
  expect(sweepTrees(ports, base, folder, isThere)).toEqual([]);
  lock.release();
  expect(sweepTrees(ports, base, folder, isThere).map((tree) => tree.folder)).toEqual([other]);
});

test("forgetting removes everything that is kept of a tree, and only of that", () => {
  const folder = putIndex("/w/one", 1);
  putIndex("/w/two", 2);
  const lock = diskFileSystem.tryLock(join(folder, ".lock"))!;
  expect(forgetTree(ports, base, "/w/one")).toBe("busy");
  expect(existsSync(join(folder, "manifest.json"))).toBe(true);
  lock.release();
  writeFileSync(join(folder, "manifest.json.tmp-1-2-abc"), "half");
  expect(forgetTree(ports, base, "/w/one")).toBe("forgotten");
  expect(existsSync(folder)).toBe(false);
  expect(forgetTree(ports, base, "/w/one")).toBe("none");
  expect(kept()).toEqual(["/w/two"]);
  rmSync(join(base, "code"), { recursive: true });
  expect([forgetTree(ports, base, "/w/two"), kept()]).toEqual(["none", []]);
});
