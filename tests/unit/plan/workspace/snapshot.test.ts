// Snapshots of trees and what changed since: each kind of change, what git ignores, repositories inside, bounds, and the
// files in which snapshots are kept.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { snapshotSince, takeSnapshot } from "../../../../src/plan/workspace/snapshot.ts";
import { snapshotDiff } from "../../../../src/plan/workspace/snapshot-diff.ts";
import { SnapshotStore } from "../../../../src/plan/workspace/snapshot-store.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { diskTreeEntries, hashOf } from "../../../../src/platform/tree-entries.ts";
import { useCopies } from "../../../support/copies.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { changesBy, snapshotPorts, writeTree } from "../../../support/plan-tree.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

const copy = useCopies((root) => {
  makeRepository(root);
  writeTree(root, {
    ".gitignore": "dist/\n*.log\n",
    "src/a.ts": "a",
    "src/b.ts": "b",
    "docs/read.md": "read",
    "dist/out.js": "out",
    "run.log": "log",
  });
  symlinkSync("src/a.ts", `${root}/link`);
  git(root, "add", ".");
  git(root, "commit", "-qm", "first");
  writeTree(root, { "src/untracked.ts": "new" });
});

function repository(): { root: string; ports: ReturnType<typeof snapshotPorts> } {
  return { root: copy(`${folder()}/tree`), ports: snapshotPorts(folder()) };
}

describe("changes in a work tree of git", () => {
  const cases: readonly [string, (root: string) => void, string[]][] = [
    ["nothing", () => undefined, []],
    ["the same text written again", (root) => writeFileSync(`${root}/src/a.ts`, "a"), []],
    ["other times", (root) => utimesSync(`${root}/src/a.ts`, 5, 5), []],
    ["a text of the same length", (root) => writeFileSync(`${root}/src/a.ts`, "A"), ["content src/a.ts"]],
    ["an untracked file", (root) => writeFileSync(`${root}/src/untracked.ts`, "x"), ["content src/untracked.ts"]],
    ["a new file", (root) => writeFileSync(`${root}/src/c.ts`, "c"), ["added src/c.ts"]],
    ["a file that is gone", (root) => rmSync(`${root}/src/b.ts`), ["deleted src/b.ts"]],
    [
      "a rename over another file",
      (root) => renameSync(`${root}/src/a.ts`, `${root}/src/b.ts`),
      ["deleted src/a.ts", "content src/b.ts"],
    ],
    [
      "a rename",
      (root) => renameSync(`${root}/docs/read.md`, `${root}/docs/READ.md`),
      ["added docs/READ.md from docs/read.md", "deleted docs/read.md"],
    ],
    ["another mode", (root) => chmodSync(`${root}/src/a.ts`, 0o755), ["mode src/a.ts"]],
    [
      "another target",
      (root) => {
        rmSync(`${root}/link`);
        symlinkSync("src/b.ts", `${root}/link`);
      },
      ["target link"],
    ],
    [
      "a link in the place of a file",
      (root) => {
        renameSync(`${root}/src/a.ts`, `${root}/dist/a.ts`);
        symlinkSync("../dist/a.ts", `${root}/src/a.ts`);
      },
      ["type src/a.ts"],
    ],
    [
      "a link in the place of a folder with the same files",
      (root) => {
        renameSync(`${root}/src`, `${root}/dist/src`);
        symlinkSync("dist/src", `${root}/src`);
      },
      ["added src", "deleted src/a.ts", "deleted src/b.ts", "deleted src/untracked.ts"],
    ],
    ["what git ignores", (root) => writeTree(root, { "dist/out.js": "x", "dist/new.js": "x", "b.log": "x" }), []],
    [
      "a new rule and a file that it hides",
      (root) => writeTree(root, { ".gitignore": "dist/\n*.log\nhidden/\n", "hidden/evil.ts": "x", "src/b.ts": "x" }),
      ["content .gitignore", "added hidden/evil.ts hidden", "content src/b.ts"],
    ],
    ["a rule less", (root) => writeTree(root, { ".gitignore": "*.log\n", "dist/new.js": "x" }), ["content .gitignore"]],
    [
      "a rule in git's own folder",
      (root) => writeTree(root, { ".git/info/exclude": "hidden\n", hidden: "x" }),
      ["content .git/info/exclude", "added hidden hidden"],
    ],
    [
      "a hook of git, and what it does not run",
      (root) => writeTree(root, { ".git/hooks/pre-commit": "x", ".git/hooks/pre-push.sample": "x" }),
      ["added .git/hooks/pre-commit"],
    ],
    [
      "git's configuration",
      (root) => git(root, "config", "core.pager", "x"),
      ["content .git/config", "added .git/config (core.pager)"],
    ],
    ["another branch", (root) => git(root, "checkout", "-qb", "side"), ["content .git/HEAD"]],
    [
      "a commit, which changes no file",
      (root) => {
        git(root, "add", ".");
        git(root, "commit", "-qm", "second");
      },
      [],
    ],
    [
      "a file that git forgets and ignores",
      (root) => {
        git(root, "rm", "-q", "--cached", "src/b.ts");
        writeTree(root, { ".git/info/exclude": "src/b.ts\n", "src/b.ts": "x" });
      },
      ["content .git/info/exclude", "content src/b.ts"],
    ],
    [
      "a new repository inside, which would hide its files",
      (root) => {
        makeRepository(`${root}/inner`);
        writeTree(root, { "inner/.gitignore": "*\n", "inner/evil.ts": "x" });
      },
      ["added inner/.git/HEAD", "added inner/.git/config", "added inner/evil.ts hidden"],
    ],
    [
      "a file that becomes a folder",
      (root) => {
        rmSync(`${root}/src/a.ts`);
        writeTree(root, { "src/a.ts/x": "x" });
      },
      ["deleted src/a.ts", "added src/a.ts/x"],
    ],
    [
      "a name that is not UTF-8",
      (root) => writeFileSync(Buffer.concat([Buffer.from(`${root}/n`), Buffer.from([0xff])]), "x"),
      ["added n\udcff"],
    ],
    ["a name of two lines", (root) => writeFileSync(`${root}/two\nlines`, "x"), ["added two\nlines"]],
  ];
  for (const [what, change, expected] of cases) {
    test.skipIf(process.platform === "darwin" && what.endsWith("UTF-8"))(what, async () => {
      const { root, ports } = repository();
      const changes = await changesBy(root, ports, () => change(root));
      const isSample = (line: string) =>
        /\.git\/(?:hooks|info)\/(?!pre-commit$|exclude$)|inner\/\.git(?:ignore|\/hooks|\/info)/.test(line);
      expect(changes.filter((line) => !isSample(line))).toEqual(expected);
    });
  }
});

test("a submodule is compared by its own git, and its commit too", async () => {
  const source = makeRepository(`${folder()}/source`);
  writeTree(source, { "s.ts": "s", ".gitignore": "built\n" });
  git(source, "add", ".");
  git(source, "commit", "-qm", "s");
  const { root, ports } = repository();
  git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", source, "sub");
  git(root, "commit", "-qm", "sub");
  const changes = await changesBy(root, ports, () => {
    writeTree(root, { "sub/s.ts": "x", "sub/new.ts": "x", "sub/built": "x" });
    git(`${root}/sub`, "checkout", "-q", "--detach");
  });
  expect(changes).toEqual(["content sub/.git/HEAD", "added sub/new.ts", "content sub/s.ts"]);
});

test("a linked work tree has its own HEAD and the hooks of all", async () => {
  const { root, ports } = repository();
  const linked = `${folder()}/linked`;
  git(root, "worktree", "add", "-q", linked);
  const changes = await changesBy(linked, ports, () => {
    git(linked, "checkout", "-q", "--detach");
    writeTree(root, { ".git/hooks/pre-push": "x", "src/a.ts": "not here" });
  });
  expect(changes).toEqual(["content .git/HEAD", "added .git/hooks/pre-push"]);
});

test("a folder without git is walked, and a repository in it too", async () => {
  const root = folder();
  writeTree(root, { "a/b.txt": "b", "node_modules/x/i.js": "i", ".gitignore": "out\n", "out/o": "o" });
  makeRepository(`${root}/inner`);
  writeTree(root, { "inner/i.ts": "i" });
  const changes = await changesBy(root, snapshotPorts(folder()), () => {
    writeTree(root, { "a/b.txt": "x", "node_modules/x/i.js": "x", "out/o": "x", "a/n": "n", "inner/i.ts": "x" });
    symlinkSync("b.txt", `${root}/a/l`);
  });
  expect(changes).toEqual(["content a/b.txt", "added a/l", "added a/n", "content inner/i.ts"]);
});

test("a tree that lies in a folder for temporary files of git is seen", async () => {
  const scratch = folder();
  const root = makeRepository(`${scratch}/.scratch-shop`);
  writeTree(root, { "src/a.ts": "a" });
  const changes = await changesBy(root, snapshotPorts(scratch), () => writeTree(root, { "src/a.ts": "changed" }));
  expect(changes).toEqual(["content src/a.ts"]);
});

test("what helix and the client write themselves is passed over, also where it is ignored", async () => {
  for (const withGit of [true, false]) {
    const { root, ports } = withGit ? repository() : { root: folder(), ports: snapshotPorts(folder()) };
    writeTree(root, { "kb/events/active.jsonl": "1", "src/a.ts": "a", "dist/kb/x": "1" });
    const changes = await changesBy(root, { ...ports, passedOver: [`${root}/kb`, `${root}/dist/kb`] }, () =>
      writeTree(root, { "kb/events/active.jsonl": "22", "kb/new": "x", "src/a.ts": "b" }),
    );
    expect(changes).toEqual(["content src/a.ts"]);
  }
});

test("a change that leaves size and times as they were is found: the time of the change itself cannot be set", async () => {
  const { root, ports } = repository();
  const changes = await changesBy(root, ports, () => {
    const { atimeMs, mtimeMs } = statSync(`${root}/src/a.ts`);
    writeFileSync(`${root}/src/a.ts`, "Z");
    utimesSync(`${root}/src/a.ts`, atimeMs / 1000, mtimeMs / 1000);
  });
  expect(changes).toEqual(["content src/a.ts"]);
});

test("what was there lately is read again although the system says the same of it", async () => {
  const { root, ports } = repository();
  const before = await takeSnapshot(root, ports);
  const now = await takeSnapshot(root, ports);
  const entries = new Map(now.entries);
  entries.set("src/a.ts", { ...entries.get("src/a.ts")!, content: "other" });
  expect(snapshotDiff(before, { ...now, entries }).map(({ path }) => path)).toEqual(["src/a.ts"]);
  const old = new Map(before.entries);
  old.set("src/a.ts", { ...old.get("src/a.ts")!, isFresh: false });
  expect(snapshotDiff({ ...before, entries: old }, { ...now, entries })).toEqual([]);
});

describe("bounds", () => {
  test("a large file is compared by what the system says of it, and that is said", async () => {
    const { root } = repository();
    writeFileSync(`${root}/large.bin`, "0123456789");
    const ports = snapshotPorts(folder(), { fileBytesMax: 5 });
    const before = await takeSnapshot(root, ports);
    expect(before.notes).toEqual([
      expect.stringMatching(/^compared by size and times, not by content: \d+ files above 0 MB$/),
    ]);
    truncateSync(`${root}/large.bin`, 9);
    const now = await snapshotSince(before, ports);
    expect(snapshotDiff(before, now).map(({ kind, path }) => `${kind} ${path}`)).toEqual(["facts large.bin"]);
  });

  test("behind the time limit nothing is read, but all is looked at", async () => {
    const { root } = repository();
    let elapsed = 0;
    const ports = { ...snapshotPorts(folder(), { timeMs: 1000 }), elapsed: () => (elapsed += 600) };
    const before = await takeSnapshot(root, ports);
    expect(before.notes.join()).toContain("as there was no time to read: ");
    expect(before.entries.has("src/untracked.ts")).toBe(true);
    writeFileSync(`${root}/src/untracked.ts`, "xyz!");
    const now = await snapshotSince(before, ports);
    expect(snapshotDiff(before, now).map(({ path }) => path)).toEqual(["src/untracked.ts"]);
  });

  test("names beyond the bound are said", async () => {
    const { root } = repository();
    const { entries, isCut, notes } = await takeSnapshot(root, snapshotPorts(folder(), { namesMax: 3 }));
    expect(entries.size).toBe(3);
    expect(isCut).toBe(true);
    expect(notes).toEqual(["only 3 files are compared: there are more"]);
  });

  test("a walk that takes too long is cut, and says so", async () => {
    const root = folder();
    writeTree(root, { "a/b/c/d": "d", e: "e" });
    let elapsed = 0;
    const ports = { ...snapshotPorts(folder(), { timeMs: 1000 }), elapsed: () => (elapsed += 300) };
    const { isCut, notes, entries } = await takeSnapshot(root, ports);
    expect(isCut).toBe(true);
    expect(notes[0]).toBe("not all folders could be listed in time: what is in the others is not compared");
    expect([...entries.keys()]).toEqual(["e"]);
  });

  test("there is none of what is no folder", async () => {
    const root = folder();
    await expect(takeSnapshot(`${root}/none`, snapshotPorts(root))).rejects.toThrow(/no folder/);
  });
});

describe("the files of snapshots", () => {
  test("give back what was written, and the last of a tree", async () => {
    const { root, ports } = repository();
    const store = new SnapshotStore(diskFileSystem, `${folder()}/plans/snapshots`);
    expect(store.last(root)).toBeNull();
    const snapshot = await takeSnapshot(root, ports);
    const hash = store.write(snapshot);
    expect(store.read(hash)).toEqual(snapshot);
    expect(store.last(root)).toEqual(snapshot);
    expect(store.write(snapshot)).toBe(hash);
    expect(store.read("../../etc/passwd")).toBeNull();
  });

  test("texts of a delta are kept where they are asked for, but those of large files", async () => {
    const { root, ports } = repository();
    writeFileSync(`${root}/src/large.ts`, "x".repeat(1024 * 1024 + 1));
    const store = new SnapshotStore(diskFileSystem, `${folder()}/snapshots`);
    const snapshot = await takeSnapshot(root, ports, { textsOf: ["src/"] });
    expect([...snapshot.texts].sort()).toEqual([
      ["src/a.ts", "a"],
      ["src/b.ts", "b"],
      ["src/untracked.ts", "new"],
    ]);
    expect(snapshot.notes).toEqual(["of 1 file in the delta, too large, it cannot be told which lines are new"]);
    expect(store.read(store.write(snapshot))).toEqual(snapshot);
  });

  test("a damaged one is none, and those that nobody needs go after an hour", async () => {
    const { root, ports } = repository();
    const directory = `${folder()}/snapshots`;
    const store = new SnapshotStore(diskFileSystem, directory);
    const first = store.write(await takeSnapshot(root, ports));
    mkdirSync(`${root}/more`);
    writeFileSync(`${root}/more/x`, "x");
    const second = store.write(await takeSnapshot(root, ports));
    writeFileSync(`${root}/more/x`, "y");
    const last = store.write(await takeSnapshot(root, ports));
    const hour = 60 * 60 * 1000;
    store.prune(new Set([second]), Date.now() + hour / 2);
    expect(store.read(first)).not.toBeNull();
    store.prune(new Set([second]), Date.now() + 2 * hour);
    expect(store.read(first)).toBeNull();
    expect(store.read(second)).not.toBeNull();
    expect(store.read(last)).not.toBeNull();
    writeFileSync(`${directory}/${last}`, "damage");
    expect(store.read(last)).toBeNull();
  });

  test("one of helix 0.2 is read, and compared by what it has", async () => {
    const { root, ports } = repository();
    spawnSync("mkfifo", [`${root}/pipe`]);
    writeTree(root, { ".git/config.worktree": "" });
    const { entries, ignored, rules } = await takeSnapshot(root, ports);
    const lines = [...entries].flatMap(([path, { kind, mode, size, modifiedMs, changedMs, inode, content }]) =>
      kind === "other" || path.endsWith("config.worktree")
        ? []
        : [JSON.stringify([path, kind, mode, size, modifiedMs, changedMs, inode, content, 1])],
    );
    const text = [JSON.stringify({ v: 1, root, ignored, rules, isCut: false, notes: [] }), ...lines].join("\n");
    const directory = folder();
    writeFileSync(`${directory}/${hashOf(text)}`, Bun.zstdCompressSync(new TextEncoder().encode(text)));
    const old = new SnapshotStore(diskFileSystem, directory).read(hashOf(text))!;
    expect(old).toMatchObject({ root, listing: null, flaw: "" });
    writeTree(root, { "src/b.ts": "changed", "dist/new.js": "x" });
    const now = await snapshotSince(old, ports);
    expect([snapshotDiff(old, now).map(({ path }) => path), now.flaw]).toEqual([["src/b.ts"], ""]);
  });

  test("reading is spared where the system says the same as in the last one", async () => {
    const { root, ports } = repository();
    const before = await takeSnapshot(root, { ...ports, now: () => Date.now() + 10_000 });
    const read: string[] = [];
    const entries = {
      ...diskTreeEntries,
      hash(path: string, bytesMax: number) {
        read.push(path.slice(root.length + 1));
        return diskTreeEntries.hash(path, bytesMax);
      },
    };
    writeFileSync(`${root}/src/b.ts`, "x");
    const later = { ...ports, entries, now: () => Date.now() + 10_000 };
    const now = await takeSnapshot(root, later, { last: before });
    expect(read).toEqual(["src/b.ts"]);
    expect(now.entries.get("src/a.ts")).toEqual(before.entries.get("src/a.ts"));
  });
});
