// `npm run clean`: removes what was built. Packages and the cached runtimes of other platforms stay.
//
// Invariants
// - Waits for a build that is under way, by taking the same lock; the lock itself is removed last, by its holder.
//
// Left to others: removing node_modules (by hand).

import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withLock } from "./lock.mjs";
import { finish, lockPath } from "./prepare.mjs";

async function main() {
  const dist = dirname(lockPath);
  await withLock(lockPath, async () => {
    for (const name of readdirSync(dist)) {
      if (!name.startsWith(basename(lockPath))) rmSync(join(dist, name), { recursive: true, force: true });
    }
  });
  return 0;
}

await finish(main());
