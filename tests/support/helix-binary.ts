// The compiled helix for tests that start it: dist/helix, built from the sources as they are.
//
// Invariants
// - A test never runs a binary older than the sources; the build does nothing when it is up to date, and one builds at
//   a time.
//
// Left to others: the build (scripts/build.mjs), starting the binary.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, linkSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { threadId } from "node:worker_threads";

/** The folder of the checkout. */
export const repositoryRoot: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The exit code of the build when another platform's runtime cannot be fetched. */
const EXIT_RUNTIME_UNAVAILABLE = 3;

function build(target: string): { exitCode: number; errors: string } {
  const script = join(repositoryRoot, "scripts", "build.mjs");
  const result = spawnSync(process.execPath, [script, "--stale", target], { encoding: "utf8", cwd: repositoryRoot });
  return { exitCode: result.status ?? 1, errors: result.stderr };
}

let builtHost = "";

/**
 * The path of the binary for this machine, built first when it is missing or stale. Throws an Error with what the
 * compiler said.
 */
export function helixBinary(): string {
  if (builtHost === "") {
    const { exitCode, errors } = build("host");
    if (exitCode !== 0) throw new Error(`dist/helix could not be built: ${errors.trim()}`);
    builtHost = join(repositoryRoot, "dist", "helix");
  }
  return builtHost;
}

const COPY = "helix-binary-";

/**
 * A copy of a binary on the disk of the temporary folders, made when there is none: a link leads to no other disk, and a
 * copy has 120 MB. Copies of other builds go.
 */
function copyOf(binary: string): string {
  const folder = realpathSync(tmpdir());
  const { ino, size, mtimeMs } = statSync(binary);
  const name = `${COPY}${ino}-${size}-${Math.trunc(mtimeMs)}`;
  const copy = join(folder, name);
  if (existsSync(copy)) return copy;
  for (const other of readdirSync(folder)) {
    if (other.startsWith(COPY) && !other.startsWith(name))
      rmSync(join(folder, other), { recursive: true, force: true });
  }
  const made = `${copy}.${process.pid}-${threadId}`;
  copyFileSync(binary, made);
  renameSync(made, copy);
  return copy;
}

/**
 * Puts a binary, dist/helix by default, at `path`. It is a hard link where the disk allows one: a test that changes the
 * file's mode or bytes copies it instead.
 */
export function placeBinary(path: string, from: string = helixBinary()): void {
  for (const source of [() => from, () => copyOf(from)]) {
    try {
      linkSync(source(), path);
      return;
    } catch {}
  }
  copyFileSync(from, path);
}

/**
 * The path of a binary for another platform, e.g. "darwin-arm64", built first when it is missing or stale; null when
 * its runtime cannot be fetched. Throws an Error with what the compiler said when the build itself fails.
 */
export function helixBinaryFor(target: string): string | null {
  helixBinary();
  const { exitCode, errors } = build(target);
  if (exitCode === EXIT_RUNTIME_UNAVAILABLE) {
    process.stderr.write(`SKIPPED: dist/helix-${target} cannot be built here. ${errors.trim()}\n`);
    return null;
  }
  if (exitCode !== 0) throw new Error(`dist/helix-${target} could not be built: ${errors.trim()}`);
  return join(repositoryRoot, "dist", `helix-${target}`);
}
