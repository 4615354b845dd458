// Notes on a file that is not where it was: whole, or lines of it. Where it is now commits say.

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SourceChecker } from "../../../../src/notes/sources/source-checker.ts";
import { sourceRoot } from "../../../../src/notes/sources/source-root.ts";
import { stateWords } from "../../../../src/notes/sources/source-state.ts";
import { SymbolFollower } from "../../../../src/notes/sources/symbol-follower.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { temporaryDirectory } from "../../../support/knowledge.ts";

const TEXT = "one\ntwo\nthree\nfour\n";

/** A note on a source, in a folder whose commits are what the test says. */
function noteOn(source: string) {
  const root = temporaryDirectory();
  const put = (path: string, text: string) => writeFileSync(join(root, path), text);
  mkdirSync(join(root, ".git/logs"), { recursive: true });
  put(".git/logs/HEAD", "first\n");
  put("a.txt", TEXT);
  const renames = new Map<string, string>();
  const asked: string[] = [];
  const tree = {
    hasCommits: true,
    filesDefining: () => [],
    async nameNow(path: string) {
      asked.push(path);
      return renames.get(path) ?? null;
    },
  };
  const reader = { symbolsOf: async () => null, quickSymbolsOf: async () => null, treeAt: async () => tree };
  const caller = { project: { keys: ["me/app"], root, linkedGit: null }, directory: root };
  const checker = new SourceChecker(sourceRoot(caller as never, diskFiles), diskFiles);
  const entry = { source, cited: checker.cite(source, ["me/app"]), projects: ["me/app"], minutes: 0 };
  const follower = new SymbolFollower(checker, checker.root!, reader);
  const words = async () => {
    const state = checker.pass({ files: 10, bytes: 1_000_000 }).check(entry)!;
    const [followed] = await follower.followEach([entry], [state], async () => undefined);
    return stateWords(followed ?? state);
  };
  return { root, put, renames, asked, tree, words };
}

test.each([
  ["a.txt", "now b.txt", "changed, now b.txt"],
  ["a.txt:2-3", "now b.txt", "now b.txt:3-4"],
  ["a.txt:4", "now b.txt", "now b.txt:5"],
])("%s is followed to what commits name it, and compared there", async (source, same, later) => {
  const { root, put, renames, words } = noteOn(source);
  expect(await words()).toBe("unchanged");
  renameSync(join(root, "a.txt"), join(root, "b.txt"));
  expect(await words()).toBe("gone");
  renames.set("a.txt", "b.txt");
  put(".git/logs/HEAD", "first\nsecond\n");
  expect(await words()).toBe(same);
  put("b.txt", `zero\n${TEXT}`);
  expect(await words()).toBe(later);
  put("b.txt", "else\n");
  expect(await words()).toBe("changed, now b.txt");
  rmSync(join(root, "b.txt"));
  expect(await words()).toBe("gone");
  put("a.txt", TEXT);
  expect(await words()).toBe("unchanged");
});

test("a file that is gone is asked for once while HEAD stands, and only where all commits are known", async () => {
  const { root, put, asked, tree, words } = noteOn("a.txt");
  rmSync(join(root, "a.txt"));
  tree.hasCommits = false;
  expect([await words(), await words(), asked.length]).toEqual(["gone", "gone", 2]);
  tree.hasCommits = true;
  expect([await words(), await words(), asked.length]).toEqual(["gone", "gone", 3]);
  put(".git/logs/HEAD", "first\nsecond\n");
  expect([await words(), asked.length]).toEqual(["gone", 4]);
});

test("a name that commits give and that leads out of the project is not read", async () => {
  const { root, renames, words } = noteOn("a.txt");
  const outside = join(temporaryDirectory(), "b.txt");
  writeFileSync(outside, TEXT);
  rmSync(join(root, "a.txt"));
  renames.set("a.txt", `../${outside}`);
  expect(await words()).toBe("gone");
});

test("a place is shown without control characters and credentials, and not longer than it may be", async () => {
  const { root, renames, words } = noteOn("a.txt");
  const name = `b\u001b[31m${"x".repeat(120)}.txt`;
  renameSync(join(root, "a.txt"), join(root, name));
  renames.set("a.txt", name);
  const shown = await words();
  expect(shown).toMatch(/^now b/);
  expect(shown).not.toContain("\u001b");
  expect(shown!.length).toBeLessThanOrEqual("now ".length + 80);
});
