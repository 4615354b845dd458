// `npm run release`: builds every target from a clean checkout, checks what was built, and puts it into dist/release/.
// Uploads nothing.
//
// Invariants
// - A release comes from a commit: with a file that differs from it, or that it does not know, nothing is built.
// - dist/release/ is whole or not there.
// - What is released was looked at: signatures of macOS binaries hold, each binary is of this version and commit and
//   names no folder of this machine, and the one that runs here says so itself.
//
// Left to others: building (build.mjs), archives and checksums (release-files.mjs), known weaknesses (audit.mjs).

import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { auditPath, lockFingerprint } from "./audit.mjs";
import { buildTargets, RELEASED } from "./build.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { capture } from "./process.mjs";
import { writeRelease } from "./release-files.mjs";

const LISTED_MAX = 5;

async function git(folder, ...args) {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  const { code, output } = await capture("git", ["-C", folder, ...args], { env });
  return code === 0 ? output : null;
}

/**
 * Why there can be no release from this folder.
 * @param {string} folder the checkout
 * @returns {Promise<string[]>} one line for each reason; empty when there may be one
 */
export async function reasonsAgainst(folder) {
  const top = (await git(folder, "rev-parse", "--show-toplevel"))?.trim();
  if (
    top === undefined ||
    realpathSync(top) !== realpathSync(folder) ||
    (await git(folder, "rev-parse", "HEAD")) === null
  )
    return ["this is no git checkout with a commit, and a release names the commit that it was built from"];
  const reasons = [];
  const changes = ((await git(folder, "status", "--porcelain", "--untracked-files=all")) ?? "")
    .split("\n")
    .filter(Boolean);
  if (changes.length > 0) {
    const rest = changes.length > LISTED_MAX ? ` and ${changes.length - LISTED_MAX} more` : "";
    const names = changes.slice(0, LISTED_MAX).map((line) => line.slice(3));
    reasons.push(`the checkout differs from its commit (${names.join(", ")}${rest}): commit or remove that first`);
  }
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const locked = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).version;
  if (locked !== version)
    reasons.push(`package.json says version ${version}, package-lock.json ${locked}: run npm install`);
  return reasons;
}

/**
 * What is wrong with a binary that was built for a release.
 * @param {{target: string, path: string}} binary
 * @param {{version: string, commit: string, folder: string}} expected `folder`: that of the checkout, which no binary
 * may name
 * @returns {Promise<string[]>} one line for each fault
 */
export async function faultsOf({ target, path }, { version, commit, folder }) {
  const faults = [];
  const { component } = JSON.parse(readFileSync(`${path}.sbom.json`, "utf8")).metadata;
  const built = component.properties.find(({ name }) => name === "helix:commit")?.value;
  if (component.version !== version || built !== commit)
    faults.push(`${target}: built from ${component.version} ${built}, wanted ${version} ${commit}`);
  const bytes = readFileSync(path);
  if (bytes.includes(folder)) faults.push(`${target}: the binary names the folder that it was built in`);
  if (target === `${process.platform}-${process.arch}`) {
    const { output, errors } = await capture(path, ["--version"], { env: { HOME: join(folder, "dist") } });
    if (output !== `helix ${version} (${commit})\n`)
      faults.push(`${target}: --version says ${JSON.stringify((output + errors).trim())}`);
  }
  return faults;
}

/** Signatures of macOS binaries were checked when they were built; what lies there now is checked again. */
async function signatureFaults(bun, { target, path }) {
  if (!target.startsWith("darwin-")) return [];
  const script = join(root, "scripts", "macho-signature.ts");
  const { code, errors } = await capture(bun, [script, path], { cwd: root, env: bunEnvironment });
  return code === 0 ? [] : [`${target}: ${errors.trim()}`];
}

function auditState() {
  const kept = existsSync(auditPath) ? JSON.parse(readFileSync(auditPath, "utf8")) : null;
  if (kept?.lock !== lockFingerprint()) return "known weaknesses of the packages: not asked for; run npm run audit";
  return kept.weak.length === 0
    ? "known weaknesses of the packages: none"
    : `known weaknesses: ${kept.weak.join(", ")}`;
}

async function release() {
  await ensureInstalled();
  await buildTargets(RELEASED, { onlyStale: false });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commit = (await git(root, "rev-parse", "--short=12", "HEAD")).trim();
  const seconds = Number(await git(root, "log", "-1", "--format=%ct"));
  const binaries = RELEASED.map((target) => ({ target, path: join(root, "dist", `helix-${target}`) }));
  const bun = await findBun();
  const faults = [];
  for (const binary of binaries) {
    faults.push(...(await faultsOf(binary, { version, commit, folder: realpathSync(root) })));
    faults.push(...(await signatureFaults(bun, binary)));
  }
  if (faults.length > 0) throw new Error(`nothing was released:\n  ${faults.join("\n  ")}`);
  const temporary = join(root, "dist", `.release.${process.pid}.tmp`);
  const folder = join(root, "dist", "release");
  try {
    const names = writeRelease(temporary, { version, seconds, binaries });
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
    return { version, commit, names };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function main(args) {
  if (args.length > 0) throw new Error(`npm run release takes no options, got ${args.join(" ")}`);
  const reasons = await reasonsAgainst(root);
  if (reasons.length > 0) {
    process.stderr.write(`helix: no release was built:\n${reasons.map((reason) => `  ${reason}\n`).join("")}`);
    return 1;
  }
  const { version, commit, names } = await withLock(lockPath, release);
  process.stdout.write(
    [
      `helix ${version} (${commit}) is in dist/release/:`,
      ...names.map((name) => `  ${name}`),
      auditState(),
      "Nothing was uploaded. Next:",
      "  1. npm test",
      "  2. run helix --version and helix doctor from the archives on a Mac and on Linux",
      `  3. git tag -s v${version} ${commit}`,
      "  4. build again in another folder and compare: docs/DEPENDENCIES.md says how",
      "  5. upload all files of dist/release/ together",
      "",
    ].join("\n"),
  );
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await finish(main(process.argv.slice(2)));
