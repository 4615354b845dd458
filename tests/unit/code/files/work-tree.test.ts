// Which tree a folder lies in, and which are refused: somebody else's, homes, what nobody asked for.

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { findWorkTree } from "../../../../src/code/files/work-tree.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [base, app, home] = ["", "", ""];

beforeEach(() => {
  base = newFolder();
  home = join(newFolder(), "person");
  mkdirSync(home);
  app = makeRepository(join(base, "app"));
  git(app, "commit", "-q", "--allow-empty", "-m", "first");
});

const find = (folder: string, isAsked = false) => findWorkTree({ folder, isAsked, home, files: diskFiles });
const rootAndKind = (folder: string, isAsked = false) => {
  const { root, repository } = find(folder, isAsked);
  return [root, repository === null ? "plain" : "git"];
};

describe("found", () => {
  test("from any folder below the root, also through a link and from git's own directory", () => {
    const deep = join(app, "src", "a", "b");
    mkdirSync(deep, { recursive: true });
    symlinkSync(deep, join(base, "link"));
    for (const folder of [app, deep, join(base, "link"), join(app, ".git")]) {
      expect(rootAndKind(folder)).toEqual([app, "git"]);
    }
  });

  test("for a linked work tree and a submodule, with git's directory of their own", () => {
    git(app, "worktree", "add", "-q", "../linked");
    git(app, "-c", "protocol.file.allow=always", "submodule", "add", "-q", join(base, "app"), "inner");
    expect(find(join(base, "linked"))).toMatchObject({
      root: join(base, "linked"),
      repository: { gitDirectory: join(app, ".git", "worktrees", "linked"), common: join(app, ".git") },
    });
    expect(find(join(app, "inner"))).toMatchObject({
      root: join(app, "inner"),
      repository: { common: join(app, ".git", "modules", "inner") },
    });
  });

  test("above a folder named .git that holds no repository", () => {
    mkdirSync(join(app, "src", ".git"), { recursive: true });
    expect(rootAndKind(join(app, "src"))).toEqual([app, "git"]);
  });
});

describe("refused unless asked for", () => {
  test("a folder whose .git file or link leads to another's repository", () => {
    for (const [name, place] of [
      ["file", (path: string) => writeFileSync(path, `gitdir: ${join(app, ".git")}\n`)],
      ["link", (path: string) => symlinkSync(join(app, ".git"), path)],
    ] as const) {
      const claimed = join(base, name);
      mkdirSync(claimed);
      place(join(claimed, ".git"));
      expect(() => find(claimed)).toThrow(
        `${claimed}/.git leads to ${app}/.git, whose work tree is another: repair it (git worktree repair), or ask for the folder, e.g. code action="index" path="."`,
      );
      expect(rootAndKind(claimed, true)).toEqual([claimed, "plain"]);
    }
  });

  test("a .git file that leads nowhere, or is none of git's", () => {
    git(app, "worktree", "add", "-q", "../linked");
    renameSync(app, join(base, "moved"));
    expect(() => find(join(base, "linked"))).toThrow(/leads to no repository: repair it/);
    for (const text of ["", "rubbish\n", "gitdir: \n", "gitdir: /dev/null\n"]) {
      writeFileSync(join(base, "linked", ".git"), text);
      expect(() => find(join(base, "linked"))).toThrow(/leads to no repository/);
    }
  });

  test("a home directory, what lies above it, the whole disk", () => {
    makeRepository(home);
    mkdirSync(join(home, "notes"));
    expect(() => find(home)).toThrow(
      `${home} is a home directory: start in a project, or ask for the folder, e.g. code action="index" path="."`,
    );
    expect(() => find(join(home, "notes"))).toThrow(/is a home directory/);
    expect(() => find(dirname(home))).toThrow(`${dirname(home)} is a folder above a home`);
    expect(() => find("/")).toThrow("/ is the whole disk");
    expect(rootAndKind(home, true)).toEqual([home, "git"]);
    // Somebody asked for the folder, not for the home around it.
    expect(rootAndKind(join(home, "notes"), true)).toEqual([join(home, "notes"), "plain"]);
    makeRepository(join(home, "project"));
    expect(rootAndKind(join(home, "project"))).toEqual([join(home, "project"), "git"]);
  });

  test("a plain folder, a bare repository, what is no folder", () => {
    const plain = join(base, "plain");
    mkdirSync(plain);
    git(base, "init", "-q", "--bare", "bare.git");
    writeFileSync(join(base, "file"), "");
    expect(() => find(plain)).toThrow(
      `${plain} lies in no git repository: start in one, or ask for the folder, e.g. code action="index" path="."`,
    );
    expect(() => find(join(base, "bare.git"))).toThrow(/is a bare git repository, which has no files/);
    expect(() => find(join(base, "file"), true)).toThrow(/file is no folder/);
    expect(() => find(join(base, "none"), true)).toThrow(/none is no folder/);
    expect(rootAndKind(plain, true)).toEqual([plain, "plain"]);
    rmSync(join(app, ".git", "objects"), { recursive: true });
    expect(() => find(app)).toThrow(/lies in no git repository/);
  });
});
