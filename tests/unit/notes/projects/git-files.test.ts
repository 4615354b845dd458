// Commits and refs read from git's files, in repositories that git itself made.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdsAny } from "../../../../src/notes/projects/git-objects.ts";
import { findProject } from "../../../../src/notes/projects/project.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { headCommit, standsAt } from "../../../../src/platform/git/git-refs.ts";
import { useCopies } from "../../../support/copies.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const files = { small: diskFiles, files: diskFileSystem };
const COMMITS = 40;

function repository(): string {
  const path = makeRepository(join(folder(), "app"));
  writeFileSync(join(path, ".git", "HEAD"), "ref: refs/heads/main\n");
  return path;
}

/** Commits so many times in the branch `main`, by one start of git; the ids of these commits, the last one first. */
function commits(path: string, count = COMMITS, name = "commit"): string[] {
  const isFirst = !existsSync(join(path, ".git", "refs", "heads", "main"));
  const texts = Array.from({ length: count }, (_, at) => `${name} ${at}`);
  const stream = texts.map((text, at) => {
    const parent = at === 0 && !isFirst ? "from refs/heads/main^0\n" : "";
    const author = `Somebody <somebody@example.org> ${1_770_000_000 + at} +0000`;
    return `commit refs/heads/main\nmark :${at + 1}\ncommitter ${author}\ndata ${text.length}\n${text}\n${parent}\n`;
  });
  const { exitCode, stderr } = Bun.spawnSync(["git", "fast-import", "--quiet", "--export-marks=.git/marks"], {
    cwd: path,
    stdin: Buffer.from(stream.join("")),
  });
  expect(exitCode, stderr.toString()).toBe(0);
  return committed(path);
}

/** The ids of the commits that were made last, the last one first. */
function committed(path: string): string[] {
  const ids: string[] = [];
  for (const [, mark, id] of readFileSync(join(path, ".git", "marks"), "utf8").matchAll(/^:(\d+) (\w+)$/gm))
    ids[Number(mark) - 1] = id!;
  return ids.reverse();
}

const holds = (path: string, id: string) => holdsAny(join(path, ".git"), [id], files);
const found = (path: string) => findProject(path, diskFiles)!;

describe("holdsAny", () => {
  const copies = {
    160: useCopies((path) => void commits(makeRepository(path))),
    256: useCopies((path) => {
      mkdirSync(path);
      git(path, "init", "-q", "--object-format=sha256");
      commits(path);
    }),
  };
  const PACK = ["repack", "-q", "-a", "-d"];

  it.each<[string, 160 | 256, string[]]>([
    ["loose", 160, []],
    ["in a pack", 160, PACK],
    ["in a pack with an index of the first version", 160, ["-c", "pack.indexVersion=1", ...PACK]],
    ["in packs that share an index", 160, [...PACK, "--write-midx"]],
    ["of 256 bits, loose", 256, []],
    ["of 256 bits, in a pack", 256, PACK],
    ["of 256 bits, in packs that share an index", 256, [...PACK, "--write-midx"]],
  ])("finds each commit %s, and none that is not there", (_, bits, words) => {
    const path = copies[bits](join(folder(), "app"));
    const ids = committed(path);
    expect([ids.length, ids[0]?.length]).toEqual([COMMITS, bits / 4]);
    if (words.length > 0) git(path, ...words);
    const loose = readdirSync(join(path, ".git", "objects")).filter((name) => name.length === 2);
    expect(loose.length > 0).toBe(words.length === 0);
    if (words.includes("--write-midx")) {
      const packs = join(path, ".git", "objects", "pack");
      for (const name of readdirSync(packs)) if (name.endsWith(".idx")) rmSync(join(packs, name), { force: true });
    }
    expect(ids.filter((id) => !holds(path, id))).toEqual([]);
    for (const id of ids) {
      const other = (id[0] === "0" ? "1" : "0") + id.slice(1);
      const near = id.slice(0, -1) + (id.at(-1) === "0" ? "1" : "0");
      expect([holds(path, other), holds(path, near)]).toEqual([ids.includes(other), false]);
    }
    expect(holdsAny(join(path, ".git"), [], files)).toBe(false);
  });

  it("takes nothing that is borrowed or linked, and ends on what is damaged", () => {
    const lender = repository();
    const ids = commits(lender, 3);
    git(lender, "repack", "-q", "-a", "-d");
    const borrower = repository();
    const objects = join(borrower, ".git", "objects");
    writeFileSync(join(objects, "info", "alternates"), `${join(lender, ".git", "objects")}\n`);
    expect(holds(borrower, ids[0]!)).toBe(false);
    for (const name of readdirSync(join(lender, ".git", "objects", "pack")))
      symlinkSync(join(lender, ".git", "objects", "pack", name), join(objects, "pack", name));
    expect(holds(borrower, ids[0]!)).toBe(false);
    for (const part of [join(objects, "pack"), objects]) {
      rmSync(part, { recursive: true });
      symlinkSync(join(lender, ".git", "objects", part === objects ? "" : "pack"), part);
      expect(holds(borrower, ids[0]!)).toBe(false);
    }
    const packs = join(lender, ".git", "objects", "pack");
    for (const name of readdirSync(packs)) if (name.endsWith(".idx")) writeFileSync(join(packs, "torn.idx"), "\xfftOc");
    writeFileSync(join(packs, "torn.pack"), "");
    writeFileSync(join(packs, "multi-pack-index"), "MIDX");
    expect(holds(lender, ids[0]!)).toBe(true);
  });
});

describe("standsAt", () => {
  it("names the commit of a branch, in a file of its own and packed, and of no branch", () => {
    const path = repository();
    const [last, before] = commits(path, 3);
    expect(standsAt(found(path), diskFiles)).toEqual([last]);
    git(path, "pack-refs", "--all");
    expect(headCommit(found(path), diskFiles)).toBe(last!);
    git(path, "checkout", "-q", before!);
    expect(headCommit(found(path), diskFiles)).toBe(before!);
  });

  it("names that of the work tree, and what its origin had when it was fetched", () => {
    const upstream = repository();
    commits(upstream, 2);
    const path = join(folder(), "clone");
    git(upstream, "clone", "-q", upstream, path);
    const [theirs] = commits(upstream, 1);
    git(path, "fetch", "-q");
    const [own] = commits(path, 1, "own");
    expect(standsAt(found(path), diskFiles)).toEqual([own, theirs]);
    git(path, "worktree", "add", "-q", join(path, "..", "tree"), "HEAD~1");
    expect(headCommit(found(join(path, "..", "tree")), diskFiles)).not.toBe(own!);
    git(path, "pack-refs", "--all");
    expect(standsAt(found(path), diskFiles)).toEqual([own, theirs]);
  });

  it("names none before the first commit, nor what leads elsewhere or in circles", () => {
    const path = repository();
    const head = join(path, ".git", "HEAD");
    expect(standsAt(found(path), diskFiles)).toEqual([]);
    const [id] = commits(path, 1);
    for (const text of [
      "",
      "ref: refs/heads/../heads/main",
      "ref: ../main",
      "ref: /etc/passwd",
      "ref: refs/heads/none",
      `${id}0`,
      id!.toUpperCase(),
      "x".repeat(10_000),
    ]) {
      writeFileSync(head, text);
      expect([text, standsAt(found(path), diskFiles)]).toEqual([text, []]);
    }
    writeFileSync(join(path, ".git", "refs", "heads", "circle"), "ref: refs/heads/circle\n");
    writeFileSync(head, "ref: refs/heads/circle\n");
    expect(standsAt(found(path), diskFiles)).toEqual([]);
    writeFileSync(join(path, ".git", "own"), `${id}\n`);
    rmSync(head);
    symlinkSync(join(path, ".git", "own"), head);
    expect(standsAt(found(path), diskFiles)).toEqual([]);
  });

  it("reads the packed refs of a repository with very many", () => {
    const path = repository();
    const [id] = commits(path, 1);
    git(path, "pack-refs", "--all");
    const lines = Array.from({ length: 50_000 }, (_, at) => `${"0".repeat(40)} refs/tags/v${at}\n^${"1".repeat(40)}\n`);
    appendFileSync(join(path, ".git", "packed-refs"), lines.join(""));
    expect(headCommit(found(path), diskFiles)).toBe(id!);
  });
});

describe("findProject: whose `.git` it is", () => {
  const isOwn = (path: string) => found(path).isOwn;

  it("is a folder's own in work trees and submodules, wherever they are, and in a repository that was moved", () => {
    const root = folder();
    const main = makeRepository(join(root, "main"));
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    git(main, "worktree", "add", "-q", join(root, "tree"));
    git(main, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${main}`, "vendor");
    git(join(main, "vendor"), "worktree", "add", "-q", join(root, "tree-of-vendor"));
    for (const path of [main, join(root, "tree"), join(main, "vendor"), join(root, "tree-of-vendor")])
      expect([path, isOwn(path)]).toEqual([path, true]);
    expect(found(join(root, "tree")).folder).toBe(found(main).folder);
    git(join(main, "vendor"), "sparse-checkout", "set", "--cone", "none");
    expect(isOwn(join(main, "vendor"))).toBe(true);
    renameSync(main, join(root, "moved"));
    expect([isOwn(join(root, "moved")), isOwn(join(root, "moved", "vendor"))]).toEqual([true, true]);
  });

  it("is not where the folder only leads to somebody's repository", () => {
    const root = folder();
    const main = makeRepository(join(root, "main"), "https://example.org/acme/shop");
    git(main, "commit", "-q", "--allow-empty", "-m", "first");
    git(main, "worktree", "add", "-q", join(root, "tree"));
    const others = ["pointer", "to-the-tree", "link", "common"].map((name) => join(root, name));
    for (const path of others) mkdirSync(path);
    writeFileSync(join(others[0]!, ".git"), "gitdir: ../main/.git\n");
    writeFileSync(join(others[1]!, ".git"), "gitdir: ../main/.git/worktrees/tree\n");
    symlinkSync(join(main, ".git"), join(others[2]!, ".git"));
    mkdirSync(join(others[3]!, ".git"));
    writeFileSync(join(others[3]!, ".git", "commondir"), "../../main/.git\n");
    for (const path of others) {
      expect([path, isOwn(path)]).toEqual([path, false]);
      expect(found(path).folder).not.toBe(found(main).folder);
      expect(found(path).folder).toMatch(new RegExp(`^${path.split("/").at(-1)}-[0-9a-f]{8}$`));
    }
  });
});
