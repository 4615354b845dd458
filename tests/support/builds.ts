// Helixes of other versions, good and bad ones, for tests of `_reload`.
//
// Invariants
// - A build is made once for each version in a test process; tests get copies of it, or scripts around it.
// - A bad build is a shell script in front of a good one, so that it is bad in one thing only.
//
// Left to others: dist/helix (helix-binary.ts), running them.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { placeBinary, repositoryRoot } from "./helix-binary.ts";

export interface BuildOptions {
  readonly version: string;
  readonly commit: string;
  /** How long each step of a trial may take, in milliseconds; as long as in the product by default. */
  readonly stepMs?: number;
  /** The folder that the build says it was made in. */
  readonly checkout?: string;
}

/** What the product is built with: a program without bytecode takes five times as long to start. */
const { FLAGS } = (await import(join(repositoryRoot, "scripts", "build.mjs"))) as { readonly FLAGS: readonly string[] };

/** Makes a function that builds helix; what it has built goes with the test file. */
export function useBuilds(): (options: BuildOptions) => string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-builds-"));
  const made = new Map<string, string>();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (options) => {
    const key = JSON.stringify(options);
    const known = made.get(key);
    if (known !== undefined) return known;
    const path = join(folder, `helix-${made.size}`);
    compile(options, path, folder);
    made.set(key, path);
    return path;
  };
}

function compile({ version, commit, stepMs, checkout }: BuildOptions, path: string, cwd: string): void {
  const defines: Record<string, unknown> = { HELIX_VERSION: version, HELIX_COMMIT: commit };
  if (stepMs !== undefined) defines.HELIX_RELOAD_STEP_MS = stepMs;
  if (checkout !== undefined) {
    defines.HELIX_CHECKOUT = { path: checkout, inode: String(statSync(checkout, { bigint: true }).ino) };
  }
  const source = join(repositoryRoot, "src");
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "build",
      ...FLAGS,
      ...Object.entries(defines).map(([name, value]) => `--define=${name}=${JSON.stringify(value)}`),
      ...[`--root=${source}`, join(source, "main.ts"), join(source, "notes", "store", "merge-worker.ts")],
      join(source, "code", "store", "build-worker.ts"),
      join(source, "code", "store", "parse-worker.ts"),
      ...["--outfile", path],
    ],
    { cwd, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`bun build failed: ${stderr}`);
}

/** Installs a build as `helix` in a folder of its own under `folder`. Returns its path. */
export function installed(build: string, folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  placeBinary(join(bin, "helix"), build);
  return join(bin, "helix");
}

/** Writes a shell script to `path`; in it, "$REAL" is a build that works. */
export function scriptBuild(path: string, real: string, lines: readonly string[]): string {
  writeFileSync(path, ["#!/bin/sh", `REAL='${real}'`, ...lines, ""].join("\n"));
  chmodSync(path, 0o755);
  return path;
}

/** Names in the folder, hidden ones included. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** A place in a script at which it waits until the test lets it go on. */
export class Gate {
  readonly #path: string;
  #held: Promise<{ close(): Promise<void> }> | null = null;

  constructor(folder: string) {
    this.#path = join(folder, "gate");
    spawnSync("mkfifo", [this.#path]);
  }

  /** The line of a script that waits when its first word is this one. */
  line(word: string): string {
    return `[ "$1" = ${word} ] && cat '${this.#path}'`;
  }

  /** Resolves when the script waits. */
  async reached(): Promise<void> {
    // Opening the other end of a named pipe waits for the reader.
    this.#held = open(this.#path, "w");
    await this.#held;
  }

  /** Lets it go on. */
  async open(): Promise<void> {
    await (await this.#held)?.close();
  }
}
