// The binary that is measured, and an environment in which it finds nothing of the user's.

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ArgumentError } from "./arguments.ts";
import { root } from "./programs.ts";

/**
 * Builds dist/helix if its sources changed, unless another binary is to be measured; returns the path of what is
 * measured.
 */
export async function binaryOf(binary: string | null): Promise<string> {
  if (binary !== null) {
    if (!existsSync(binary))
      throw new ArgumentError(`there is no ${binary}; give the path of a program, e.g. dist/helix`);
    return realpathSync(binary);
  }
  const script = (name: string) => import(join(root, "scripts", name));
  const { buildTargets } = (await script("build.mjs")) as {
    buildTargets: (names: string[], options: { onlyStale: boolean }) => Promise<void>;
  };
  const { withLock } = (await script("lock.mjs")) as {
    withLock: (path: string, action: () => unknown) => Promise<void>;
  };
  await withLock(join(root, "dist", ".lock"), () => buildTargets(["host"], { onlyStale: true }));
  return join(root, "dist", "helix");
}

/** Nothing of the user's may be touched or read by what is measured. */
export function leaveTheUserAlone(scratch: string): void {
  for (const name of Object.keys(process.env)) if (/^(?:HELIX|CLAUDE)_/.test(name)) delete process.env[name];
  process.env.HOME = scratch;
  process.env.HELIX_KB = join(scratch, "none");
}
