// `npm start`: from a fresh checkout to helix at work. Installs, builds dist/helix, and runs the demonstration against
// it.
//
// Invariants
// - Needs Node, npm and git only; everything else comes with the packages.
//
// Left to others: each of the steps (prepare.mjs, build.mjs, demo.ts).

import { join } from "node:path";
import { buildTargets } from "./build.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { run } from "./process.mjs";

async function main(args) {
  await withLock(lockPath, async () => {
    await ensureInstalled();
    await buildTargets(["host"], { onlyStale: true });
  });
  return run(await findBun(), [join(root, "scripts", "demo.ts"), ...args], { cwd: root, env: bunEnvironment });
}

await finish(main(process.argv.slice(2)));
