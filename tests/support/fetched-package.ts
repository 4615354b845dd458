// Programs of others that a test runs and that are too large for every installation (50 to 360 MB): fetched from npm
// when the test needs them, once.
//
// Invariants
// - The version is exact, and what it depends on is what there was on a day: the same everywhere and always.
// - No script of a package runs while it is installed.
// - A package appears under its final name only when it is whole, and is fetched by one at a time.
// - Where it cannot be had the test is skipped, loudly; a machine without a network is no failure.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { skipLoudly } from "./confined.ts";
import { repositoryRoot } from "./helix-binary.ts";

const cache = join(repositoryRoot, "node_modules", ".cache", "fetched-packages");

/** How long a fetch may take before it counts as impossible, in milliseconds: shorter than a hook of the tests may. */
const FETCH_MS_MAX = 100_000;
/**
 * How long the registry may take to say that it has a package: a network that answers nothing must not hold up every
 * test.
 */
const ANSWER_MS_MAX = 20_000;

const run = promisify(execFile);

export interface FetchedPackage {
  readonly name: string;
  readonly version: string;
  /** What it depends on is taken as it was on this day, YYYY-MM-DD. */
  readonly asOf: string;
  /** How long the fetch of a very large one may take. */
  readonly fetchMsMax?: number;
}

/**
 * The folder of the package, fetched first when it is not there; null, and said so on standard error, when it cannot be
 * had.
 */
export async function fetchedPackage(wanted: FetchedPackage): Promise<string | null> {
  const folder = join(cache, `${wanted.name.replace("/", "-")}-${wanted.version}`);
  const inside = join(folder, "node_modules", wanted.name);
  if (existsSync(folder)) return inside;
  const { withLock } = (await import(join(repositoryRoot, "scripts", "lock.mjs"))) as {
    withLock: (path: string, action: () => Promise<void>) => Promise<void>;
  };
  // Somebody else may have fetched it while this one waited.
  await withLock(join(cache, ".lock"), async () => {
    if (!existsSync(folder)) await fetchInto(folder, wanted);
  });
  return existsSync(folder) ? inside : null;
}

async function fetchInto(
  folder: string,
  { name, version, asOf, fetchMsMax = FETCH_MS_MAX }: FetchedPackage,
): Promise<void> {
  const fetching = mkdtempSync(join(cache, "fetch-"));
  try {
    writeFileSync(join(fetching, "package.json"), '{"private":true}');
    const options = [`--before=${asOf}`, "--prefer-offline", "--fetch-retries=0", "--loglevel=error"];
    const what = `${name}@${version}`;
    await run("npm", ["view", what, "version", ...options], { cwd: fetching, timeout: ANSWER_MS_MAX });
    const words = ["install", what, "--ignore-scripts", "--no-audit", "--no-fund", ...options];
    await run("npm", words, { cwd: fetching, timeout: fetchMsMax });
    if (!existsSync(join(fetching, "node_modules", name))) throw new Error("npm installed nothing");
    renameSync(fetching, folder);
  } catch (error) {
    const {
      stderr = "",
      message = "",
      killed = false,
    } = error as { stderr?: string; message?: string; killed?: boolean };
    const why = killed ? "no answer in time" : (stderr.trim() || message).split("\n")[0];
    skipLoudly(`${name} ${version} cannot be fetched here: ${why}`);
  } finally {
    rmSync(fetching, { recursive: true, force: true });
  }
}
