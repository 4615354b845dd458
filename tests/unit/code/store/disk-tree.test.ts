// A work tree as the index reads it: facts that stay the same only for what stays the same.

import { chmodSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { DiskTree } from "../../../../src/code/store/disk-tree.ts";
import { askedTree, codePorts, putFiles } from "../../../support/code-ports.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let tree: DiskTree;
let wallMs = 0;

beforeEach(() => {
  root = makeRepository(join(newFolder(), "app"));
  putFiles(root, { "a.ts": "one\n", "in/b.ts": "two\n", ".env": "KEY=1\n" });
  // An hour later.
  wallMs = statSync(join(root, ".env")).ctimeMs + 3_600_000;
  tree = new DiskTree(askedTree(root), { ...codePorts(newFolder()), wallMs: () => wallMs });
});

test("lists its files with the same facts as one by one, and reads them", async () => {
  const { files, remarks, by } = await tree.list();
  expect([files.map(({ path }) => path), remarks, by]).toEqual([[".env", "a.ts", "in/b.ts"], [], "git"]);
  for (const { path, facts } of files) {
    expect(facts).not.toBe(0n);
    expect(tree.facts(path)).toBe(facts);
  }
  expect(["a.ts", "none.ts"].map(tree.looks())).toEqual([tree.facts("a.ts"), null]);
  expect(files.map(({ path }) => tree.read(path))).toEqual([
    { unread: "secret" },
    { text: "one\n" },
    { text: "two\n" },
  ]);
  expect([tree.facts("none.ts"), tree.read("none.ts")]).toEqual([null, { unread: "gone" }]);
});

test("facts differ after every change, with times set back too", () => {
  const at = join(root, "a.ts");
  let before = tree.facts("a.ts");
  const { mtime } = statSync(at);
  const changes: readonly (() => void)[] = [
    () => writeFileSync(at, "more\n"),
    () => chmodSync(at, 0o755),
    () => utimesSync(at, 1000, 1000),
    () => renameSync(join(root, "in", "b.ts"), at),
    () => {
      rmSync(at);
      writeFileSync(at, "two\n");
      utimesSync(at, mtime, mtime);
    },
  ];
  for (const change of changes) {
    change();
    const now = tree.facts("a.ts");
    expect(now).not.toBe(before);
    before = now;
  }
});

test("a file that has just changed has no facts to go by, until some time is over", async () => {
  const changedMs = statSync(join(root, "a.ts")).ctimeMs;
  const factsAt = async (ms: number) => {
    wallMs = changedMs + ms;
    const listed = (await tree.list()).files.find(({ path }) => path === "a.ts")?.facts;
    expect(tree.facts("a.ts")).toBe(listed!);
    return listed === 0n;
  };
  expect([await factsAt(0), await factsAt(1999), await factsAt(2000)]).toEqual([true, true, false]);
  // The clock was set back since.
  expect(await factsAt(-3_600_000)).toBe(false);
});

test("what lies behind a link that has taken a folder's place is gone", () => {
  const outside = newFolder();
  putFiles(outside, { "b.ts": "secret\n" });
  renameSync(join(root, "in"), join(outside, "before"));
  symlinkSync(outside, join(root, "in"));
  expect([tree.facts("in/b.ts"), tree.read("in/b.ts")]).toEqual([null, { unread: "unreadable" }]);
});
