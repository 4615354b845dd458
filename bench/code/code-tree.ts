// The work trees whose code is measured: made ones, and copies of real ones. A checkout that is given is never changed.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { spawn, spawnSync } from "bun";
import { ArgumentError } from "../arguments.ts";
import { counted } from "../samples.ts";
import { type MadeFile, madeFiles, madeSentences } from "./code-text.ts";

/** A work tree with what its text is worth. */
export interface CodeTree {
  readonly folder: string;
  /** How it is called in tables. */
  readonly name: string;
  /** The texts that git has, sorted. */
  readonly paths: readonly string[];
  readonly lines: number;
  readonly bytes: number;
  readonly subjects: readonly string[];
}

const COMMIT_FILES_MAX = 5;
const FIRST_COMMIT_SECONDS = 1_600_000_000;
const COMMIT_SECONDS = 3600;
/** What helix and git both take for a text. */
const TEXT_BYTES_MAX = 1_500_000;
const BINARY_PROBE = 8000;
const SUBJECTS_MAX = 5000;

/** A tree of made-up code with so many lines, and a history in which a commit brings some files. */
export async function makeTree(scratch: string, lines: number): Promise<CodeTree> {
  const folder = mkdtempSync(join(scratch, "tree-"));
  git(folder, "init", "-q", "-b", "main");
  const child = spawn(["git", "fast-import", "--quiet"], {
    cwd: folder,
    stdin: "pipe",
    stderr: "inherit",
    env: ENVIRONMENT(),
  });
  const sentence = madeSentences();
  let commits = 0;
  let waiting: MadeFile[] = [];
  const commit = async () => {
    const [first] = waiting;
    if (first === undefined) return;
    const message = `${sentence(
      basename(first.path)
        .replace(/-\w+\.\w+$/, "")
        .replace("-", " "),
    )}\n`;
    const time = FIRST_COMMIT_SECONDS + COMMIT_SECONDS * commits++;
    child.stdin.write(`commit refs/heads/main\ncommitter Bench <bench@example.org> ${time} +0000\n${data(message)}`);
    for (const { path, text } of waiting) child.stdin.write(`M 100644 inline ${path}\n${data(text)}`);
    await child.stdin.flush();
    waiting = [];
  };
  for (const file of madeFiles(lines)) {
    waiting.push(file);
    if (waiting.length > commits % COMMIT_FILES_MAX) await commit();
  }
  await commit();
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
  git(folder, "reset", "-q", "--hard");
  return describeTree(folder, "made up");
}

/** A copy of a real repository at its HEAD, with its history. Throws ArgumentError where there is none. */
export function copyTree(scratch: string, path: string): CodeTree {
  const folder = mkdtempSync(join(scratch, "tree-"));
  const name = basename(path);
  const { exitCode, stderr } = gitRun(scratch, ["clone", "-q", "--local", path, folder]);
  if (exitCode !== 0) {
    throw new ArgumentError(
      `${path} cannot be cloned (${stderr.toString().trim().split("\n").at(-1)}); give a git repository, e.g. --tree ../repository`,
    );
  }
  return describeTree(folder, name);
}

/** A tree with so many lines made of another one's files: the first of them, or all of them several times. */
export function resizeTree(scratch: string, from: CodeTree, lines: number): CodeTree {
  const folder = mkdtempSync(join(scratch, "tree-"));
  git(folder, "init", "-q", "-b", "main");
  const copies = Math.ceil(lines / from.lines);
  let left = lines;
  for (let copy = 1; copy <= copies && left > 0; copy++) {
    for (const path of from.paths) {
      if (left <= 0) break;
      const bytes = readFileSync(join(from.folder, path));
      const target = join(folder, copies === 1 ? "" : `copy-${String(copy).padStart(4, "0")}`, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
      left -= linesIn(bytes);
    }
  }
  git(folder, "add", "-A", "-f");
  git(folder, "commit", "-q", "-m", "all of it");
  return describeTree(folder, copies === 1 ? `a part of ${from.name}` : `${from.name}, ${counted(copies)} times`);
}

/** Makes a folder a repository with one commit of all that is in it. */
export function commitTree(folder: string): void {
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A", "-f");
  git(folder, "commit", "-q", "-m", "all of it");
}

/** The bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + Bun.file(join(entry.parentPath, entry.name)).size, 0);
}

function describeTree(folder: string, name: string): CodeTree {
  const paths: string[] = [];
  let [lines, bytes] = [0, 0];
  for (const line of git(folder, "ls-files", "-s", "-z").split("\0")) {
    const path = /^100\d{3} \S+ 0\t(.+)$/s.exec(line)?.[1];
    if (path === undefined) continue;
    const content = readFileSync(join(folder, path));
    if (content.length > TEXT_BYTES_MAX || content.subarray(0, BINARY_PROBE).includes(0)) continue;
    paths.push(path);
    lines += linesIn(content);
    bytes += content.length;
  }
  if (lines === 0)
    throw new ArgumentError(`${name} has no text; give a git repository with code, e.g. --tree ../repository`);
  const subjects = git(folder, "log", `-${SUBJECTS_MAX}`, "--no-merges", "--format=%s").split("\n").filter(Boolean);
  return { folder, name, paths: paths.sort(), lines, bytes, subjects };
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return bytes.length === 0 || bytes.at(-1) === 10 ? count : count + 1;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Runs git and returns what it printed. Throws an Error when it fails. */
function git(folder: string, ...words: readonly string[]): string {
  const { exitCode, stdout, stderr } = gitRun(folder, words);
  if (exitCode !== 0) throw new Error(`git ${words[0]} failed: ${stderr.toString().trim()}`);
  return stdout.toString();
}

function gitRun(folder: string, words: readonly string[]) {
  const own = [
    "-c",
    "safe.directory=*",
    "-c",
    "user.name=Bench",
    "-c",
    "user.email=bench@example.org",
    "-c",
    "gc.auto=0",
  ];
  try {
    return spawnSync(["git", "-C", folder, ...own, ...words], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      env: ENVIRONMENT(),
    });
  } catch {
    throw new ArgumentError("trees of code are made by git, and there is none: install git, e.g. apt install git");
  }
}

/** No settings but the repository's own. */
const ENVIRONMENT = () => ({ ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" });
