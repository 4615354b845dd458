// A script with all that it imports in one file, made once: a process from the sources takes three times as long to start.

import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const made = new Map<string, string>();

/** The path of the file that stands for the script at `path`. Throws an Error with what the compiler said. */
export function bundledScript(path: string): string {
  const known = made.get(path);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-script-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, ["build", path, "--target=bun", "--outdir", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`bun build failed: ${stderr}`);
  const script = join(folder, basename(path).replace(/\.ts$/, ".js"));
  made.set(path, script);
  return script;
}
