// `npm run check`: the gate before a commit. Types, then format and lint, then the tidiness of the tree.
//
// Invariants
// - All three run even when one fails, so that one call shows everything; the exit code is 1 when any failed.
//
// Left to others: the rules (tsconfig.json, biome.json, tests/tidy.test.ts).

import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { run } from "./process.mjs";

async function main() {
  await withLock(lockPath, ensureInstalled);
  const bun = await findBun();
  const bin = (name) => join(root, "node_modules", ".bin", name);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const steps = [
    [bin("tsc"), ["--noEmit", "-p", "."]],
    [bin("biome"), ["check", "--error-on-warnings", "."]],
    [bun, ["--bun", vitest, "run", "--pool=threads", "tests/tidy.test.ts"]],
  ];
  let failed = 0;
  for (const [program, args] of steps) {
    if ((await run(program, args, { cwd: root, env: bunEnvironment })) !== 0) failed++;
  }
  process.stdout.write(failed === 0 ? "check: all good\n" : `check: ${failed} of ${steps.length} steps failed\n`);
  return failed === 0 ? 0 : 1;
}

await finish(main());
