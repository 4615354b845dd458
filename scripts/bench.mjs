// `npm run bench`: installs what is missing, then runs the bench of bench/, which builds the binary that it measures.
// `npm run bench -- --help` says what it takes.
//
// Left to others: arguments, what is measured, tables and plots (bench/main.ts).

import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { run } from "./process.mjs";

async function main(args) {
  await withLock(lockPath, ensureInstalled);
  return run(await findBun(), [join(root, "bench", "main.ts"), ...args], { cwd: root, env: bunEnvironment });
}

await finish(main(process.argv.slice(2)));
