// `npm run check:mac`: tries on a Mac what no other machine can show, each thing in one line. It needs Node alone; with
// the packages of a checkout it also calls the sources. `--here` tries on any machine what that has the like of.
//
//   npm run check:mac                      dist/helix of this checkout
//   node scripts/check-mac.mjs --binary P  a binary that was downloaded
//   npm run check:mac -- --only git        checks with this in their name
//
// Invariants
// - Nothing outside of temporary folders is changed: the home, the knowledge base and the programs that are replaced
//   are made for the run.
// - Every check ends; one that fails says what was expected and what was seen.
// - The last line is `N passed, N failed, N skipped`; the exit code is 1 when any failed, 2 when nothing was tried.
//
// Left to others: what is tried (mac/*-checks.mjs), how a binary is made (build.mjs).

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { hookChecks } from "./mac/hook-checks.mjs";
import { installChecks } from "./mac/install-checks.mjs";
import { programChecks } from "./mac/program-checks.mjs";
import { runChecks } from "./mac/run-checks.mjs";
import { sourceChecks } from "./mac/source-checks.mjs";
import { makeWorld, Skipped } from "./mac/world.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const USAGE = "usage: npm run check:mac -- [--binary PATH] [--only TEXT] [--here]";

function say(line) {
  process.stdout.write(`${line}\n`);
}

function options(words) {
  const found = { binary: join(root, "dist", "helix"), only: "", isHere: false };
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "--here") found.isHere = true;
    else if (words[at] === "--binary" && words[at + 1] !== undefined) found.binary = resolve(words[++at]);
    else if (words[at] === "--only" && words[at + 1] !== undefined) found.only = words[++at];
    else throw new Error(`unknown option ${words[at]}; ${USAGE}`);
  }
  if (process.platform !== "darwin" && !found.isHere)
    throw new Error(`this is ${process.platform}, no Mac: npm run check:mac -- --here tries what it has the like of`);
  if (!existsSync(found.binary))
    throw new Error(`${found.binary} is not there: build it (npm run build), or name one: --binary PATH`);
  return found;
}

/** Runs one check, prints its line, and returns what became of it. */
async function tried({ name, isMac, run }, world) {
  try {
    if (isMac && !world.isMac) throw new Skipped("only on macOS");
    const detail = await run(world);
    say(`ok       ${name}${detail === undefined ? "" : `: ${detail}`}`);
    return "passed";
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    say(`${isSkipped ? "skipped " : "FAILED  "} ${name}: ${error.message.replaceAll("\n", "\\n")}`);
    return isSkipped ? "skipped" : "failed";
  }
}

async function main(words) {
  const { binary, only } = options(words);
  const world = makeWorld({ binary, root });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const groups = [programChecks, runChecks, hookChecks, installChecks, await sourceChecks(world)];
    const checks = groups.flat().filter(({ name }) => name.includes(only));
    if (checks.length === 0) throw new Error(`no check has ${JSON.stringify(only)} in its name`);
    for (const check of checks) counts[await tried(check, world)]++;
  } finally {
    world.remove();
  }
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`check:mac: ${error.message}\n`);
  process.exitCode = 2;
}
