// The binary of 0.2.0, built from the project's own history when a test needs it.
//
// Invariants
// - It is built once and kept in dist/; packages come from this checkout, if it locks the same ones, else from npm.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "../helix-binary.ts";

/** The tree of the last commit of 0.2.0: a tree keeps its name when commits are written anew. */
const TREE = "5c22c8f3340e47bd5f5a9b9838aa4cb44a7363c1";
const SOURCES = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json", "bunfig.toml"];

function run(program: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}

/** The path of the binary; null, and a line on standard error, where the history does not reach back to it. */
export function oldBinary(): string | null {
  const path = join(repositoryRoot, "dist", ".helix-0.2.0");
  if (existsSync(path)) return path;
  const known = spawnSync("git", ["cat-file", "-t", TREE], { cwd: repositoryRoot, encoding: "utf8" });
  if (known.stdout.trim() !== "tree") {
    process.stderr.write(
      "SKIPPED: the sources of 0.2.0 are not in this clone's history, so its binary is not built.\n",
    );
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), "helix-0.2.0-"));
  try {
    run("sh", ["-c", `git archive ${TREE} ${SOURCES.join(" ")} | tar -x -C '${folder}'`], repositoryRoot);
    const lock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
    if (lock(folder) === lock(repositoryRoot)) {
      symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
    } else run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
    run("node", ["scripts/build.mjs"], folder);
    mkdirSync(join(repositoryRoot, "dist"), { recursive: true });
    run("cp", [join(folder, "dist", "helix"), `${path}.new`], repositoryRoot);
    renameSync(`${path}.new`, path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
