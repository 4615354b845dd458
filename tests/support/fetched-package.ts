// Programs of others that a test runs and that are too large for every installation (about 50 and 110 MB): fetched from npm when the
// test needs them, once.
//
// Invariants
// - The version is exact, and what it depends on is what there was on a day: the same everywhere and always.
// - No script of a package runs while it is installed.
// - A package appears under its final name only when it is whole.
// - Where it cannot be had the test is skipped, loudly; a machine without a network is no failure.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skipLoudly } from "./confined.ts";
import { repositoryRoot } from "./helix-binary.ts";

const cache = join(repositoryRoot, "node_modules", ".cache", "fetched-packages");

/** How long a fetch may take before it counts as impossible, in milliseconds: shorter than a hook of the tests may. */
const FETCH_MS_MAX = 100_000;

export interface FetchedPackage {
  readonly name: string;
  readonly version: string;
  /** What it depends on is taken as it was on this day, YYYY-MM-DD. */
  readonly asOf: string;
}

/** The folder of the package, fetched first when it is not there; null, and said so on standard error, when it cannot be had. */
export function fetchedPackage({ name, version, asOf }: FetchedPackage): string | null {
  const folder = join(cache, `${name.replace("/", "-")}-${version}`);
  const inside = join("node_modules", name);
  if (existsSync(folder)) return join(folder, inside);
  mkdirSync(cache, { recursive: true });
  const fetching = mkdtempSync(join(cache, "fetch-"));
  try {
    writeFileSync(join(fetching, "package.json"), '{"private":true}');
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
    const words = ["install", `${name}@${version}`, `--before=${asOf}`, "--loglevel=error", ...options];
    const { status, stderr } = spawnSync("npm", words, { cwd: fetching, encoding: "utf8", timeout: FETCH_MS_MAX });
    if (status !== 0 || !existsSync(join(fetching, inside))) {
      skipLoudly(`${name} ${version} cannot be fetched here: ${(stderr ?? "").trim().split("\n")[0] || "no answer"}`);
      return null;
    }
    // Somebody else may have been faster.
    if (!existsSync(folder)) renameSync(fetching, folder);
    return join(folder, inside);
  } finally {
    rmSync(fetching, { recursive: true, force: true });
  }
}
