// Where a repository stands, without a process: seen to move by what git itself does, and asked cheaply.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type GitState, gitState } from "../../../../src/code/files/git-state.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import type { StampedFiles } from "../../../../src/platform/small-files.ts";
import { gitTree } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";

beforeEach(() => {
  root = makeRepository(join(newFolder(), "app"));
});

const state = (before?: GitState, folder = root) => gitState(gitTree(folder).repository, diskFiles, before);
const headOf = (folder = root) =>
  spawnSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" }).stdout.trim();

test("HEAD is followed through whatever moves it", () => {
  expect(state()).toMatchObject({ head: null, indexPath: join(root, ".git", "index"), indexVersion: null });
  let before = state();
  const steps: readonly (readonly string[])[] = [
    ["commit", "-q", "--allow-empty", "-m", "first"],
    ["commit", "-q", "--allow-empty", "-m", "second"],
    ["commit", "-q", "--amend", "--allow-empty", "-m", "other"],
    ["checkout", "-q", "-b", "side"],
    ["pack-refs", "--all", "--prune"],
    ["commit", "-q", "--allow-empty", "-m", "third"],
    ["checkout", "-q", "--detach", "HEAD~"],
    ["commit", "-q", "--allow-empty", "-m", "on no branch"],
    ["checkout", "-q", "side"],
    ["reset", "-q", "--hard", "HEAD~"],
    ["gc", "-q"],
  ];
  for (const words of steps) {
    git(root, ...words);
    const now = state(before);
    expect([words, now.head]).toEqual([words, headOf()]);
    expect(now).not.toBe(before);
    expect(state(now)).toBe(now);
    before = now;
  }
});

test("an index that moved alone is seen, and HEAD is not read for it", () => {
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  const before = state();
  writeFileSync(join(root, "a.ts"), "");
  expect(state(before)).toBe(before);
  git(root, "add", "a.ts");
  const now = state(before);
  expect(now.indexVersion).not.toBe(before.indexVersion);
  expect(now).toMatchObject({ head: before.head, headVersion: before.headVersion });
});

test("a linked work tree has a HEAD and an index of its own", () => {
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  git(root, "worktree", "add", "-q", "../linked");
  const linked = join(root, "..", "linked");
  const [before, own] = [state(), state(undefined, linked)];
  git(linked, "commit", "-q", "--allow-empty", "-m", "second");
  expect(state(before)).toBe(before);
  expect(state(own, linked).head).toBe(headOf(linked));
  expect(own.indexPath).toBe(join(root, ".git", "worktrees", "linked", "index"));
});

test("nothing but HEAD is read as long as nothing moves", () => {
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  const { repository } = gitTree(root);
  const before = gitState(repository, diskFiles);
  const read: string[] = [];
  const counting: StampedFiles = {
    ...diskFiles,
    readText(path, ...rest) {
      read.push(path);
      return diskFiles.readText(path, ...rest);
    },
  };
  expect(gitState(repository, counting, before)).toBe(before);
  expect(read).toEqual([join(root, ".git", "HEAD")]);
});
