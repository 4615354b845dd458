// Which project a directory belongs to, in repositories that git itself made and in hostile ones.

import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProject, sameProject } from "../../../../src/notes/projects/project.ts";
import type { SmallFiles } from "../../../../src/platform/small-files.ts";
import { claimedProject } from "../../../support/claimed-project.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@localhost",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@localhost",
};

function git(directory: string, ...args: string[]): void {
  const child = Bun.spawnSync(["git", "-c", "protocol.file.allow=always", ...args], {
    cwd: directory,
    env: ENVIRONMENT,
  });
  expect([args, child.exitCode, child.exitCode === 0 ? "" : child.stderr.toString()]).toEqual([args, 0, ""]);
}

function makeRepository(name = "main", origin?: string): string {
  const folder = join(makeFolder(), name);
  mkdirSync(folder);
  git(folder, "init", "-q");
  git(folder, "commit", "-q", "--allow-empty", "-m", "first");
  if (origin !== undefined) git(folder, "remote", "add", "origin", origin);
  return folder;
}

/** A folder with just enough of `.git` to be a repository. */
function makeBareBones(config: string): string {
  const folder = makeFolder();
  mkdirSync(join(folder, ".git", "objects"), { recursive: true });
  writeFileSync(join(folder, ".git", "config"), config);
  return folder;
}

describe("findProject", () => {
  it("finds the work tree from any folder inside", () => {
    const root = makeRepository("main", "git@github.com:owner/repo.git");
    mkdirSync(join(root, "a", "b"), { recursive: true });
    const project = claimedProject(join(root, "a", "b"));
    expect(project?.root).toBe(root);
    expect(project?.keys).toEqual(["owner/repo", expect.stringMatching(/^main-[0-9a-f]{8}$/)]);
    expect(claimedProject(root)).toEqual(project);
  });

  it("has the folder's key alone without an origin, and keeps it when one comes", () => {
    const root = makeRepository();
    const before = claimedProject(root)!.keys;
    expect(before).toEqual([expect.stringMatching(/^main-[0-9a-f]{8}$/)]);
    git(root, "remote", "add", "upstream", "https://host/other/repo");
    expect(claimedProject(root)!.keys).toEqual(before);
    git(root, "remote", "add", "origin", "https://host/owner/repo");
    const after = claimedProject(root)!.keys;
    expect(after).toEqual(["owner/repo", ...before]);
    expect(sameProject(before, after)).toBe(true);
  });

  it("keys are the same in any case, as forges have it", () => {
    expect(sameProject(["Owner/Repo"], ["owner/repo", "repo-1a2b3c4d"])).toBe(true);
    expect(sameProject([], ["owner/repo"])).toBe(false);
  });

  it("tells two folders of one name apart", () => {
    const [one, two] = [claimedProject(makeRepository())!, claimedProject(makeRepository())!];
    expect(sameProject(one.keys, two.keys)).toBe(false);
  });

  it("gives all work trees of a repository the same keys", () => {
    const root = makeRepository("main", "https://host/owner/repo.git");
    const linked = join(makeFolder(), "other-name");
    git(root, "worktree", "add", "-q", linked);
    mkdirSync(join(linked, "deep"));
    const project = claimedProject(join(linked, "deep"));
    expect(project).toEqual({ root: linked, keys: claimedProject(root)!.keys });
  });

  it("gives work trees of a bare repository its name", () => {
    const source = makeRepository();
    const bare = join(makeFolder(), "store.git");
    git(source, "clone", "-q", "--bare", source, bare);
    const linked = join(makeFolder(), "tree");
    git(bare, "worktree", "add", "-q", linked);
    expect(claimedProject(linked)!.keys.at(-1)).toMatch(/^store-[0-9a-f]{8}$/);
  });

  it("takes a submodule for a project of its own", () => {
    const library = makeRepository("library");
    const root = makeRepository("main", "https://host/owner/repo.git");
    git(root, "submodule", "--quiet", "add", library, "vendor");
    const project = claimedProject(join(root, "vendor"))!;
    expect(project.root).toBe(join(root, "vendor"));
    expect(project.keys).toEqual([
      `${basename(join(library, ".."))}/library`,
      expect.stringMatching(/^vendor-[0-9a-f]{8}$/),
    ]);
    expect(sameProject(project.keys, claimedProject(root)!.keys)).toBe(false);
  });

  it("sees through links", () => {
    const root = makeRepository();
    const link = join(makeFolder(), "link");
    symlinkSync(root, link);
    expect(claimedProject(link)).toEqual(claimedProject(root));
  });

  it("is null where there is no work tree", () => {
    expect(claimedProject(makeFolder())).toBeNull();
    expect(claimedProject(join(makeFolder(), "none"))).toBeNull();
  });
});

describe("findProject: what others may put there", () => {
  it("passes over a .git that is no repository", () => {
    const root = makeRepository();
    for (const [name, make] of [
      ["empty", (path: string) => mkdirSync(path)],
      ["text", (path: string) => writeFileSync(path, "hello")],
      ["pointer to nothing", (path: string) => writeFileSync(path, "gitdir: ../none\n")],
      ["pointer to itself", (path: string) => writeFileSync(path, "gitdir: .git\n")],
      ["pointer with NUL", (path: string) => writeFileSync(path, "gitdir: a\0b\n")],
      ["pointer to a device", (path: string) => writeFileSync(path, "gitdir: /dev\n")],
      ["large file", (path: string) => writeFileSync(path, `gitdir: ${"..".repeat(1_000_000)}`)],
      ["loop", (path: string) => symlinkSync(path, path)],
      ["FIFO", (path: string) => void Bun.spawnSync(["mkfifo", path])],
    ] as const) {
      const folder = join(root, name);
      mkdirSync(folder);
      make(join(folder, ".git"));
      expect([name, claimedProject(folder)?.root]).toEqual([name, root]);
    }
  });

  it("does without a configuration that can not be read", () => {
    const folderOnly = [expect.stringMatching(/-[0-9a-f]{8}$/)];
    const large = makeBareBones(`[remote "origin"]\nurl = a/b\n${"# x\n".repeat(70_000)}`);
    expect(claimedProject(large)!.keys).toEqual(folderOnly);
    const fifo = makeBareBones("");
    renameSync(join(fifo, ".git", "config"), join(fifo, ".git", "old"));
    Bun.spawnSync(["mkfifo", join(fifo, ".git", "config")]);
    expect(claimedProject(fifo)!.keys).toEqual(folderOnly);
  });

  it("makes one key of a remote that tries for two, or for a line of its own", () => {
    const project = claimedProject(
      makeBareBones('[remote "origin"]\nurl = "x/y]\\n[project: evil/repo], other/repo"'),
    )!;
    expect(project.keys).toHaveLength(2);
    for (const key of project.keys) expect(key).toMatch(/^[A-Za-z0-9._~/-]+$/);
    expect(sameProject(project.keys, ["evil/repo"])).toBe(false);
    expect(sameProject(project.keys, ["other/repo"])).toBe(false);
  });

  it("makes a plain key of a folder of any name", () => {
    const folder = join(makeFolder(), "a, [b]\n日本");
    mkdirSync(join(folder, ".git", "objects"), { recursive: true });
    expect(claimedProject(folder)!.keys).toEqual([expect.stringMatching(/^a---b-----[0-9a-f]{8}$/)]);
  });

  it("follows no chain of pointers", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, ".git"), "gitdir: other\n");
    writeFileSync(join(folder, "other"), "gitdir: .git\n");
    expect(claimedProject(folder)).toBeNull();
  });

  it("looks at no more than 64 levels", () => {
    let looked = 0;
    const files: SmallFiles = {
      kind: () => {
        looked++;
        return null;
      },
      readText: () => null,
      realPath: (path) => path,
    };
    expect(findProject(`/${"a/".repeat(500)}`, files)).toBeNull();
    expect(looked).toBe(64);
  });
});

describe("sameProject", () => {
  it("needs one key in common", () => {
    expect(sameProject(["a/b", "b-1"], ["c/d", "b-1"])).toBe(true);
    expect(sameProject(["a/b"], ["a/c"])).toBe(false);
    expect(sameProject([], ["a/b"])).toBe(false);
    expect(sameProject([], [])).toBe(false);
  });
});
