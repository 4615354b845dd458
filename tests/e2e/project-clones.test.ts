// The clones of one repository share their notes, however they came about; each is found out by itself, without git,
// and noted.

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const lasting = useFolders("all");
const serveHere = useServers("each");
const serve = useServers("each", "compiled");
const REMOTE = "https://example.org/acme/shop.git";
const NOTE = "gotcha: TideTable rows start at one";
let [root, base, first] = ["", "", ""];

const helix = (cwd: string, ...words: string[]) => {
  const { status, stdout, stderr } = runHelix(words, { base, cwd });
  expect([words, status === 2 ? stderr : ""]).toEqual([words, ""]);
  return stdout;
};
/** Why the remote counts in a folder, or that it does not; looking at it notes nothing. */
const standing = (cwd: string): string => JSON.parse(helix(cwd, "project", "--json")).standing;
const finds = (cwd: string) => helix(cwd, "search", "TideTable", "--project", "here").includes("TideTable rows");
const commit = (cwd: string, name: string) => git(cwd, "commit", "-q", "--allow-empty", "-m", name);
const record = () => JSON.parse(readFileSync(join(base, "projects.json"), "utf8"));

/** Clones the first repository as from its remote. */
function clone(name: string, ...options: string[]): string {
  git(root, "clone", "-q", ...options, `file://${first}`, name);
  git(join(root, name), "remote", "set-url", "origin", "git@example.org:acme/shop");
  return join(root, name);
}

/** What the first hook of a session says in a folder, without a server. */
const begin = (cwd: string, isHosted = true) =>
  askHook("session", { session_id: `s${Math.random()}`, cwd, source: "startup" }, { cwd, base, isHosted });

/** A repository with three commits, made once. */
let template = "";

beforeAll(() => {
  template = makeRepository(join(lasting(), "template"), REMOTE);
  for (const name of ["one", "two", "three"]) commit(template, name);
});

beforeEach(() => {
  root = folder();
  base = join(root, "kb");
  first = join(root, "first");
  cpSync(template, first, { recursive: true });
  helix(first, "store", "tides", NOTE);
});

describe("a clone shares the notes", () => {
  test("the first one: it is on record once something is stored, for its owner alone", () => {
    expect(standing(first)).toBe("known");
    expect(finds(first)).toBe(true);
    expect(statSync(join(base, "projects.json")).mode & 0o777).toBe(0o600);
    expect(record()).toMatchObject({
      version: 1,
      projects: [{ remote: "acme/shop", folders: [{ common: join(first, ".git") }] }],
    });
  });

  test("a second one, from the first hook of its first session on, without a server", async () => {
    const second = clone("second");
    expect(await begin(second, false)).toContain("TideTable rows start at one");
    expect(standing(second)).toBe("known");
    expect(finds(second)).toBe(true);
    helix(second, "store", "tides", "gotcha: of the second clone");
    expect(helix(first, "search", "second", "--project", "here")).toContain("of the second clone");
  });

  test("a second one, through a server that runs elsewhere, and through its own", async () => {
    const server = await serve({ directory: base, cwd: first });
    await server.answer("topics");
    const said = await askHook(
      "prompt",
      { session_id: "s", cwd: clone("second"), prompt: "How do the TideTable rows start?" },
      // A fixed clock is a process's own: with one it does not ask the server.
      { cwd: root, base, environment: { PATH: process.env.PATH ?? "", HOME: root } },
    );
    expect(said).toContain("TideTable rows start at one");
    const third = await serveHere({ directory: base, cwd: clone("third") });
    expect(await third.search("TideTable", { project: "here" })).toContain("TideTable rows");
  });

  test.each([
    ["with its objects loose", []],
    ["packed", ["gc", "-q"]],
    ["packed, with one index for all packs", ["repack", "-q", "-a", "-d", "--write-midx"]],
  ])("one that was moved, %s", (_, words) => {
    if (words.length > 0) git(first, ...words);
    const moved = join(root, "moved");
    renameSync(first, moved);
    expect(standing(moved)).toBe("commit");
    expect(finds(moved)).toBe(true);
    expect(standing(moved)).toBe("known");
  });

  test("a linked work tree, of it and of a bare repository; its folder's key is that of the repository", () => {
    git(first, "worktree", "add", "-q", join(root, "tree"));
    expect(standing(join(root, "tree"))).toBe("known");
    git(root, "clone", "-q", "--bare", first, "store.git");
    git(join(root, "store.git"), "remote", "set-url", "origin", REMOTE);
    git(join(root, "store.git"), "worktree", "add", "-q", join(root, "of-bare"));
    expect(standing(join(root, "of-bare"))).toBe("commit");
    expect(finds(join(root, "of-bare"))).toBe(true);
  });

  test("a submodule of another repository", () => {
    const outer = makeRepository(join(root, "outer"));
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${first}`, "vendor");
    git(join(outer, "vendor"), "remote", "set-url", "origin", REMOTE);
    expect(standing(join(outer, "vendor"))).toBe("commit");
    expect(finds(outer)).toBe(false);
    expect(finds(join(outer, "vendor"))).toBe(true);
  });

  test("a shallow one: at the commit that is on record, at one at which the first stands now, and at its origin's", () => {
    expect(standing(clone("shallow", "--depth", "1"))).toBe("commit");
    commit(first, "four");
    expect(standing(clone("shallower", "--depth", "1"))).toBe("tip");
    const upstream = clone("upstream");
    commit(upstream, "five");
    git(first, "fetch", "-q", upstream, "HEAD:refs/remotes/origin/main");
    git(root, "clone", "-q", "--depth", "1", `file://${upstream}`, "shallowest");
    git(join(root, "shallowest"), "remote", "set-url", "origin", REMOTE);
    expect(standing(join(root, "shallowest"))).toBe("tip");
  });

  test("one that borrows its objects, if it stands where a known one does", () => {
    const borrowing = clone("borrowing", "--reference", first, "--shared");
    expect(standing(borrowing)).toBe("tip");
    git(borrowing, "checkout", "-q", "HEAD~1");
    expect(standing(borrowing)).toBe("unknown");
  });

  test("one on a branch of its own, and one with hashes of 256 bits", () => {
    const second = clone("second");
    git(second, "checkout", "-q", "-b", "other", "HEAD~1");
    commit(second, "of its own");
    expect(standing(second)).toBe("commit");

    first = join(root, "long");
    git(root, "init", "-q", "--object-format=sha256", "long");
    git(first, "remote", "add", "origin", "https://example.org/acme/long");
    commit(first, "one");
    helix(first, "store", "tides", NOTE);
    git(root, "clone", "-q", "long", "long-clone");
    git(join(root, "long-clone"), "gc", "-q");
    git(join(root, "long-clone"), "remote", "set-url", "origin", "https://example.org/acme/long");
    expect(standing(join(root, "long-clone"))).toBe("commit");
  });

  test("one of which the work goes on for days: later commits are noted, too", () => {
    const at = (day: number) => ({ HELIX_NOW: `2026-03-${String(day).padStart(2, "0")}T12:00:00Z` });
    for (let day = 1; day <= 20; day++) {
      commit(first, `day ${day}`);
      runHelix(["search", "x"], { base, cwd: first, environment: at(day) });
    }
    const [{ commits }] = record().projects;
    expect(commits).toHaveLength(12);
    // The last ones, and the first ones.
    git(first, "reset", "-q", "--hard", "HEAD~20");
    const behind = clone("behind");
    rmSync(first, { recursive: true });
    expect(standing(behind)).toBe("commit");
  });
});

describe("a folder has to do with a remote alone", () => {
  test("before its first commit, and before anybody stored anything", async () => {
    base = join(root, "fresh");
    const fresh = makeRepository(join(root, "fresh-shop"), REMOTE);
    expect(standing(fresh)).toBe("first");
    helix(fresh, "store", "tides", NOTE);
    expect(standing(fresh)).toBe("known");
    expect(finds(fresh)).toBe(true);
    expect(await begin(fresh)).toContain("for acme/shop");
    commit(fresh, "first");
    helix(fresh, "search", "x");
    git(root, "clone", "-q", fresh, "of-fresh");
    git(join(root, "of-fresh"), "remote", "set-url", "origin", REMOTE);
    expect(standing(join(root, "of-fresh"))).toBe("commit");
  });

  test("when it gets one of which there are notes, only as a clone", () => {
    const other = makeRepository(join(root, "other"));
    helix(other, "store", "tides", "gotcha: of the other");
    git(other, "remote", "add", "origin", REMOTE);
    expect(standing(other)).toBe("unknown");
    expect(finds(other)).toBe(false);
    expect(helix(other, "search", "gotcha", "--project", "here")).toContain("of the other");
  });

  test("and keeps its notes when the remote gets another name", () => {
    git(first, "remote", "set-url", "origin", "https://example.org/acme/store");
    expect(standing(first)).toBe("first");
    expect(finds(first)).toBe(true);
  });
});

describe("a knowledge base from before there was a record", () => {
  beforeEach(() => rmSync(join(base, "projects.json")));

  test("folders that notes were stored from go on; others do, too, once one of those was used", () => {
    const second = clone("second");
    expect(standing(first)).toBe("noted");
    expect(standing(second)).toBe("unknown");
    expect(finds(second)).toBe(false);
    expect(finds(first)).toBe(true);
    expect(standing(second)).toBe("commit");
    expect(finds(second)).toBe(true);
  });

  test("so does a server there, by running, and a hook shows what is the folder's own at once", async () => {
    const second = clone("second");
    expect(await begin(first)).toContain("TideTable rows start at one");
    rmSync(join(base, "projects.json"), { force: true });
    const server = await serveHere({ directory: base, cwd: first });
    await server.answer("topics");
    expect(standing(second)).toBe("commit");
  });
});

describe("the record", () => {
  test.each([
    ["damaged", "{"],
    ["of a later version", '{"version": 2, "projects": []}'],
    ["of something else", '{"version": 1, "projects": {"a": 1}}'],
    [
      "with parts that are none",
      '{"version": 1, "projects": [1, {"remote": 2}, {"remote": "acme/shop", "folders": 3}]}',
    ],
    ["too long", `{"version": 1, "projects": ["${"x".repeat(1_100_000)}"]}`],
    ["empty", ""],
  ])("is as good as empty when it is %s", async (_, content) => {
    writeFileSync(join(base, "projects.json"), content, { mode: 0o600 });
    expect(standing(first)).toBe("noted");
    expect(await begin(first)).toContain("TideTable rows start at one");
    expect(finds(first)).toBe(true);
    expect(record()).toMatchObject({ version: 1, projects: [{ remote: "acme/shop" }] });
  });

  test("is nobody's business where it cannot be written, or is a folder", async () => {
    rmSync(join(base, "projects.json"));
    mkdirSync(join(base, "projects.json"));
    expect(standing(first)).toBe("noted");
    expect(finds(first)).toBe(true);
    expect(await begin(first)).toContain("TideTable rows start at one");
  });
});

test("git is never started: a repository says what it would start", () => {
  const trap = join(root, "trap");
  writeFileSync(join(root, "trap.sh"), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
  const second = clone("second");
  for (const key of ["core.fsmonitor", "core.sshCommand", "alias.rev-parse", "core.pager"])
    git(second, "config", key, join(root, "trap.sh"));
  expect(finds(second)).toBe(true);
  expect(() => statSync(trap)).toThrow();
});
