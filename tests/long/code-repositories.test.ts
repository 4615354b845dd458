// Repositories that somebody made to be looked at by others: files without end, links that lead out or in circles, names
// that break lines and terminals, pipes, folders a thousand deep, a `.git` that leads elsewhere, a configuration full of
// programs. The compiled helix answers, shows nothing from outside and nothing that a terminal obeys, and runs nothing.

import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isLong, sayFigures, timeLimit } from "../prove/support/proof.ts";
import { ServedProcess } from "../prove/support/served-process.ts";
import { putFiles } from "../support/code-ports.ts";
import { runHelix } from "../support/command-line.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");
const GIGABYTE = 2 ** 30;
const LEVELS = isLong ? 1000 : 200;
/** In every file outside, and in commits of other repositories. */
const OUTSIDE = "parseWhatLiesOutside";
/** What a terminal obeys, and what turns the order of letters around. */
const OBEYED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const SUBMODULE = "160000,1234567890123456789012345678901234567890,module";

let [root, outside, marks, home, base] = ["", "", "", "", ""];

beforeEach(() => {
  [outside, marks, home, base] = [newFolder(), newFolder(), newFolder(), newFolder()];
  root = makeRepository(join(newFolder(), "app"));
  putFiles(outside, { "secret.ts": `export function ${OUTSIDE}() {}\n`, patterns: "*.ts\n" });
});

/** Commits what is there; the repository has a file that answers are asked about. */
function committed(folder = root, message = "parse the token"): void {
  putFiles(folder, { "src/token.ts": "export function parseToken() {\n  return 1;\n}\n" });
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", message);
}

function helix(...words: string[]) {
  return runHelix(words, { cwd: root, base, environment: { HOME: home } });
}

async function served(): Promise<ServedProcess> {
  const server = await new ServedProcess({ directory: base, home, folder: root }).initialize();
  onTestFinished(() => void server.kill());
  return server;
}

/** Asks for everything there is, as an assistant and as a person, and looks at each answer. Returns the status. */
async function askedForAll(paths: readonly string[] = []): Promise<string> {
  const server = await served();
  const calls = [
    { query: `parse token ${OUTSIDE.replace("parse", "")}`, detail: "bodies", budget: 20_000 },
    { query: "parse token", detail: "files", explain: true },
    { action: "context", query: `parse token ${OUTSIDE.replace("parse", "")}`, budget: 20_000 },
    { action: "explore", symbol: "parseToken", budget: 20_000 },
    { action: "read", symbol: OUTSIDE },
    ...paths.map((path) => ({ action: "read", path })),
    { action: "callees", symbol: "parseToken" },
    { action: "impact", symbol: "parseToken" },
    { action: "impact", symbol: "parseToken", rename: true },
    { action: "impact", diff: true },
    ...["text", "json", "mermaid", "dot"].map((format) => ({ action: "map", format })),
    { action: "status" },
  ];
  let last = "";
  for (const values of calls) {
    const { text } = await server.call("code", values);
    expect([values, OBEYED.test(text)]).toEqual([values, false]);
    // An answer may repeat what it was asked for.
    expect([values, text.includes(`function ${OUTSIDE}`)]).toEqual([values, false]);
    last = text;
  }
  expect(await server.ask("code", { query: "parse token", detail: "files" })).toMatch(/^src\/token\.ts$/m);
  expect(await server.end()).toBe(0);
  for (const words of [
    ["code", "parse token"],
    ["code", "parse token", "--json"],
    ["code", "map"],
    ["code", "status"],
  ]) {
    const { status, stdout } = helix(...words);
    expect([words, status, OBEYED.test(stdout), stdout.includes(OUTSIDE)]).toEqual([words, 0, false, false]);
  }
  expect(readdirSync(marks)).toEqual([]);
  return last;
}

/** A program that leaves a mark. */
function marking(name: string): string {
  const path = join(outside, `mark-${name.replace(/\W/g, "-")}`);
  writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\nexit 0\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("files", () => {
  test("without end, or that are none", { timeout: 120_000 }, async () => {
    for (const name of ["huge.ts", "huge.txt"]) {
      putFiles(root, { [name]: "export const huge = 1;\n" });
      truncateSync(join(root, name), GIGABYTE);
    }
    expect(spawnSync("mkfifo", [join(root, "pipe.ts")]).status).toBe(0);
    putFiles(root, { ".gitignore": "huge.*\n!huge.*\n", "empty.ts": "", "zeros.ts": new Uint8Array(70_000) });
    putFiles(root, { "src/token.ts": "export function parseToken() {}\n" });
    const status = await askedForAll(["huge.ts", "pipe.ts", "empty.ts", "zeros.ts", "/dev/zero", "/proc/self/mem"]);
    expect(status).toContain("2 over 1.5 MB, 1 no text");
  });

  test("in folders that are hundreds deep", { timeout: 120_000 }, async () => {
    committed();
    // No path may be so long at once.
    const deep = spawnSync(
      "sh",
      [
        "-c",
        `i=0; while [ $i -lt ${LEVELS} ]; do mkdir d && cd d || exit 1; i=$((i+1)); done
      echo 'export function parseDeepToken() {}' > deep.ts`,
      ],
      { cwd: root },
    );
    expect(deep.status).toBe(0);
    await askedForAll([`${"d/".repeat(LEVELS)}deep.ts`]);
    // Without git helix goes by itself, and says how far.
    rmSync(join(root, ".git"), { recursive: true });
    expect(await askedForAll([`${"d/".repeat(LEVELS)}deep.ts`])).toContain("left out: 1 folder deeper than 60 levels");
  });

  test("behind links that lead out or in circles", { timeout: 120_000 }, async () => {
    const links = { circle: ".", up: "..", self: "self", out: outside, "out.ts": join(outside, "secret.ts") };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
    mkdirSync(join(root, "src"));
    symlinkSync(join("..", "..", "..", outside, "secret.ts"), join(root, "src", "relative.ts"));
    committed();
    // A tracked folder becomes a link.
    putFiles(root, { "later/secret.ts": "export const before = 1;\n" });
    git(root, "add", "-A");
    rmSync(join(root, "later"), { recursive: true });
    symlinkSync(outside, join(root, "later"));
    const within = ["circle/src/token.ts", "circle/circle/out/secret.ts", "out/secret.ts", "out.ts", "later/secret.ts"];
    const status = await askedForAll([...within, "src/relative.ts", "../out/secret.ts", join(outside, "secret.ts")]);
    expect(status).toMatch(/^files: 1 read, /m);
    expect(status).toContain("left out: 8 links");
  });

  test("with names that break lines and terminals", { timeout: 120_000 }, async () => {
    const names = ["line\nbreak.ts", "\x1b[2J\x1b]0;title\x07.ts", "back\bspace.ts", "tab\t.ts", "return\r.ts"];
    for (const name of [...names, "\x9b31m.ts"]) putFiles(root, { [`${name}`]: "export function parseToken() {}\n" });
    writeFileSync(Buffer.from(`${root}/bad-\xff\xfe.ts`, "latin1"), "export function parseToken() {}\n");
    putFiles(root, { "turned\u202ets.exe": "parse token\n", "```.ts": "export function parseToken() {}\n" });
    committed(root, "parse the token\x1b[2J \u202e");
    const status = await askedForAll([...names, "turned\u202ets.exe", "```.ts"]);
    expect(status).toContain("left out: 7 names that cannot be shown");
  });
});

describe("a repository", () => {
  test("with programs in its configuration runs none", { timeout: 120_000 }, async () => {
    committed();
    mkdirSync(join(outside, "hooks"));
    for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction"]) {
      renameSync(marking(hook), join(outside, "hooks", hook));
    }
    const settings = "core.fsmonitor core.pager core.sshCommand core.alternateRefsCommand diff.external gpg.program";
    for (const name of settings.split(" ")) git(root, "config", name, marking(name));
    for (const name of [
      "filter.evil.clean",
      "filter.evil.process",
      "diff.evil.textconv",
      "alias.ls-files",
      "alias.log",
    ])
      git(root, "config", name, marking(name));
    git(root, "config", "core.hooksPath", join(outside, "hooks"));
    git(root, "config", "log.showSignature", "true");
    putFiles(root, { ".gitattributes": "*.ts filter=evil diff=evil\n", "src/token.ts": "export let parseToken;\n" });
    putFiles(root, { git: `#!/bin/sh\n: > '${join(marks, "git")}'\n` });
    chmodSync(join(root, "git"), 0o755);
    await askedForAll();
    // git itself runs some of them.
    spawnSync("git", ["status"], { cwd: root, env: { PATH: process.env.PATH ?? "", HOME: home } });
    expect(readdirSync(marks)).toContain("core.fsmonitor");
  });

  test("with ignore files and a work tree elsewhere reads nothing there", { timeout: 120_000 }, async () => {
    committed();
    git(root, "config", "core.worktree", outside);
    git(root, "config", "core.excludesFile", join(outside, "patterns"));
    rmSync(join(root, ".git", "info", "exclude"), { force: true });
    symlinkSync(join(outside, "patterns"), join(root, ".git", "info", "exclude"));
    symlinkSync(join(outside, "patterns"), join(root, ".gitignore"));
    git(outside, "init", "-q");
    mkdirSync(join(root, "inner"));
    appendFileSync(join(root, "inner", ".git"), `gitdir: ${outside}/.git\n`);
    putFiles(root, { "inner/inner.ts": "export const inner = 1;\n", "new.ts": "export function parseToken() {}\n" });
    // Files of the tree are not hidden by patterns that lie outside.
    expect(await askedForAll(["inner/inner.ts"])).toMatch(/^files: [23] read/m);
  });

  test.each(["a file", "a link", "a shared directory", "objects of others"])(
    "whose .git is %s of another has none of its commits",
    { timeout: 120_000 },
    async (kind) => {
      const other = makeRepository(join(newFolder(), "other"));
      committed(other, `${OUTSIDE} the token`);
      rmSync(join(root, ".git"), { recursive: true });
      const dotGit = join(root, ".git");
      if (kind === "a file") writeFileSync(dotGit, `gitdir: ${other}/.git\n`);
      else if (kind === "a link") symlinkSync(join(other, ".git"), dotGit);
      else if (kind === "a shared directory") {
        putFiles(root, { ".git/commondir": `${other}/.git\n`, ".git/HEAD": "ref: refs/heads/main\n" });
      } else {
        git(root, "init", "-q");
        putFiles(root, { ".git/objects/info/alternates": `${other}/.git/objects\n` });
        const head = spawnSync("git", ["rev-parse", "HEAD"], { cwd: other, encoding: "utf8" }).stdout;
        putFiles(root, { ".git/HEAD": head });
      }
      putFiles(root, { "own.ts": "export function parseToken() {}\n" });
      // Refused unless it is asked for; then it is a folder like others.
      const { stdout } = helix("code", "index", root);
      expect(stdout).toMatch(/^files: 1 read, /m);
      expect(stdout).toMatch(/^commits: 0$/m);
      const { stdout: found } = helix("code", "parse token");
      expect(found).toContain("own.ts");
      expect(found).not.toContain("src/token.ts");
    },
  );

  test("with submodules that are not there, and an index full of them", { timeout: 120_000 }, async () => {
    git(root, "update-index", "--add", "--cacheinfo", SUBMODULE);
    putFiles(root, {
      ".gitmodules": `[submodule "m"]\n\tpath = module\n\turl = ext::${marking("url")}\n\tupdate = !${marking("update")}\n`,
    });
    committed();
    await askedForAll(["module/a.ts"]);
  });
});

test.runIf(isLong)(
  "more than half a million files are bounded, which is said",
  {
    timeout: timeLimit + 300_000,
  },
  () => {
    const [FOLDERS, FILES] = [510, 1000];
    for (let folder = 0; folder < FOLDERS; folder++) {
      putFiles(root, { [`d${folder}/f0.ts`]: "export const one = 1;\n" });
      const path = join(root, `d${folder}`);
      // Further names of one file are quickly made, and files like others.
      for (let file = 1; file < FILES; file++) linkSync(join(path, "f0.ts"), join(path, `f${file}.ts`));
    }
    const start = performance.now();
    const { stdout } = helix("code", "index");
    expect(stdout).toMatch(/^files: 500000 read, /m);
    expect(stdout).toContain("stopped after 500000 names: the rest is not looked at");
    sayFigures("code-files", { files: FOLDERS * FILES, seconds: Math.round((performance.now() - start) / 1000) });
  },
);
