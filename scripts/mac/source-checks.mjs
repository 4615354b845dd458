// The checks that call helix's own sources, which Bun of the checkout runs (source-calls.ts). Each line that it prints is
// one check.

import { join } from "node:path";
import { Skipped } from "./world.mjs";

const PROGRAM = join("scripts", "mac", "source-calls.ts");
const LIMIT_MS = 120_000;

/** The checks, made already; a single one that is skipped where they cannot be made. */
export async function sourceChecks(world) {
  if (world.bun === null) {
    const run = () => {
      throw new Skipped("they need a checkout with its packages");
    };
    return [{ name: "calls of the system by the sources, and the guard of a plan", run }];
  }
  const place = world.place();
  const words = [world.bun, join(world.root, PROGRAM), world.binary, place.path];
  const { stdout, stderr, status } = world.run(words, { place, cwd: world.root, limitMs: LIMIT_MS });
  const lines = Buffer.from(stdout, "latin1").toString("utf8").split("\n").filter(Boolean);
  const checks = lines
    .map((line) => JSON.parse(line))
    .map(({ name, outcome, detail }) => ({
      name,
      run() {
        if (outcome === "skipped") throw new Skipped(detail);
        if (outcome === "failed") throw new Error(detail);
        return detail;
      },
    }));
  if (status === 0) return checks;
  const run = () => {
    throw new Error(`expected an end, saw ${status}: ${stderr}`);
  };
  return [...checks, { name: "all calls of the sources were made", run }];
}
