// `npm run bench`: installs and builds what is missing, then runs the benchmarks of bench/ on the compiled binary. Sizes (numbers
// of entries) may be given: `npm run bench -- 1000 10000`.
//
// Left to others: what is measured (bench/run.ts).

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
  return run(await findBun(), [join(root, "bench", "run.ts"), ...args], { cwd: root, env: bunEnvironment });
}

await finish(main(process.argv.slice(2)));
