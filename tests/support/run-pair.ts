// Runs a command twice, by itself and by `helix run`, in two copies of one folder, and tells what each did.

import { spawn } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { helixBinary } from "./helix-binary.ts";

/** What a run leaves behind. */
export interface Effects {
  readonly status: number | null;
  readonly signal: string | null;
  /** Bytes as latin1. */
  readonly stdout: string;
  readonly stderr: string;
  /** The names of files, each with its mode and content. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Buffer;
  readonly environment?: Readonly<Record<string, string>>;
  readonly shell?: string;
}

/** The files that each copy of the folder holds. */
const FILES: Readonly<Record<string, string>> = {
  "a.txt": "one\ntwo\nthree\n",
  "b.txt": "tabs\tand spaces \n",
  "space name.txt": "spaces\n",
  "ünïcode ☃.txt": "snow\n",
  "-dash": "dash\n",
  "sub/inner.txt": "inner\n",
};

/** Fills a folder. */
export function fillFolder(folder: string): string {
  mkdirSync(join(folder, "sub"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  return folder;
}

/** No folder can be made there, so no output can be kept. */
const NO_BASE = "/dev/null/kb";

/** The environment of a run: always the same one. */
export function runEnvironment({ environment = {}, shell = "/bin/sh" }: Omit<RunOptions, "cwd">) {
  // At a lower level, bash takes the socket that its standard input is for a login from elsewhere.
  const SHLVL = "5";
  return { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", SHLVL, SHELL: shell, HELIX_KB: NO_BASE, ...environment };
}

/** Runs a program to its end, both outputs through pipes. */
export async function runWords(words: readonly string[], options: RunOptions): Promise<Effects> {
  const [program, ...rest] = words;
  const child = spawn(program!, rest, { cwd: options.cwd, env: runEnvironment(options) });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  const end = await new Promise<Pick<Effects, "status" | "signal">>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal }));
  });
  const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString("latin1");
  return { ...end, stdout: text(stdout), stderr: text(stderr), files: filesIn(options.cwd) };
}

/** Runs a line by its shell, and by `helix run`, in two folders that hold the same. */
export async function runLineTwice(line: string, folders: readonly [string, string], options: Omit<RunOptions, "cwd">) {
  const shell = options.shell ?? "/bin/sh";
  const [plain, helix] = await Promise.all([
    runWords([shell, "-c", line], { ...options, cwd: fillFolder(folders[0]) }),
    runWords([helixBinary(), "run", line], { ...options, cwd: fillFolder(folders[1]) }),
  ]);
  return { plain, helix };
}

/** The same for a program with its words. */
export async function runWordsTwice(words: readonly string[], folders: readonly [string, string]) {
  const [plain, helix] = await Promise.all([
    runWords(words, { cwd: fillFolder(folders[0]) }),
    runWords([helixBinary(), "run", "--", ...words], { cwd: fillFolder(folders[1]) }),
  ]);
  return { plain, helix };
}

function filesIn(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    const facts = lstatSync(join(folder, path));
    const mode = (facts.mode & 0o7777).toString(8);
    if (facts.isDirectory()) Object.assign(found, { [`${path}/`]: mode }, filesIn(folder, path));
    else if (facts.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else if (facts.isFile()) found[path] = `${mode} ${readFileSync(join(folder, path)).toString("latin1")}`;
    else found[path] = mode;
  }
  return found;
}
