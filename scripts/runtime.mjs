// Fetches the Bun runtime of another platform for a cross build, when Bun itself could not. Plain Node without
// dependencies.
//
// Invariants
// - The package comes from npm's own configured registry, in the version of the installed Bun, and is used only if its
//   SHA-512 is the one package-lock.json pins.
// - A runtime appears in the cache under its final name only when it is whole.
//
// Left to others: which targets there are and how they are built (build.mjs).

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runNpm } from "./prepare.mjs";
import { run } from "./process.mjs";

/** Where runtimes of other platforms are kept: Bun's own downloads and the ones of this module. */
export const runtimeCache = join(root, "node_modules", ".cache", "bun-runtime");

/**
 * Fetches the runtime with `npm pack`.
 * @param {string} name of the package, e.g. "@oven/bun-darwin-aarch64"
 * @returns {Promise<string>} the path of the program. Throws an Error when it cannot be had.
 */
export async function fetchRuntime(name) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const pinned = lock.packages[`node_modules/${name}`];
  if (pinned?.integrity === undefined) throw new Error(`package-lock.json does not pin ${name}`);
  const program = join(runtimeCache, `${name.replace("/", "-")}-${pinned.version}`);
  if (existsSync(program)) return program;
  mkdirSync(runtimeCache, { recursive: true });
  const folder = mkdtempSync(join(runtimeCache, "fetch-"));
  try {
    const code = await runNpm(["pack", `${name}@${pinned.version}`, "--silent", "--pack-destination", folder]);
    const [archive] = readdirSync(folder);
    if (code !== 0 || archive === undefined)
      throw new Error(`npm pack ${name}@${pinned.version} failed with exit code ${code}`);
    const hash = createHash("sha512")
      .update(readFileSync(join(folder, archive)))
      .digest("base64");
    if (`sha512-${hash}` !== pinned.integrity)
      throw new Error(`${name} is not the package that package-lock.json pins`);
    if ((await run("tar", ["-xzf", archive, "package/bin/bun"], { cwd: folder })) !== 0) {
      throw new Error(`tar could not unpack ${name}`);
    }
    renameSync(join(folder, "package", "bin", "bun"), program);
    return program;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
