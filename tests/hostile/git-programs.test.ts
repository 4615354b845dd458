// A repository whose configuration, files and surroundings name programs wherever git would run one: helix lists its
// files, reads its commits, asks what is not committed, compares two times of the tree, and none of them runs. The same repository makes git itself run them, so that the test
// would notice.

import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { gitState } from "../../src/code/files/git-state.ts";
import { readHistory } from "../../src/code/files/history.ts";
import { listFiles } from "../../src/code/files/list-files.ts";
import { readUncommitted } from "../../src/code/files/uncommitted.ts";
import { snapshotSince, takeSnapshot } from "../../src/plan/workspace/snapshot.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { codePorts, gitTree, putFiles } from "../support/code-ports.ts";
import { useCopies } from "../support/copies.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { snapshotPorts } from "../support/plan-tree.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [own, root, marks] = ["", "", ""];

const copy = useCopies((root) => {
  makeRepository(root);
  putFiles(root, { "a.ts": "export const a = 1;\n", ".gitattributes": "*.ts filter=evil diff=evil merge=evil\n" });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "first");
  putFiles(root, { "a.ts": "export const a = 2;\n", "b.ts": "" });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "second");
});

beforeEach(() => {
  [own, marks] = [newFolder(), newFolder()];
  root = copy(join(newFolder(), "app"));
});

/** A program that leaves a mark of this name. */
function marking(name: string): string {
  const path = join(own, `mark-${name.replace(/\W/g, "-")}`);
  writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\nexit 0\n`);
  chmodSync(path, 0o755);
  return path;
}

const SETTINGS: Readonly<Record<string, string>> = {
  core: "fsmonitor pager editor sshCommand gitProxy askPass alternateRefsCommand",
  diff: "external",
  sequence: "editor",
  gpg: "program",
  credential: "helper",
  pager: "log ls-files rev-list config",
  uploadpack: "packObjectsHook",
  alias: "ls-files log rev-list config",
  'filter "evil"': "clean smudge process",
  'diff "evil"': "command textconv",
  'merge "evil"': "driver",
};
const HOOKS = ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"];

/** Every setting that names a program, as lines of a configuration. */
function hostileConfig(): string {
  const lines = Object.entries(SETTINGS).flatMap(([section, keys]) => [
    `[${section}]`,
    ...keys.split(" ").map((key) => `${key} = ${marking(`${section.replace(/ "(.*)"/, ".$1")}.${key}`)}`),
  ]);
  mkdirSync(join(own, "hooks"));
  for (const hook of HOOKS) renameSync(marking(`hook.${hook}`), join(own, "hooks", hook));
  lines.push('[filter "evil"]', "required = true", "[log]", "showSignature = true", "[core]", "untrackedCache = true");
  return `${[...lines, `hooksPath = ${join(own, "hooks")}`].join("\n")}\n`;
}

interface Told {
  readonly paths: readonly string[];
  readonly subjects: readonly string[];
  readonly notes: readonly string[];
  /** What is not committed, with what HEAD has of it. */
  readonly changed: readonly string[];
}

async function askEverything(): Promise<Told> {
  const ports = codePorts(own);
  const tree = gitTree(root);
  const listing = await listFiles(tree, ports);
  expect(listing.by).toBe("git");
  const { head } = gitState(tree.repository, diskFiles);
  const history = await readHistory(ports, tree, head, new Set());
  // A plan's report asks git for the configuration itself.
  const comparing = { ...snapshotPorts(own), git: ports };
  const before = await takeSnapshot(root, comparing);
  expect(before.listing?.config.has(".git/config (core.repositoryformatversion)")).toBe(true);
  expect(await snapshotSince(before, comparing)).toMatchObject({ flaw: "", notes: [] });
  return {
    paths: listing.files.map(({ path }) => path),
    subjects: history.commits.map(({ subject }) => subject),
    notes: [...listing.notes, ...history.notes],
    changed: await uncommitted(),
  };
}

async function uncommitted(): Promise<string[]> {
  const found = await readUncommitted(codePorts(own), gitTree(root));
  if (typeof found === "string") return [found];
  return found.files.map(({ path, text }) => `${path}: ${text?.trim() ?? null}`);
}

const RIGHT: Told = {
  paths: [".gitattributes", "a.ts", "b.ts"],
  subjects: ["second", "first"],
  notes: [],
  changed: [],
};

describe("programs that are named", () => {
  test("by the repository's configuration never run", async () => {
    appendFileSync(join(root, ".git", "config"), hostileConfig());
    expect(await askEverything()).toEqual(RIGHT);
    expect(readdirSync(marks)).toEqual([]);
    putFiles(root, { "a.ts": "export const a = 3;\n" });
    expect(await uncommitted()).toEqual(["a.ts: export const a = 2;"]);
    expect(readdirSync(marks)).toEqual([]);
    // git itself runs some of them on the same repository.
    spawnSync("git", ["status"], { cwd: root, env: { PATH: process.env.PATH ?? "", HOME: own } });
    expect(readdirSync(marks)).toContain("core.fsmonitor");
    expect(readdirSync(marks)).toContain("filter.evil.process");
  });

  test("by a configuration that the repository includes, or that belongs to the work tree alone, never run", async () => {
    const config = join(root, ".git", "config");
    appendFileSync(join(root, ".git", "more"), hostileConfig());
    appendFileSync(
      config,
      '[include]\npath = more\n[includeIf "gitdir:**"]\npath = more\n[extensions]\nworktreeConfig = true\n',
    );
    writeFileSync(join(root, ".git", "config.worktree"), "[include]\npath = more\n");
    expect(await askEverything()).toEqual(RIGHT);
    expect(readdirSync(marks)).toEqual([]);
    spawnSync("git", ["status"], { cwd: root, env: { PATH: process.env.PATH ?? "", HOME: own } });
    expect(readdirSync(marks)).toContain("core.fsmonitor");
  });

  test("by the user's own configuration never run, and what is ignored everywhere stays ignored", async () => {
    mkdirSync(join(own, "home"));
    writeFileSync(join(own, "home", ".gitconfig"), `${hostileConfig()}[include]\npath = ignored.cfg\n`);
    writeFileSync(join(own, "home", "ignored.cfg"), "[core]\nexcludesFile = ~/ignored\n");
    writeFileSync(join(own, "home", "ignored"), "*.swp\n");
    putFiles(root, { "a.swp": "" });
    expect(await askEverything()).toEqual(RIGHT);
    expect(readdirSync(marks)).toEqual([]);
  });

  test("by the environment never run", async () => {
    const variables =
      "GIT_EXTERNAL_DIFF GIT_PAGER PAGER GIT_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS";
    for (const name of variables.split(" ")) vi.stubEnv(name, marking(`env.${name}`));
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("GIT_CONFIG_KEY_0", "core.fsmonitor");
    vi.stubEnv("GIT_CONFIG_VALUE_0", marking("env.fsmonitor"));
    vi.stubEnv("GIT_CONFIG_PARAMETERS", `'core.fsmonitor'='${marking("env.parameters")}'`);
    vi.stubEnv("GIT_DIR", join(own, "elsewhere"));
    vi.stubEnv("GIT_INDEX_FILE", join(own, "elsewhere"));
    vi.stubEnv("GIT_TRACE2", join(marks, "trace2"));
    vi.stubEnv("GIT_TRACE", join(marks, "trace"));
    expect(await askEverything()).toEqual(RIGHT);
    expect(readdirSync(marks)).toEqual([]);
  });

  test("git in the tree itself, though the search path leads there", async () => {
    putFiles(root, { "bin/git": `#!/bin/sh\n: > '${join(marks, "git")}'\n` });
    chmodSync(join(root, "bin", "git"), 0o755);
    mkdirSync(join(own, "linked"));
    spawnSync("ln", ["-s", join(root, "bin", "git"), join(own, "linked", "git")]);
    const searchPath = [join(root, "bin"), "bin", ".", "", join(own, "linked"), process.env.PATH].join(":");
    const listing = await listFiles(gitTree(root), codePorts(own, { searchPath }));
    expect(listing.by).toBe("git");
    expect(listing.files.map(({ path }) => path)).toContain("bin/git");
    const without = await listFiles(gitTree(root), codePorts(own, { searchPath: join(root, "bin") }));
    expect(without.by).toBe("walk");
    expect(readdirSync(marks)).toEqual([]);
  });
});

test("a clone that lacks objects fetches none, whatever its promisor is", async () => {
  const helper = marking("promisor");
  const lacking = join(own, "lacking");
  git(root, "config", "uploadpack.allowFilter", "true");
  git(own, "clone", "-q", "--no-local", "--filter=tree:0", "--no-checkout", `file://${root}`, lacking);
  git(lacking, "config", "remote.origin.uploadpack", helper);
  git(lacking, "config", "remote.origin.url", `ext::${helper}`);
  git(lacking, "config", "protocol.allow", "always");
  const ports = codePorts(own);
  const tree = gitTree(lacking);
  const { head } = gitState(tree.repository, diskFiles);
  const { commits, notes, isComplete } = await readHistory(ports, tree, head, new Set());
  expect(commits.map(({ subject }) => subject)).toEqual(["second", "first"]);
  expect(commits.flatMap(({ changes }) => changes)).toEqual([]);
  expect(isComplete).toBe(true);
  expect(notes).toEqual(["the clone lacks folders: what commits changed is not seen"]);
  expect(existsSync(join(marks, "promisor"))).toBe(false);
  spawnSync("git", ["log", "--name-status"], { cwd: lacking, env: { PATH: process.env.PATH ?? "", HOME: own } });
  expect(existsSync(join(marks, "promisor"))).toBe(true);
});

test("a work tree elsewhere, replaced objects and an ignore file outside change nothing", async () => {
  const outside = newFolder();
  putFiles(outside, { "secret.ts": "", patterns: "*.ts\n" });
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD", "HEAD~"], { cwd: root, encoding: "utf8" });
  git(root, "replace", ...stdout.trim().split("\n"));
  git(root, "config", "core.worktree", outside);
  git(root, "config", "core.excludesFile", join(outside, "patterns"));
  putFiles(root, { "c.ts": "" });
  expect(await askEverything()).toEqual({
    ...RIGHT,
    paths: [...RIGHT.paths, "c.ts"],
    changed: ["c.ts: null"],
  });
});
