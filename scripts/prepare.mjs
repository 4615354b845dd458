// Makes a fresh checkout ready: installs the packages and finds Bun in them. Plain Node without dependencies, since npm
// starts a script before node_modules exists.
//
// Invariants
// - Packages that agree with package-lock.json are left alone: nothing is installed twice, nothing is fetched without
//   need.
// - Everything runs under the one lock of the checkout (`lockPath`), taken by the caller.
//
// Left to others: building (build.mjs), running (start.mjs, test.mjs, check.mjs).

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { capture, run } from "./process.mjs";

const RETRY_MS = 5_000;

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The lock under which the scripts install and build. */
export const lockPath = join(root, "dist", ".lock");

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** npm's own list of what is installed, written at the end of an installation. */
function installedList(folder) {
  return join(folder, "node_modules", ".package-lock.json");
}

/**
 * Says why the packages have to be installed, or "" when they agree with package-lock.json. An interrupted installation
 * is seen as missing, since npm writes its list last.
 * @param {string} folder the folder with package.json
 * @returns {string}
 */
export function reasonToInstall(folder) {
  const wanted = readJson(join(folder, "package-lock.json"));
  const installed = readJson(installedList(folder));
  if (wanted === null) return existsSync(join(folder, "node_modules")) ? "" : "there is no node_modules";
  if (installed === null) return "there is no complete node_modules";
  for (const [path, entry] of Object.entries(wanted.packages ?? {})) {
    if (path === "") continue;
    const present = installed.packages?.[path];
    if (present === undefined) {
      // Packages for other platforms are in the lock file but never installed.
      if (entry.optional || entry.devOptional || entry.peer) continue;
      return `${path} is missing`;
    }
    if (present.version !== entry.version) return `${path} is ${present.version}, ${entry.version} is wanted`;
  }
  const direct = { ...wanted.packages?.[""]?.dependencies, ...wanted.packages?.[""]?.devDependencies };
  const gone = Object.keys(direct).find((name) => !existsSync(join(folder, "node_modules", name, "package.json")));
  return gone === undefined ? "" : `node_modules/${gone} is missing`;
}

/** The npm that started this script, else the one on PATH. */
export function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script?.endsWith(".js") && node !== undefined ? [node, script] : ["npm"];
}

/** Environment for a nested npm: its own errors must be seen even when the outer npm was told to be silent. */
function npmEnvironment() {
  const level = process.env.npm_config_loglevel;
  return { ...process.env, npm_config_loglevel: level === undefined || level === "silent" ? "error" : level };
}

/**
 * Runs npm with its output shown.
 * @param {string[]} args
 * @returns {Promise<number>} npm's exit code
 */
export function runNpm(args) {
  const [program, ...first] = npmCommand();
  return run(program, [...first, ...args], { cwd: root, env: npmEnvironment() });
}

/** Installs the packages when they do not agree with package-lock.json. Throws an Error when npm fails. */
export async function ensureInstalled() {
  const reason = reasonToInstall(root);
  if (reason === "") return;
  // `npm ci` empties node_modules first; a tree that is only out of date is brought up to date in place, since a test
  // run may use it.
  const isComplete = existsSync(installedList(root)) || !existsSync(join(root, "package-lock.json"));
  const command = isComplete ? "install" : "ci";
  process.stderr.write(`helix: installing packages (${reason})\n`);
  const install = () => runNpm([command, "--include=dev", "--no-audit", "--no-fund"]);
  let code = await install();
  if (code !== 0) {
    // A broken connection, or the npm of a killed run that is still writing: both pass.
    process.stderr.write(`helix: npm ${command} failed with exit code ${code}; trying once more\n`);
    await sleep(RETRY_MS);
    code = await install();
  }
  if (code !== 0) {
    throw new Error(
      `npm ${command} failed with exit code ${code}; its message stands above. The first installation needs a network.`,
    );
  }
}

async function works(bun, version) {
  const { code, output } = await capture(bun, ["--version"]);
  return code === 0 && output.trim() === version;
}

/**
 * Finds the Bun of the packages. npm may be set up to run no install scripts; then the package holds a placeholder, and
 * its own script is run here.
 * @returns {Promise<string>} the path of the program. Throws an Error when it cannot be made to run.
 */
export async function findBun() {
  const folder = join(root, "node_modules", "bun");
  const { version } = readJson(join(folder, "package.json")) ?? {};
  if (version === undefined) throw new Error("the package bun is not in node_modules; run: npm ci --include=dev");
  const bun = join(folder, "bin", "bun.exe");
  if (await works(bun, version)) return bun;
  const installation = await capture(process.execPath, ["install.js"], { cwd: folder });
  if (await works(bun, version)) return bun;
  const said = `${installation.output}${installation.errors}`.trim().replace(/\s*\n\s*/g, "; ");
  throw new Error(
    `Bun ${version} does not run on ${process.platform} ${process.arch}: neither npm nor node_modules/bun/install.js could set it up` +
      `${said === "" ? "" : ` (${said})`}. Supported: macOS and Linux on x64 and arm64, with optional packages installed (npm ci --include=optional)`,
  );
}

/** Environment for Bun: what it remembers of sources that it ran stays in the checkout, not in the user's home. */
export const bunEnvironment = {
  ...process.env,
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(root, "node_modules", ".cache", "bun-transpiler"),
};

/**
 * Ends a script with one line on stderr instead of a stack trace.
 * @param {Promise<number>} work resolves to the exit code
 * @returns {Promise<void>}
 */
export async function finish(work) {
  try {
    process.exitCode = await work;
  } catch (error) {
    process.stderr.write(`helix: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
