// `npm run quality`: installs what is missing, then measures how well helix finds things, by quality/main.ts, which
// builds the binary that it measures. `npm run quality -- --help` says what it takes.
//
// Left to others: arguments, judged sets, figures and tables (quality/main.ts).

import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { run } from "./process.mjs";

async function main(args) {
  await withLock(lockPath, ensureInstalled);
  // Paths on the command line are meant from where the user stands, who may be in a folder whose settings are not for
  // this Bun.
  const env = { ...bunEnvironment, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
  return run(await findBun(), [join(root, "quality", "main.ts"), ...args], { cwd: root, env });
}

await finish(main(process.argv.slice(2)));
