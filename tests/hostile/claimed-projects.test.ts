// Folders that somebody made to pass for a clone of a project: configurations that name its remote, `.git` that leads
// to it, objects and refs that are its own through links. None shares a key with it, whatever is put together; and
// whatever else stands in `.git`, the answer comes. Then the same with bytes of git's files exchanged.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findProject, sameProject } from "../../src/notes/projects/project.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { ProjectJudge } from "../../src/surfaces/project-judge.ts";
import { randomOf, sayFigures, timeLimit, timeOver } from "../prove/support/proof.ts";
import { claimedProject } from "../support/claimed-project.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const TRIES_MIN = 200;
/** What git has for an empty file and an empty folder: nearly every repository holds these. */
const KNOWN_OBJECTS = ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"];

let [root, victim, base] = ["", "", ""];
let keys: readonly string[] = [];

/** Judges as a server or a command would, from nothing. */
async function judged(path: string): Promise<{ keys: readonly string[]; standing: string } | null> {
  const found = findProject(path, diskFiles);
  if (found === null) return null;
  const kb = openKnowledgeBase(base);
  const judge = new ProjectJudge(kb);
  const { project, standing } = judge.judge(found);
  await judge.note(found, standing);
  kb.close();
  return { keys: project.keys, standing };
}

beforeAll(async () => {
  root = folder();
  base = join(root, "kb");
  victim = makeRepository(join(root, "shop"), "https://example.org/acme/shop.git");
  writeFileSync(join(victim, "empty"), "");
  git(victim, "add", ".");
  for (const name of ["one", "two"]) git(victim, "commit", "-q", "--allow-empty", "-m", name);
  git(victim, "gc", "-q");
  git(victim, "commit", "-q", "--allow-empty", "-m", "three");
  git(victim, "worktree", "add", "-q", join(root, "tree"));
  const { keys: claimed } = claimedProject(victim)!;
  keys = claimed;
  const kb = openKnowledgeBase(base);
  await kb.change(() => [{ kind: "add", topic: "t", body: `a note\n[project: ${keys.join(", ")}]`, minutes: 0 }]);
  kb.close();
  expect(await judged(victim)).toEqual({ keys, standing: "noted" });
  expect(await judged(join(root, "tree"))).toEqual({ keys, standing: "known" });
});

type Random = (end: number) => number;
const pick = <T>(next: Random, of: readonly T[]): T => of[next(of.length)]!;
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/**
 * Makes `.git` of a folder lead elsewhere, or be one of its own; returns git's directory if that is the folder's to
 * fill.
 */
function makeGit(path: string, next: Random): string | null {
  const own = join(path, ".git");
  const theirs = pick(next, [join(victim, ".git"), join(victim, ".git", "worktrees", "tree"), "../shop/.git"]);
  switch (next(6)) {
    case 0:
      put(own, `gitdir: ${theirs}\n`);
      return null;
    case 1:
      symlinkSync(theirs === "../shop/.git" ? join(victim, ".git") : theirs, own);
      return null;
    case 2: {
      const inner = join(path, "inner");
      put(own, "gitdir: inner\n");
      put(join(inner, "gitdir"), `${own}\n`);
      if (next(2) === 0) put(join(inner, "commondir"), `${join(victim, ".git")}\n`);
      return inner;
    }
    case 3:
      put(join(own, "commondir"), `${pick(next, [join(victim, ".git"), "../../shop/.git"])}\n`);
      return own;
    default:
      mkdirSync(own);
      return own;
  }
}

function fill(directory: string, next: Random): void {
  const theirs = join(victim, ".git");
  const url = pick(next, [
    "https://example.org/acme/shop.git",
    "git@example.org:Acme/Shop",
    `${join(root, "acme", "shop")}`,
    "file:///elsewhere/acme/shop/.git",
    keys.at(-1)!,
    `https://example.org/${keys.at(-1)!}`,
  ]);
  if (next(6) === 0) symlinkSync(join(theirs, "config"), join(directory, "config"));
  else
    put(
      join(directory, "config"),
      `[remote "origin"]\n\turl = ${url}\n${next(3) === 0 ? `[include]\n\tpath = ${theirs}/config\n[core]\n\tworktree = ${victim}\n` : ""}`,
    );
  const objects = join(directory, "objects");
  switch (next(5)) {
    case 0:
      symlinkSync(join(theirs, "objects"), objects);
      break;
    case 1:
      mkdirSync(objects);
      for (const name of readdirSync(join(theirs, "objects")))
        symlinkSync(join(theirs, "objects", name), join(objects, name));
      break;
    case 2:
      mkdirSync(join(objects, "pack"), { recursive: true });
      for (const name of readdirSync(join(theirs, "objects", "pack")))
        symlinkSync(join(theirs, "objects", "pack", name), join(objects, "pack", name));
      break;
    default:
      put(join(objects, "info", "alternates"), `${join(theirs, "objects")}\n`);
  }
  switch (next(6)) {
    case 0:
      symlinkSync(join(theirs, "HEAD"), join(directory, "HEAD"));
      break;
    case 1:
      put(join(directory, "HEAD"), `${pick(next, KNOWN_OBJECTS)}\n`);
      break;
    case 2:
      put(join(directory, "HEAD"), "ref: refs/../../../shop/.git/HEAD\n");
      break;
    default:
      put(join(directory, "HEAD"), `ref: refs/heads/${pick(next, ["master", "main", "../../../../shop/.git/HEAD"])}\n`);
  }
  const linked = pick(next, ["refs", "packed-refs", null]);
  if (linked !== null) symlinkSync(join(theirs, linked), join(directory, linked));
}

test(
  "no folder that was put together shares a key with the project that it poses as",
  async () => {
    const next = randomOf("claimed-projects");
    const isOver = timeOver();
    const standings = new Map<string, number>();
    let tries = 0;
    for (; tries < TRIES_MIN || !isOver(); tries++) {
      const path = join(root, "evil");
      mkdirSync(path);
      const directory = makeGit(path, next);
      if (directory !== null) fill(directory, next);
      const found = await judged(path);
      // Without `.git` that holds anything there is no project, or that of a folder above.
      const standing = found?.standing ?? "none";
      const figure = standing.replace(" ", "-");
      standings.set(figure, (standings.get(figure) ?? 0) + 1);
      const isShared = found !== null && sameProject(found.keys, keys);
      if (isShared)
        throw new Error(`${found.standing}: ${JSON.stringify(found.keys)} as of ${path}, kept to be looked at`);
      rmSync(path, { recursive: true });
    }
    expect(standings.get("unknown")).toBeGreaterThan(tries / 4);
    sayFigures("claimed-projects", { tries, ...Object.fromEntries(standings), shared: 0 });
    expect(await judged(victim)).toMatchObject({ keys });
  },
  timeLimit,
);

test(
  "a clone of which bytes are exchanged is judged all the same, and never shares what a whole one would not",
  async () => {
    const next = randomOf("damaged-clones");
    const isOver = timeOver();
    const whole = join(root, "whole");
    const stranger = makeRepository(join(root, "stranger"), "https://example.org/acme/shop");
    git(root, "clone", "-q", `file://${victim}`, whole);
    git(whole, "remote", "set-url", "origin", "https://example.org/acme/shop");
    git(whole, "repack", "-q", "-a", "-d", "--write-midx");
    git(stranger, "commit", "-q", "--allow-empty", "-m", "another");
    git(stranger, "gc", "-q");
    const files = ["HEAD", "config", "packed-refs", "objects/pack/multi-pack-index", "objects/pack/*.idx"];
    let tries = 0;
    for (; tries < TRIES_MIN / 2 || !isOver(); tries++) {
      const isStranger = tries % 2 === 0;
      // A folder is known by its path.
      const path = join(root, isStranger ? "of-a-stranger" : "of-a-clone");
      cpSync(isStranger ? stranger : whole, path, { recursive: true });
      for (let times = 1 + next(4); times > 0; times--) {
        const name = pick(next, files);
        const folderOf = join(path, ".git", dirname(name));
        const named = name.includes("*")
          ? readdirSync(folderOf).find((each) => each.endsWith(".idx"))
          : name.split("/").at(-1);
        const file = join(folderOf, named ?? "none");
        if (!existsSync(file) || !lstatSync(file).isFile()) continue;
        const bytes = readFileSync(file);
        if (bytes.length > 0) bytes[next(bytes.length)] = next(256);
        writeFileSync(file, next(8) === 0 ? bytes.subarray(0, next(bytes.length + 1)) : bytes, { mode: 0o600 });
      }
      const found = await judged(path);
      expect(found === null || found.keys.length > 0).toBe(true);
      if (isStranger) expect(found !== null && sameProject(found.keys, keys)).toBe(false);
      rmSync(path, { recursive: true });
    }
    sayFigures("damaged-clones", { tries });
    expect(statSync(join(base, "projects.json")).size).toBeLessThan(100_000);
  },
  2 * timeLimit,
);
