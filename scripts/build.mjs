// Builds helix into dist/: for this machine, or for each platform it is released for. Plain Node without dependencies;
// the compiler is the Bun of the packages.
//
// Invariants
// - A binary appears under its name only when it is whole: it is built under a temporary name, signed, checked and then
//   renamed.
// - Beside it lie NAME.sbom.json, which lists what is inside, and NAME.licences.txt, under which licences.
// - The same commit, packages and Node give the same bytes, whatever the folder and the day; but the host's binary
//   names its checkout.
// - dist/.NAME.stamp holds a fingerprint of what a binary was built from, so that an up-to-date one is not built again;
//   dist/.NAME.chunks.json says which sources are in which chunk of it.
// - A macOS binary whose signature does not hold is never left in dist/.
//
// Left to others: packages and Bun (prepare.mjs), runtimes of other platforms (runtime.mjs), signatures
// (macho-sign.ts), grammars (grammars.mjs).

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packGrammars } from "./grammars.mjs";
import { licencesOf } from "./licences.mjs";
import { withLock } from "./lock.mjs";
import { bunEnvironment, ensureInstalled, findBun, finish, lockPath, root } from "./prepare.mjs";
import { capture } from "./process.mjs";
import { fetchRuntime, runtimeCache } from "./runtime.mjs";
import { sbomOf } from "./sbom.mjs";
import { packagesIn, runtimeIn } from "./sbom-parts.mjs";

const HOST = "host";
const HOST_RUNTIME = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
/**
 * What can be built; the host's binary has no suffix and needs no other runtime. macOS on arm64 is the first target.
 */
const TARGETS = {
  [HOST]: { file: "helix", bun: "", runtime: HOST_RUNTIME, isMacos: process.platform === "darwin" },
  "darwin-arm64": {
    file: "helix-darwin-arm64",
    bun: "bun-darwin-arm64",
    runtime: "@oven/bun-darwin-aarch64",
    isMacos: true,
  },
  "darwin-x64": { file: "helix-darwin-x64", bun: "bun-darwin-x64", runtime: "@oven/bun-darwin-x64", isMacos: true },
  "linux-x64": { file: "helix-linux-x64", bun: "bun-linux-x64", runtime: "@oven/bun-linux-x64", isMacos: false },
  "linux-arm64": {
    file: "helix-linux-arm64",
    bun: "bun-linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    isMacos: false,
  },
};

/** The targets that are released; none of them names the checkout it comes from. */
export const RELEASED = Object.keys(TARGETS).filter((name) => name !== HOST);

// bunfig.toml and .env of the directory a binary is started in are other people's: reading them would run their code.
export const FLAGS = [
  "--compile",
  "--minify",
  "--bytecode",
  "--format=esm",
  "--splitting",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-dotenv",
  // Files that go in as they are keep their names.
  "--asset-naming=[name].[ext]",
];
// Workers are files of their own inside the binary; src/platform/worker-pool.ts knows where.
const ENTRY_POINTS = [
  "src/main.ts",
  "src/notes/store/merge-worker.ts",
  "src/code/store/build-worker.ts",
  "src/code/store/parse-worker.ts",
];
const SOURCES = [
  "src",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/grammars.mjs",
  "scripts/licences",
  "scripts/licences.mjs",
  "scripts/macho-sign.ts",
  "scripts/sbom-parts.mjs",
  "scripts/sbom.mjs",
];
const dist = join(root, "dist");

/**
 * The runtime of another platform could be had neither from Bun nor from npm: a network matter, not a fault of the
 * sources.
 */
class RuntimeUnavailable extends Error {}
/** The exit code for it, so that a test can tell it from a build that is broken. */
const EXIT_RUNTIME_UNAVAILABLE = 3;

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** The short hash of the commit checked out, with "+changes" when a source differs from it; "unknown" without git. */
async function commitOf() {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  const git = (...args) => capture("git", ["-C", root, ...args], { env });
  const [top, head] = [await git("rev-parse", "--show-toplevel"), await git("rev-parse", "--short=12", "HEAD")];
  // A checkout without .git can lie inside another repository, whose commit says nothing about helix.
  if (top.code !== 0 || head.code !== 0 || realpathSync(top.output.trim()) !== realpathSync(root)) return "unknown";
  const changes = await git("status", "--porcelain", "--", ...SOURCES);
  return `${head.output.trim()}${changes.output.trim() === "" ? "" : "+changes"}`;
}

function fingerprintOf(commit) {
  const hash = createHash("sha256").update(commit);
  for (const file of SOURCES.flatMap((source) => filesUnder(join(root, source)))) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

async function compile(bun, target, outfile, defines) {
  const entries = [...ENTRY_POINTS.map((entry) => join(root, entry)), ...packGrammars()];
  // Entry points are known by their path under src/, whatever else goes in.
  const report = `--metafile=${join(dist, `.${target.file}.chunks.json`)}`;
  const args = ["build", ...FLAGS, `--root=${join(root, "src")}`, report, ...defines, ...entries, "--outfile", outfile];
  // Bun leaves a temporary file in the folder it is started in when it is killed: dist/ is the place for it.
  const options = { cwd: dist, env: { ...bunEnvironment, BUN_INSTALL_CACHE_DIR: runtimeCache } };
  if (target.bun === "") return capture(bun, args, options);
  const result = await capture(bun, [...args, `--target=${target.bun}`], options);
  if (result.code === 0) return result;
  const program = await fetchRuntime(target.runtime).catch((error) => {
    throw new RuntimeUnavailable(`${result.errors.trim()}\n${error.message}`);
  });
  const again = await capture(
    bun,
    [...args, `--target=${target.bun}`, `--compile-executable-path=${program}`],
    options,
  );
  return again.code === 0 ? again : { ...again, errors: `${result.errors}\n${again.errors}` };
}

async function sign(bun, file) {
  const signing = await capture(bun, [join(root, "scripts", "macho-sign.ts"), "helix", file], {
    cwd: dist,
    env: bunEnvironment,
  });
  if (signing.code !== 0) throw new Error(`signing ${file} failed: ${signing.errors.trim()}`);
  const check = await capture(bun, [join(root, "scripts", "macho-signature.ts"), file], {
    cwd: dist,
    env: bunEnvironment,
  });
  if (check.code !== 0) throw new Error(check.errors.trim());
}

/**
 * Writes what is inside the binary and under which licences; each file appears under its name only when it is whole.
 */
async function writePapers(bun, target, file, { name, version, commit }) {
  const asked = await capture(bun, ["-e", "console.log(JSON.stringify([Bun.revision, process.versions]))"]);
  if (asked.code !== 0) throw new Error(`Bun does not say which one it is: ${asked.errors.trim()}`);
  const [revision, versions] = JSON.parse(asked.output);
  const metafile = JSON.parse(readFileSync(join(dist, `.${target.file}.chunks.json`), "utf8"));
  const grammars = JSON.parse(readFileSync(join(root, "src", "code", "grammars.json"), "utf8"));
  const packages = packagesIn(root, metafile, grammars);
  const runtime = runtimeIn(root, target.runtime, { revision, versions });
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  const binary = { name: "helix", version, commit, target: name, sha256, direct: Object.keys(dependencies) };
  for (const [ending, text] of [
    ["sbom.json", sbomOf(binary, packages, runtime)],
    ["licences.txt", licencesOf(root, packages, runtime)],
  ]) {
    const paper = join(dist, `${target.file}.${ending}`);
    writeFileSync(`${paper}.${process.pid}.tmp`, text);
    renameSync(`${paper}.${process.pid}.tmp`, paper);
  }
}

async function build(name, commit, fingerprint) {
  const target = TARGETS[name];
  const bun = await findBun();
  mkdirSync(dist, { recursive: true });
  const missing = ENTRY_POINTS.find((entry) => !existsSync(join(root, entry)));
  if (missing !== undefined) throw new Error(`cannot build: ${missing} is missing`);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const defines = [
    `--define=HELIX_VERSION=${JSON.stringify(version)}`,
    `--define=HELIX_COMMIT=${JSON.stringify(commit)}`,
  ];
  // `_reload` takes a build from the checkout that the running helix comes from; one for other machines comes from none
  // of theirs.
  if (name === HOST) {
    const checkout = { path: realpathSync(root), inode: String(statSync(root, { bigint: true }).ino) };
    defines.push(`--define=HELIX_CHECKOUT=${JSON.stringify(checkout)}`);
  }
  // Bun puts the name of the file that it writes into it: that must be the same in each build.
  const folder = join(dist, `.${target.file}.${process.pid}.tmp`);
  const temporary = join(folder, "helix");
  const startedAt = performance.now();
  try {
    mkdirSync(folder, { recursive: true });
    const { code, output, errors } = await compile(bun, target, temporary, defines);
    if (code !== 0)
      throw new Error(`bun build of ${target.file} failed:\n${errors.trim()}\n${output.trim()}`.trimEnd());
    if (target.isMacos) await sign(bun, temporary);
    await writePapers(bun, target, temporary, { name, version, commit });
    renameSync(temporary, join(dist, target.file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(stampOf(target), fingerprint);
  const megabytes = (statSync(join(dist, target.file)).size / 1e6).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`helix: built dist/${target.file} (${version}, ${commit}; ${megabytes} MB in ${seconds} s)\n`);
}

function stampOf(target) {
  return join(dist, `.${target.file}.stamp`);
}

function isUpToDate(target, fingerprint) {
  const stamp = stampOf(target);
  return existsSync(join(dist, target.file)) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint;
}

/**
 * Builds the named targets. The caller holds the lock of the checkout and has installed the packages.
 * @param {string[]} names keys of the target table; "host" is this machine's
 * @param {{onlyStale: boolean}} options leave binaries alone that were built from the sources as they are
 * @returns {Promise<void>} throws an Error that names the target and what the compiler said
 */
export async function buildTargets(names, { onlyStale }) {
  const commit = await commitOf();
  const fingerprint = fingerprintOf(commit);
  for (const name of names) {
    if (onlyStale && isUpToDate(TARGETS[name], fingerprint)) continue;
    await build(name, commit, fingerprint);
  }
}

async function main(args) {
  const names = args.filter((argument) => !argument.startsWith("--"));
  const unknown = [
    ...names.filter((name) => TARGETS[name] === undefined),
    ...args.filter((argument) => argument.startsWith("--") && !["--all", "--stale"].includes(argument)),
  ];
  if (unknown.length > 0) {
    throw new Error(
      `unknown target or option ${unknown.join(", ")}; accepted: --all, --stale, ${Object.keys(TARGETS).join(", ")}, e.g. npm run build linux-x64`,
    );
  }
  const wanted = args.includes("--all") ? RELEASED : names.length > 0 ? names : [HOST];
  const onlyStale = args.includes("--stale");
  try {
    await withLock(lockPath, async () => {
      // --stale is for the tests, which run on the packages as they are.
      if (!onlyStale) await ensureInstalled();
      await buildTargets(wanted, { onlyStale });
    });
  } catch (error) {
    if (!(error instanceof RuntimeUnavailable)) throw error;
    process.stderr.write(`helix: the runtime of another platform could not be fetched:\n${error.message}\n`);
    return EXIT_RUNTIME_UNAVAILABLE;
  }
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await finish(main(process.argv.slice(2)));
