// What a comparison of two times of a tree sees although something hides it: rules that came later, folders of ignored
// files, repositories inside, git's index, pipes, and what of git's own makes it run programs. And what it says where
// git cannot list any more.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { snapshotSince, takeSnapshot } from "../../../../src/plan/workspace/snapshot.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { changesBy, snapshotPorts, writeTree } from "../../../support/plan-tree.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

interface Row {
  readonly what: string;
  /** `home`: the user's. */
  readonly change: (root: string, home: string) => unknown;
  readonly seen: readonly string[];
}

const pipe = (path: string) => spawnSync("mkfifo", [path]);
const repository = (path: string) => {
  mkdirSync(path, { recursive: true });
  git(path, "init", "-q", "--template=");
};
const hidden = (path: string) => `added ${path} hidden`;

/** Each leaves alone what the others change. */
const ROWS: readonly Row[] = [
  {
    what: "a new file in a folder of ignored files",
    change: (root) =>
      writeTree(root, { "logs/evil.ts": "x", "old/evil.ts": "x", "logs/b.log": "x", "old/dist/b": "x" }),
    seen: ["added logs/evil.ts", "added old/evil.ts"],
  },
  {
    what: "rules that hide themselves",
    change: (root) => writeTree(root, { "self/.gitignore": "*\n", "self/deep/evil.ts": "x" }),
    seen: ["added self/.gitignore", hidden("self/deep/evil.ts")],
  },
  {
    what: "rules in a folder, hidden by rules in git's own",
    change: (root) =>
      writeTree(root, { ".git/info/exclude": "/two/.gitignore\n", "two/.gitignore": "evil*\n", "two/evil.ts": "x" }),
    seen: ["content .git/info/exclude", "added two/.gitignore", hidden("two/evil.ts")],
  },
  {
    what: "rules of the user",
    change: (root, home) => {
      writeTree(home, { ".config/git/ignore": "by-user\n" });
      writeTree(root, { "three/by-user": "x" });
    },
    seen: [hidden("three/by-user")],
  },
  {
    what: "a file of rules that ignored itself from the start",
    change: (root) => writeTree(root, { "venv/.gitignore": "*\n# more\n", "venv/new": "x" }),
    seen: ["content venv/.gitignore"],
  },
  {
    what: "a cache that a test run makes and hides",
    change: (root) => writeTree(root, { ".pytest_cache/.gitignore": "*\n", ".pytest_cache/v/cache": "x" }),
    seen: [],
  },
  {
    what: "a rule that is gone: what it ignored is not known",
    change: (root) => writeTree(root, { "rules/.gitignore": "", "rules/was/new": "x" }),
    seen: ["content rules/.gitignore"],
  },
  {
    what: "repositories in repositories",
    change: (root) => {
      let path = `${root}/nest`;
      for (let depth = 0; depth < 8; depth++, path += "/in") repository(path);
      writeTree(path, { "evil.ts": "x" });
    },
    seen: Array.from({ length: 8 }, (_, depth) => `nest${"/in".repeat(depth)}/.git`)
      .flatMap((path) => [`added ${path}/HEAD`, `added ${path}/config`])
      .concat(`added nest${"/in".repeat(8)}/evil.ts`),
  },
  {
    what: "a repository that is made around files, and hides new ones",
    change: (root) => {
      repository(`${root}/src/mine`);
      writeTree(root, { "src/mine/.gitignore": "*\n", "src/mine/node_modules/evil.js": "x", "src/mine/was.ts": "y" });
    },
    seen: [
      "added src/mine/.git/HEAD",
      "added src/mine/.git/config",
      "added src/mine/.gitignore",
      hidden("src/mine/node_modules/evil.js"),
      "content src/mine/was.ts",
    ],
  },
  {
    what: "a folder that claims to belong to another repository",
    change: (root) => writeTree(root, { "fake/.git": "gitdir: ../.git\n", "fake/node_modules/evil.js": "x" }),
    seen: ["added fake/node_modules/evil.js"],
  },
  {
    what: "what the index says",
    change(root) {
      git(root, "update-index", "--assume-unchanged", "src/b.ts");
      git(root, "update-index", "--skip-worktree", "src/c.ts");
      git(root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},src/mod`);
      writeTree(root, { "src/b.ts": "x", "src/c.ts": "x", "src/mod/node_modules/evil.js": "x" });
    },
    seen: ["content src/b.ts", "content src/c.ts", "added src/mod/node_modules/evil.js"],
  },
  {
    what: "a pipe and a socket, but those that a rule ignores",
    change(root) {
      pipe(`${root}/src/pipe`);
      pipe(`${root}/src/ignored.log`);
      mkdirSync(`${root}/only`);
      pipe(`${root}/only/pipe`);
      rmSync(`${root}/src/d.ts`);
      pipe(`${root}/src/d.ts`);
    },
    seen: ["added only/pipe", "added src/pipe", "type src/d.ts"],
  },
  {
    what: "modes of files, of folders and of pipes",
    change(root) {
      chmodSync(`${root}/docs`, 0o700);
      chmodSync(`${root}/docs/read.md`, 0o755);
      chmodSync(`${root}/docs/pipe`, 0o600);
      mkdirSync(`${root}/empty`);
    },
    seen: ["mode docs/", "mode docs/pipe", "mode docs/read.md"],
  },
  {
    what: "git's configuration, by what it includes and of the work tree alone",
    change(root, home) {
      writeTree(home, { included: "[alias]\n\tx = !evil\n[user]\n\tname = b\n" });
      writeTree(root, { ".git/config.worktree": "[core]\n\tfsmonitor = evil\n" });
    },
    seen: ["added .git/config (core.fsmonitor)", "added .git/config.worktree", "content .git/config (alias.x)"],
  },
  {
    what: "hooks where the configuration has them",
    change: (_root, home) => writeTree(home, { "hooks/pre-commit": "evil", "hooks/post-commit": "evil" }),
    seen: ["added HOME/hooks/post-commit", "content HOME/hooks/pre-commit"],
  },
];

test("what hides a change is seen, and the change", async () => {
  const [root, home] = [makeRepository(`${folder()}/tree`), folder()];
  writeTree(home, { "hooks/pre-commit": "", included: "[alias]\n\tx = y\n" });
  writeTree(root, {
    ".gitignore": "*.log\ndist/\n",
    "logs/a.log": "",
    "old/dist/a": "",
    "venv/.gitignore": "*\n",
    "venv/python": "",
    "rules/.gitignore": "was/\n",
    "rules/was/a": "",
    "src/mine/was.ts": "",
    "docs/read.md": "",
    ...Object.fromEntries(["b", "c", "d"].map((name) => [`src/${name}.ts`, ""])),
  });
  pipe(`${root}/docs/pipe`);
  chmodSync(`${root}/docs`, 0o755);
  git(root, "add", "-A");
  git(root, "config", "extensions.worktreeConfig", "true");
  git(root, "config", "include.path", `${home}/included`);
  git(root, "config", "core.hooksPath", `${home}/hooks`);
  const ports = snapshotPorts(folder());
  const changes = await changesBy(root, { ...ports, git: { ...ports.git, home, configHome: "" } }, () => {
    for (const { change } of ROWS) change(root, home);
  });
  const seen = new Set(changes.map((line) => line.replace(home, "HOME")));
  for (const { what, seen: expected } of ROWS) {
    expect({ what, seen: expected.filter((line) => seen.has(line)) }).toEqual({ what, seen: [...expected] });
  }
  expect([...seen].sort()).toEqual(ROWS.flatMap((row) => row.seen).sort());
});

test("a socket is seen", async () => {
  const root = makeRepository(folder());
  const server = createServer();
  const changes = await changesBy(root, snapshotPorts(folder()), () => {
    mkdirSync(`${root}/run`);
    return new Promise<void>((resolve) => server.listen(`${root}/run/s`, resolve));
  });
  server.close();
  expect(changes).toEqual(["added run/s"]);
});

describe("where git listed at the start and cannot now, that is a flaw", () => {
  /** Each takes back what it did by what it gives. */
  const rows: readonly [string, (root: string) => () => void, RegExp | string][] = [
    ["nothing is wrong", () => () => undefined, ""],
    ["a lock of the index is there", (root) => replaced(root, ".git/index.lock", ""), ""],
    [
      "the index is damaged",
      (root) => replaced(root, ".git/index", "DIRC"),
      /^git cannot list the files any more: it /,
    ],
    ["the index is a pipe", (root) => piped(root, ".git/index"), /has an index that is no file/],
    ["the repository is gone", (root) => moved(root, ".git"), /there is no repository of git any more: put \.git back/],
    ["its objects are gone", (root) => moved(root, ".git/objects"), /there is no repository of git any more/],
    [
      "the configuration cannot be read",
      (root) => replaced(root, ".git/config", "[[["),
      /^git cannot read \.git\/config/,
    ],
    [
      "one of a repository inside is damaged",
      (root) => replaced(root, "in/.git/index", "DIRC"),
      /the files in in any more/,
    ],
  ];
  test("each of these", async () => {
    const top = folder();
    const root = makeRepository(`${top}/tree`);
    writeTree(root, { "src/a.ts": "a" });
    makeRepository(`${root}/in`);
    writeTree(root, { "in/a.ts": "a" });
    git(root, "add", "src");
    git(`${root}/in`, "add", "-A");
    const ports = snapshotPorts(folder());
    const before = await takeSnapshot(root, ports);
    for (const [what, breakIt, flaw] of rows) {
      const mend = breakIt(root);
      const now = await snapshotSince(before, ports);
      mend();
      if (flaw === "") expect({ what, flaw: now.flaw }).toEqual({ what, flaw });
      else expect({ what, flaw: now.flaw }).toEqual({ what, flaw: expect.stringMatching(flaw) });
    }
    expect(await snapshotSince(before, ports)).toMatchObject({ flaw: "", isCut: false });
  });

  test("what is beyond a bound that was not reached at the start", async () => {
    const root = makeRepository(folder());
    writeTree(root, { a: "a" });
    const ports = snapshotPorts(folder());
    const before = await takeSnapshot(root, ports);
    const narrow = { ...ports, bounds: { ...ports.bounds!, namesMax: 2 } };
    writeTree(root, { b: "b", c: "c" });
    expect((await snapshotSince(before, narrow)).flaw).toBe("only 2 files are compared: there are more");
    const cut = await takeSnapshot(root, narrow);
    expect(cut).toMatchObject({ flaw: "", isCut: true });
    expect((await snapshotSince(cut, narrow)).flaw).toBe("");
  });
});

test("git that is there only since the start changes nothing about how the tree is listed", async () => {
  const root = folder();
  writeTree(root, { "a.ts": "a", "node_modules/x.js": "x" });
  const changes = await changesBy(root, snapshotPorts(folder()), () => {
    git(root, "init", "-q", "--template=");
    writeTree(root, { "b.ts": "b" });
  });
  expect(changes).toEqual(["added .git/HEAD", "added .git/config", "added b.ts"]);
});

function moved(root: string, path: string): () => void {
  renameSync(`${root}/${path}`, `${root}.moved`);
  return () => renameSync(`${root}.moved`, `${root}/${path}`);
}

function replaced(root: string, path: string, text: string): () => void {
  const back = spawnSync("test", ["-e", `${root}/${path}`]).status === 0 ? moved(root, path) : () => undefined;
  writeFileSync(`${root}/${path}`, text);
  return () => {
    rmSync(`${root}/${path}`);
    back();
  };
}

function piped(root: string, path: string): () => void {
  const back = moved(root, path);
  pipe(`${root}/${path}`);
  return () => {
    rmSync(`${root}/${path}`);
    back();
  };
}
