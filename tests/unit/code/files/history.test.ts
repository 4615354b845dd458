// The commits that HEAD reaches, as they come and go: messages, changed paths, renames, and what is known already.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { COMMIT_FORMAT, type Commit, CommitParser } from "../../../../src/code/files/commit-parser.ts";
import { gitState } from "../../../../src/code/files/git-state.ts";
import { HISTORY_BOUNDS, type History, readHistory } from "../../../../src/code/files/history.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import type { Programs } from "../../../../src/platform/programs.ts";
import { systemPrograms } from "../../../../src/platform/programs.ts";
import { codePorts, gitTree, putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [own, root] = ["", ""];

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
});

function commit(message: string, files: Readonly<Record<string, string>> = {}): void {
  putFiles(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "--allow-empty", "-m", message);
}

interface Asked {
  readonly known?: readonly string[];
  readonly bounds?: Partial<typeof HISTORY_BOUNDS>;
  readonly folder?: string;
  readonly programs?: Programs;
}

function history({ known = [], bounds = {}, folder = root, programs = systemPrograms }: Asked = {}): Promise<History> {
  const tree = gitTree(folder);
  const { head } = gitState(tree.repository, diskFiles);
  return readHistory(codePorts(own, { programs }), tree, head, new Set(known), { ...HISTORY_BOUNDS, ...bounds });
}

const subjects = ({ commits }: Pick<History, "commits">) => commits.map(({ subject }) => subject);
const names = ({ commits }: History) => commits.map(({ name }) => name);
const said = (folder: string, ...words: string[]) =>
  spawnSync("git", words, { cwd: folder, encoding: "utf8" }).stdout.trim().split("\n");

describe("a commit", () => {
  test("has its name, time, message and changed paths, with what was renamed", async () => {
    const text = Array.from({ length: 30 }, (_, at) => `const line${at} = ${at};\n`).join("");
    commit("first\n\nThe body\nof it.\n\nTrailer: x", { "a.ts": text, "b c.ts": "1", "ü.ts": "2" });
    git(root, "mv", "a.ts", "moved.ts");
    rmSync(join(root, "b c.ts"));
    commit("second", { "moved.ts": `${text}const more = 1;\n`, "ü.ts": "3", "new.ts": "4" });
    commit("third: nothing");
    const read = await history();
    expect(read).toMatchObject({ gone: [], isComplete: true, notes: [] });
    expect(names(read)).toEqual(said(root, "log", "--format=%H").map((name) => name.slice(0, 16)));
    expect(read.commits.map(({ time }) => String(time))).toEqual(said(root, "log", "--format=%ct"));
    expect(read.commits.map(({ subject, body, changes, changed }) => ({ subject, body, changes, changed }))).toEqual([
      { subject: "third: nothing", body: "", changes: [], changed: 0 },
      {
        subject: "second",
        body: "",
        changes: [
          { kind: "deleted", path: "b c.ts", from: null },
          { kind: "renamed", path: "moved.ts", from: "a.ts" },
          { kind: "added", path: "new.ts", from: null },
          { kind: "modified", path: "ü.ts", from: null },
        ],
        changed: 4,
      },
      {
        subject: "first",
        body: "The body\nof it.\n\nTrailer: x",
        changes: ["a.ts", "b c.ts", "ü.ts"].map((path) => ({ kind: "added", path, from: null })),
        changed: 3,
      },
    ]);
  });

  test("of a merge does not count, those that it brings do", async () => {
    commit("first");
    git(root, "checkout", "-q", "-b", "side");
    commit("on the side", { "side.ts": "" });
    git(root, "checkout", "-q", "-");
    commit("on the branch", { "main.ts": "" });
    git(root, "merge", "-q", "--no-edit", "side");
    expect(subjects(await history()).sort()).toEqual(["first", "on the branch", "on the side"]);
  });

  test("may be written in another encoding", async () => {
    writeFileSync(join(own, "message"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    git(root, "-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-F", join(own, "message"));
    expect(subjects(await history())).toEqual(["café"]);
  });

  test("that is very large is bounded", async () => {
    const files = Object.fromEntries(Array.from({ length: 1005 }, (_, at) => [`f/${at}.ts`, ""]));
    putFiles(root, files);
    writeFileSync(join(own, "message"), `subject ${"s".repeat(5000)}\n\n${"ü".repeat(100_000)}\n`);
    git(root, "add", "-A");
    git(root, "commit", "-q", "-F", join(own, "message"));
    const [read] = (await history()).commits;
    expect([read!.subject.length, read!.body.length]).toEqual([1000, 2000]);
    expect([read!.changes.length, read!.changed]).toEqual([1000, 1005]);
  });

  test("with names that cannot be shown has the others", async () => {
    commit("first", { "a.ts": "", "line\nbreak.ts": "" });
    const [read] = (await history()).commits;
    expect(read).toMatchObject({ changes: [{ path: "a.ts" }], changed: 2 });
  });
});

describe("what is known", () => {
  test("is not read again; what HEAD does not reach any more is gone", async () => {
    commit("one", { "a.ts": "1" });
    commit("two", { "a.ts": "2" });
    const first = await history();
    expect(await history({ known: names(first) })).toEqual({ commits: [], gone: [], isComplete: true, notes: [] });
    commit("three", { "a.ts": "3" });
    const second = await history({ known: names(first) });
    expect([subjects(second), second.gone]).toEqual([["three"], []]);
    const known = [...names(second), ...names(first)];
    git(root, "commit", "-q", "--amend", "-m", "three again");
    const amended = await history({ known });
    expect([subjects(amended), amended.gone]).toEqual([["three again"], names(second)]);
  });

  test("survives a rebase, another branch and objects that are gone", async () => {
    commit("base", { "a.ts": "1" });
    git(root, "checkout", "-q", "-b", "side");
    commit("side one", { "s.ts": "1" });
    commit("side two", { "s.ts": "2" });
    const side = await history();
    git(root, "checkout", "-q", "-");
    commit("main", { "m.ts": "1" });
    const main = await history({ known: names(side) });
    expect([subjects(main), main.gone.length]).toEqual([["main"], 2]);
    git(root, "checkout", "-q", "side");
    git(root, "rebase", "-q", "-");
    git(root, "reflog", "expire", "--expire=now", "--all");
    git(root, "gc", "-q", "--prune=now");
    const rebased = await history({ known: names(side) });
    expect([subjects(rebased).sort(), [...rebased.gone].sort()]).toEqual([
      ["main", "side one", "side two"],
      names(side).slice(0, 2).sort(),
    ]);
  });

  test("is all gone in a repository that has no commit", async () => {
    expect(await history({ known: ["0123456789abcdef"] })).toMatchObject({ commits: [], gone: ["0123456789abcdef"] });
  });
});

describe("bounds", () => {
  test("only the newest commits count, which is said; older ones are gone", async () => {
    for (const message of ["one", "two", "three", "four"]) commit(message);
    const all = await history();
    const read = await history({ bounds: { commitsMax: 3 } });
    expect([subjects(read), read.notes]).toEqual([["four", "three", "two"], ["only the newest 3 commits count"]]);
    expect((await history({ bounds: { commitsMax: 3 }, known: names(all) })).gone).toEqual(names(all).slice(3));
    expect((await history({ bounds: { commitsMax: 4 } })).notes).toEqual([]);
  });

  test("what was read before the time was up counts, and the next call goes on", async () => {
    for (const message of ["one", "two", "three"]) commit(message, { [`${message}.ts`]: "" });
    const programs: Programs = {
      ...systemPrograms,
      async run(run) {
        const isLog = run.words.includes("log");
        let left = 350;
        const end = await systemPrograms.run({
          ...run,
          receive(bytes) {
            const piece = isLog ? bytes.subarray(0, left) : bytes;
            left -= piece.length;
            return run.receive(piece);
          },
        });
        return isLog ? { by: "time", code: null, complaint: "" } : end;
      },
    };
    const first = await history({ programs, bounds: { timeMs: 7000 } });
    expect(first.isComplete).toBe(false);
    expect(first.commits.length).toBeGreaterThan(0);
    expect(first.commits.every(({ changes }) => changes.length === 1)).toBe(true);
    const left = 3 - first.commits.length;
    expect(first.notes).toEqual([
      `${left} ${left === 1 ? "commit is" : "commits are"} not read yet: git did not end within 7 s`,
    ]);
    const second = await history({ known: names(first) });
    expect([...subjects(first), ...subjects(second)]).toEqual(["three", "two", "one"]);
  });
});

describe("repositories of other kinds", () => {
  beforeEach(() => {
    commit("one", { "a.ts": Array.from({ length: 50 }, (_, at) => `line ${at}\n`).join("") });
    git(root, "mv", "a.ts", "b.ts");
    putFiles(root, { "b.ts": Array.from({ length: 50 }, (_, at) => `line ${at + 1}\n`).join("") });
    commit("two");
    git(root, "mv", "b.ts", "c.ts");
    commit("three");
  });

  test("a shallow clone has what it has, and its last commit no changes", async () => {
    git(own, "clone", "-q", "--depth=2", `file://${root}`, "shallow");
    const read = await history({ folder: join(own, "shallow") });
    expect(read).toMatchObject({ isComplete: true, notes: [] });
    expect(read.commits.map(({ subject, changed }) => [subject, changed])).toEqual([
      ["three", 1],
      ["two", 0],
    ]);
  });

  test("a clone without contents shows the renames of what stayed the same", async () => {
    git(root, "config", "uploadpack.allowFilter", "true");
    git(own, "clone", "-q", "--no-local", "--filter=blob:none", "--no-checkout", `file://${root}`, "lacking");
    const read = await history({ folder: join(own, "lacking") });
    expect(read.commits.map(({ subject, changes }) => [subject, changes.map(({ kind }) => kind)])).toEqual([
      ["three", ["renamed"]],
      ["two", ["deleted", "added"]],
      ["one", ["added"]],
    ]);
    expect(read.notes).toEqual(["the clone lacks contents: renames of changed files are not seen"]);
  });

  test("a linked work tree has its own HEAD; names of 64 digits are read too", async () => {
    git(root, "worktree", "add", "-q", "../linked", "HEAD~");
    expect(subjects(await history({ folder: join(root, "..", "linked") }))).toEqual(["two", "one"]);
    root = join(newFolder(), "sha256");
    mkdirSync(root);
    git(root, "init", "-q", "--object-format=sha256");
    commit("long name", { "a.ts": "" });
    expect((await history()).commits).toMatchObject([{ subject: "long name", changes: [{ path: "a.ts" }] }]);
  });

  test("objects of another repository are not read", async () => {
    const borrowed = join(own, "borrowed");
    git(own, "clone", "-q", "--shared", root, "borrowed");
    const refused = "commits are not read: its objects lie elsewhere (objects/info/alternates, or a link)";
    const known = ["0123456789abcdef"];
    expect(await history({ folder: borrowed, known })).toEqual({
      commits: [],
      gone: [],
      isComplete: false,
      notes: [refused],
    });
    const linked = makeRepository(join(own, "linked"));
    renameSync(join(linked, ".git", "objects"), join(own, "kept"));
    symlinkSync(join(root, ".git", "objects"), join(linked, ".git", "objects"));
    writeFileSync(join(linked, ".git", "HEAD"), `${said(root, "rev-parse", "HEAD")[0]}\n`);
    expect((await history({ folder: linked })).notes).toEqual([refused]);
    // A pack that is a link.
    git(root, "repack", "-q", "-a", "-d");
    rmSync(join(linked, ".git", "objects"));
    renameSync(join(own, "kept"), join(linked, ".git", "objects"));
    const packs = join(".git", "objects", "pack");
    for (const name of readdirSync(join(root, packs))) symlinkSync(join(root, packs, name), join(linked, packs, name));
    expect(said(linked, "log", "--format=%s")).toEqual(["three", "two", "one"]);
    expect((await history({ folder: linked })).notes).toEqual([refused]);
  });

  test("without git, or with broken objects, it is said that nothing was read", async () => {
    const none: Programs = { ...systemPrograms, find: () => null };
    expect(await history({ programs: none, known: ["0123456789abcdef"] })).toEqual({
      commits: [],
      gone: [],
      isComplete: false,
      notes: ["commits are not read: git could not be run (git is not on PATH)"],
    });
    rmSync(join(root, ".git", "objects"), { recursive: true });
    mkdirSync(join(root, ".git", "objects"));
    const broken = await history();
    expect(broken).toMatchObject({ commits: [], isComplete: false });
    expect(broken.notes[0]).toMatch(/^commits are not read: git failed with exit code 128 \(fatal: .*\)$/);
  });
});

test("what is no name of a commit is not handed to git", async () => {
  commit("first");
  const read = readHistory(codePorts(own), gitTree(root), "--output=mark", new Set());
  expect((await read).notes).toEqual(["commits are not read: HEAD names no commit"]);
});

test("a message that looks like git's own output is a message", () => {
  const bytes = Buffer.from(
    [`commit ${"a".repeat(40)}`, "5", `commit ${"b".repeat(40)}`, "M", "\nM", "one.ts", ""]
      .concat(`commit ${"c".repeat(40)}`, "6", "", "", "")
      .join("\0"),
  );
  const expected = [
    ["a", `commit ${"b".repeat(40)}`, "M", ["one.ts"]],
    ["c", "", "", []],
  ];
  // However the output is cut into pieces.
  for (let size = 1; size < bytes.length; size++) {
    const commits: Commit[] = [];
    const parser = new CommitParser(
      (each) => commits.push(each),
      () => true,
    );
    for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size));
    parser.end();
    expect(
      commits.map((each) => [each.name[0], each.subject, each.body, each.changes.map(({ path }) => path)]),
    ).toEqual(expected);
  }
  expect(COMMIT_FORMAT.startsWith("format:commit %H%x00")).toBe(true);
});
