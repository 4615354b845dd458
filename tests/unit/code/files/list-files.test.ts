// Which files a work tree has: by git, and by helix's own walk where git cannot be asked.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { LISTING_BOUNDS, type Listing, type ListingPorts, listFiles } from "../../../../src/code/files/list-files.ts";
import type { Programs } from "../../../../src/platform/programs.ts";
import { diskSourceFiles, type FolderEntry } from "../../../../src/platform/source-files.ts";
import { askedTree, codePorts, putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [own, root] = ["", ""];

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
});

const NO_GIT = { searchPath: "" };
const list = (changed: Partial<ListingPorts> = {}, folder = root): Promise<Listing> =>
  listFiles(askedTree(folder), codePorts(own, changed));
const pathsOf = ({ files }: Listing) => files.map(({ path }) => path);

describe("by git", () => {
  test("a folder that may not be entered is said, and its files do not pass for gone", async () => {
    putFiles(root, { "a.ts": "", "shut/b.ts": "", "shut/deep/c.ts": "", "half/d.ts": "", "gone/e.ts": "", "f.ts": "" });
    git(root, "add", ".");
    for (const path of ["gone", "f.ts"]) rmSync(join(root, path), { recursive: true });
    const isIn = (path: string, folder: string) => path.startsWith(`${join(root, folder)}/`);
    const sources = {
      ...diskSourceFiles,
      list: (folder: string, within: string) =>
        folder === join(root, "shut") || isIn(folder, "shut") ? null : diskSourceFiles.list(folder, within),
      look: (path: string) => (isIn(path, "shut") || isIn(path, "half") ? null : diskSourceFiles.look(path)),
    };
    const listing = await list({ sources });
    expect(pathsOf(listing)).toEqual(["a.ts"]);
    expect([...listing.leftOut].sort()).toEqual([
      ["gone", 2],
      ["unlisted", 2],
    ]);
    expect(listing.notes).toEqual(["left out: 2 folders that cannot be listed"]);
  });

  test("tracked and untracked files count, ignored ones do not, unless they are tracked", async () => {
    mkdirSync(join(own, "home", ".config", "git"), { recursive: true });
    writeFileSync(join(own, "home", ".config", "git", "ignore"), "*.swp\n!kept.tmp\n");
    putFiles(root, {
      ".gitignore": "*.log\nbuild/\n!keep.log\n*.tmp\n",
      ".git/info/exclude": "*.local\n!here.swp\n",
      "tracked.log": "",
      "new.ts": "",
      "keep.log": "",
      "out.log": "",
      "build/x.ts": "",
      "build/tracked.ts": "",
      "sub/.gitignore": "!wanted.log\n*.ts\n",
      "sub/wanted.log": "",
      "sub/a.ts": "",
      "my.local": "",
      "a.swp": "",
      "here.swp": "",
      "kept.tmp": "",
      "gone.ts": "",
      "with space and ünïcode.ts": "",
    });
    git(root, "add", "-f", "tracked.log", "build/tracked.ts", "gone.ts");
    rmSync(join(root, "gone.ts"));
    const listing = await list();
    expect(listing).toMatchObject({ by: "git", isCut: false, notes: [] });
    expect(listing.leftOut).toEqual(new Map([["gone", 1]]));
    const untracked = [".gitignore", "here.swp", "keep.log", "new.ts", "sub/.gitignore", "sub/wanted.log"];
    const expected = [...untracked, "with space and ünïcode.ts"];
    expect(pathsOf(listing)).toEqual([...expected, "build/tracked.ts", "tracked.log"].sort());
    const walked = await list(NO_GIT);
    expect(walked.notes).toEqual(["git could not be run (git is not on PATH): the files were found without it"]);
    // Without git nobody knows what is tracked.
    expect(pathsOf(walked)).toEqual(expected.sort());
  });

  test("each file has its facts, its class, and why it is not read", async () => {
    putFiles(root, {
      "src/a.ts": "12345",
      "tests/a.test.ts": "",
      ".env": "",
      id_rsa: "",
      "logo.png": "",
      "app.min.js": "",
      "large.json": "",
    });
    truncateSync(join(root, "large.json"), 1_500_001);
    utimesSync(join(root, "src/a.ts"), 1_700_000_000, 1_700_000_000);
    const { files } = await list();
    expect(Object.fromEntries(files.map((file) => [file.path, [file.class, file.unread]]))).toEqual({
      ".env": ["config", "secret"],
      "app.min.js": ["foreign", "minified"],
      id_rsa: ["implementation", "secret"],
      "large.json": ["config", "large"],
      "logo.png": ["implementation", "binary"],
      "src/a.ts": ["implementation", null],
      "tests/a.test.ts": ["test", null],
    });
    const facts = files.find(({ path }) => path === "src/a.ts")!.facts;
    expect(facts).toMatchObject({ size: 5, modifiedMs: 1_700_000_000_000 });
    expect(facts.inode).toBeGreaterThan(0);
    expect(facts.changedMs).toBeGreaterThan(facts.modifiedMs);
  });

  test("links, special files, repositories inside and submodules are counted, and so is what lies behind a link", async () => {
    const outside = newFolder();
    putFiles(outside, { "secret.ts": "" });
    putFiles(root, { "a.ts": "", "moved/secret.ts": "" });
    git(root, "add", "-A");
    rmSync(join(root, "moved"), { recursive: true });
    symlinkSync(outside, join(root, "moved"));
    symlinkSync(join(outside, "secret.ts"), join(root, "link.ts"));
    expect(spawnSync("mkfifo", [join(root, "pipe")]).status).toBe(0);
    const inside = makeRepository(join(root, "inside"));
    git(inside, "commit", "-q", "--allow-empty", "-m", "first");
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inside, "sub");
    rmSync(join(root, ".gitmodules"));
    const listing = await list();
    expect(listing.by).toBe("git");
    expect(pathsOf(listing)).toEqual(["a.ts"]);
    // git leaves FIFOs out itself. The tracked file behind the link, and both links.
    expect(listing.notes).toEqual(["left out: 3 links, 2 repositories inside"]);
    const walked = await list(NO_GIT);
    expect(pathsOf(walked)).toEqual(["a.ts"]);
    expect(walked.notes[1]).toBe("left out: 2 links, 2 repositories inside, 1 file that is no regular file");
  });

  test("names with line breaks or not in UTF-8 are left out and counted", async () => {
    putFiles(root, { "a.ts": "", "line\nbreak.ts": "", "bell\x07.ts": "" });
    const name = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from(".ts")]);
    writeFileSync(name, "");
    for (const listing of [await list(), await list(NO_GIT)]) {
      expect(pathsOf(listing)).toEqual(["a.ts"]);
      expect(listing.notes.at(-1)).toBe("left out: 3 names that cannot be shown");
    }
  });

  test("packages and caches that nobody tracks are left out, tracked ones are not", async () => {
    putFiles(root, {
      "a.ts": "",
      "node_modules/p/tracked.js": "",
      "node_modules/p/b.js": "",
      "env/pyvenv.cfg": "",
      "env/lib/c.py": "",
    });
    git(root, "add", "node_modules/p/tracked.js");
    expect(pathsOf(await list())).toEqual(["a.ts", "node_modules/p/tracked.js"]);
    expect(pathsOf(await list(NO_GIT))).toEqual(["a.ts"]);
  });

  test("linked work trees and submodules have their own files", async () => {
    putFiles(root, { "a.ts": "", "new.ts": "" });
    git(root, "add", "a.ts");
    git(root, "commit", "-qm", "first");
    git(root, "worktree", "add", "-q", "../linked");
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", root, "sub");
    writeFileSync(join(root, "..", "linked", "b.ts"), "");
    writeFileSync(join(root, "sub", "c.ts"), "");
    expect(pathsOf(await list({}, join(root, "..", "linked")))).toEqual(["a.ts", "b.ts"]);
    expect(pathsOf(await list({}, join(root, "sub")))).toEqual(["a.ts", "c.ts"]);
    expect(pathsOf(await list())).toEqual([".gitmodules", "a.ts", "new.ts"]);
  });

  test("an index that is split, or of another kind of names, is read", async () => {
    putFiles(root, { "a.ts": "" });
    git(root, "add", "a.ts");
    git(root, "update-index", "--split-index");
    putFiles(root, { "b.ts": "", ".gitignore": "a.ts\n" });
    git(root, "add", "b.ts");
    expect(await list()).toMatchObject({
      by: "git",
      files: [{ path: ".gitignore" }, { path: "a.ts" }, { path: "b.ts" }],
    });
    const other = join(newFolder(), "sha256");
    mkdirSync(other);
    git(other, "init", "-q", "--object-format=sha256");
    putFiles(other, { "a.ts": "", ".gitignore": "a.ts\n" });
    git(other, "add", "-f", "a.ts");
    expect(await list({}, other)).toMatchObject({ by: "git", files: [{ path: ".gitignore" }, { path: "a.ts" }] });
  });

  test("paths in the index that lead out of the tree do not count", async () => {
    const outside = join(root, "..", "x.ts");
    writeFileSync(outside, "");
    putFiles(root, { "aa/x.ts": "", "b.ts": "" });
    git(root, "add", "-A");
    const path = join(root, ".git", "index");
    const bytes = readFileSync(path);
    bytes.write("../x.ts", bytes.indexOf("aa/x.ts"));
    const body = bytes.subarray(0, -20);
    writeFileSync(path, Buffer.concat([body, createHash("sha1").update(body).digest()]));
    const listing = await list();
    expect(listing.by).toBe("git");
    expect(pathsOf(listing)).toEqual(["aa/x.ts", "b.ts"]);
    expect(listing.notes).toEqual(["left out: 1 name that cannot be shown"]);
  });
});

describe("without an answer of git", () => {
  test("an index that git cannot read, or that is no file, leads to the walk", async () => {
    putFiles(root, { "a.ts": "", ".git/index": "rubbish" });
    const broken = await list();
    expect(broken).toMatchObject({ by: "walk", files: [{ path: "a.ts" }] });
    expect(broken.notes[0]).toMatch(/^git failed with exit code 128 \(.*\): the files were found without it$/);
    rmSync(join(root, ".git", "index"));
    expect(spawnSync("mkfifo", [join(root, ".git", "index")]).status).toBe(0);
    const pipe = await list();
    expect(pipe).toMatchObject({ by: "walk", files: [{ path: "a.ts" }] });
    expect(pipe.notes[0]).toBe("git has an index that is no file: the files were found without it");
  });

  test("ignore files that are FIFOs do not hang anything", async () => {
    putFiles(root, { "a.ts": "" });
    expect(spawnSync("mkfifo", [join(root, ".gitignore")]).status).toBe(0);
    const listing = await list({ bounds: { ...LISTING_BOUNDS, timeMs: 1000, now: () => 0 } });
    expect(pathsOf(listing)).toEqual(["a.ts"]);
  });

  test("a plain folder is walked through, with the user's own ignored files", async () => {
    const plain = newFolder();
    putFiles(own, { "home/.gitconfig": "[core]\nexcludesfile = ~/ignored\n", "home/ignored": "*.swp\n" });
    putFiles(plain, { "a.ts": "", "b.swp": "", ".gitignore": "c.ts\n", "c.ts": "" });
    for (const ports of [{}, NO_GIT]) {
      const listing = await list(ports, plain);
      expect(listing).toMatchObject({ by: "walk", notes: [] });
      expect(pathsOf(listing)).toEqual([".gitignore", "a.ts"]);
    }
  });

  test("temporary folders of helix are gone afterwards, those of killed processes too", async () => {
    putFiles(own, { "scratch/.scratch-99999999-abcdef/HEAD": "", "scratch/other": "" });
    expect((await list()).by).toBe("git");
    expect(readdirSync(join(own, "scratch"))).toEqual(["other"]);
  });
});

describe("bounds", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `file-${at}.ts`);

  test("a million names of git end at the stated count", async () => {
    let received = 0;
    const programs: Programs = {
      find: () => "/bin/git",
      async run({ receive, words }) {
        if (words[0] === "config") return { by: "exit", code: 1, complaint: "" };
        for (let at = 0; at < 1_000_000; at += 1000) {
          received += 1000;
          const text = names(1000).map((name) => `? ${at}/${name}\0`);
          if (!receive(Buffer.from(text.join("")))) return { by: "reader", code: null, complaint: "" };
        }
        return { by: "exit", code: 0, complaint: "" };
      },
    };
    const bounds = { ...LISTING_BOUNDS, namesMax: 5000 };
    const look = () => ({ kind: "file", size: 1, modifiedMs: 1, changedMs: 1, inode: 1 }) as const;
    const listing = await list({ programs, bounds, sources: { ...diskSourceFiles, look } });
    expect(listing.files).toHaveLength(5000);
    expect(received).toBeLessThan(10_000);
    expect(listing).toMatchObject({ isCut: true, notes: ["stopped after 5000 names: the rest is not looked at"] });
  });

  test("very many names in one folder end at the stated count, without a file less", async () => {
    const plain = newFolder();
    const entries: FolderEntry[] = names(100_000).map((name) => ({ name, kind: "file" }));
    const look = () => ({ kind: "file", size: 1, modifiedMs: 1, changedMs: 1, inode: 1 }) as const;
    const sources = { ...diskSourceFiles, look, list: () => [...entries] };
    const listing = await list({ sources, bounds: { ...LISTING_BOUNDS, namesMax: 5000 } }, plain);
    expect(listing.files).toHaveLength(5000);
    expect(listing).toMatchObject({ isCut: true, notes: ["stopped after 5000 names: the rest is not looked at"] });
  });

  test("the walk ends at the time limit, and says so", async () => {
    const plain = newFolder();
    putFiles(plain, { "a.ts": "", "in/b.ts": "" });
    let now = 0;
    const bounds = { ...LISTING_BOUNDS, timeMs: 2000, now: () => now++ * 1000 };
    const listing = await list({ bounds }, plain);
    expect(pathsOf(listing)).toEqual(["a.ts"]);
    expect(listing).toMatchObject({ isCut: true, notes: ["stopped after 2 s: the rest is not looked at"] });
  });

  test("folders a thousand deep are listed by git, and passed over by the walk", async () => {
    const deep = `${"d/".repeat(1000)}a.ts`;
    putFiles(root, { [deep]: "", "b.ts": "" });
    const listing = await list();
    expect(listing.by).toBe("git");
    expect(pathsOf(listing)).toEqual(["b.ts", deep]);
    const walked = await list(NO_GIT);
    expect(pathsOf(walked)).toEqual(["b.ts"]);
    expect(walked.notes[1]).toBe("left out: 1 folder deeper than 60 levels");
    // Bun takes seconds to remove folders that are so deep.
    expect(spawnSync("rm", ["-rf", join(root, "d")]).status).toBe(0);
  });

  test("a file of a gigabyte is listed and not read", async () => {
    putFiles(root, { "huge.ts": "" });
    truncateSync(join(root, "huge.ts"), 2 ** 30);
    expect((await list()).files).toMatchObject([{ path: "huge.ts", unread: "large", facts: { size: 2 ** 30 } }]);
  });
});
