// Compiles the small programs that helix is compared with, by the same compiler and the same flags as helix.

import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "bun";

export const root = join(import.meta.dir, "..");

/** The paths of the compiled programs. */
export interface Programs {
  readonly helix: string;
  readonly empty: string;
  readonly sdkServer: string;
  readonly fts5Server: string;
}

/**
 * Compiles the programs into `folder`, and copies helix and the empty one once each: its servers and its hooks are one
 * file, as they are for users. Throws an Error with what the compiler said.
 */
export async function compilePrograms(folder: string, helix: string): Promise<Programs> {
  const { FLAGS } = (await import(join(root, "scripts", "build.mjs"))) as { FLAGS: readonly string[] };
  mkdirSync(folder, { recursive: true });
  const compile = (name: string) => {
    const outfile = join(folder, name);
    const source = join(root, "bench", "programs", `${name}.ts`);
    // Bun leaves a temporary file in the folder that it is started in when it is killed.
    const { exitCode, stderr } = spawnSync([process.execPath, "build", ...FLAGS, source, "--outfile", outfile], {
      cwd: folder,
      env: process.env,
    });
    if (exitCode !== 0) throw new Error(`${name} cannot be compiled: ${stderr.toString().trim()}`);
    return outfile;
  };
  const [ours, empty] = [copied(helix, folder), copied(compile("empty"), folder)];
  return { helix: ours, empty, sdkServer: compile("sdk-server"), fts5Server: compile("fts5-server") };
}

/**
 * A fresh copy of a program: how a file came to the disk, and when, is a sixth of the time that an empty one takes to
 * start.
 */
export function copied(program: string, scratch: string): string {
  const copy = join(mkdtempSync(join(scratch, "program-")), "program");
  copyFileSync(program, copy);
  return copy;
}
