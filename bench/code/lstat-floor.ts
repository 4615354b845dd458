// What looking at every file of a tree costs at least: lstat of all of them, by a small C program where there is a
// compiler, else by a loop in Bun.

import { lstatSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "bun";
import { root } from "../programs.ts";
import { runProgram } from "../run-program.ts";
import { timed } from "../samples.ts";
import type { CodeTree } from "./code-tree.ts";

const ROUNDS = 15;

/** Milliseconds of each round, and by what. */
export interface LstatFloor {
  readonly samples: readonly number[];
  readonly what: string;
}

/** Looks at all files of a tree, by paths from its root. */
export async function lstatFloor(scratch: string, { folder, paths }: CodeTree): Promise<LstatFloor> {
  const compiled = compile(mkdtempSync(join(scratch, "lstat-")), paths);
  if (compiled !== null) {
    const lines = runProgram(compiled, folder).toString().trim().split("\n");
    return { samples: lines.map((line) => Number(line.split(" ")[0]) / 1e6), what: "lstat of all files, in C" };
  }
  const look = () => {
    for (const path of paths) lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
  };
  return { samples: await timed(ROUNDS, look), what: "lstat of all files, in Bun (no C compiler)" };
}

/** The command that looks at them; null where it cannot be compiled. */
function compile(directory: string, paths: readonly string[]): string[] | null {
  const [program, list] = [join(directory, "lstat"), join(directory, "paths")];
  writeFileSync(list, paths.map((path) => `${path}\0`).join(""));
  const source = join(root, "bench", "programs", "lstat.c");
  const compiler = Bun.which("cc");
  if (compiler === null) return null;
  const { exitCode } = spawnSync([compiler, "-O2", "-o", program, source], { stderr: "ignore", env: process.env });
  return exitCode === 0 ? [program, list] : null;
}
