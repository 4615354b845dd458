// Fetches the packages of the peers, which are no dependencies of helix, once: into the cache of node_modules, in exact
// versions, with what they depend on as it was on a day, and without running any script of theirs.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "bun";
import { root } from "../programs.ts";
import { userEnvironment } from "../run-program.ts";

/** What the packages depend on is taken as it was then. */
const AS_OF = "2026-10-01";
const FETCH_MS_MAX = 120_000;

/** The folder that holds the packages of a peer. Throws an Error of one line when they cannot be had. */
export async function fetchPackages(packages: readonly string[]): Promise<string> {
  const cache = join(root, "node_modules", ".cache", "helix-bench");
  const folder = join(cache, packages.join("+").replace(/\//g, "-"));
  if (packages.length === 0 || existsSync(folder)) return folder;
  process.stderr.write(`helix: fetching ${packages.join(", ")} to compare with\n`);
  mkdirSync(cache, { recursive: true });
  const fetching = mkdtempSync(join(cache, "fetch-"));
  const remove = () => rmSync(fetching, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    writeFileSync(join(fetching, "package.json"), '{"private":true}');
    const options = [
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--fetch-retries=0",
    ];
    const child = spawn(["npm", "install", ...options, `--before=${AS_OF}`, "--prefix", fetching, ...packages], {
      cwd: fetching,
      stdout: "ignore",
      stderr: "pipe",
      env: userEnvironment,
      timeout: FETCH_MS_MAX,
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) {
      const why = said.split("\n").find((line) => line.includes("npm error")) ?? "no answer in time";
      throw new Error(`cannot be fetched here (${why.replace(/^npm error\s*/, "").replace(/https?:\S+/g, "…")})`);
    }
    renameSync(fetching, folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
  return folder;
}
