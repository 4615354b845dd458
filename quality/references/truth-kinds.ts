// Which program says the truth of a language, how it is come by, and what it must find in a tree.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "bun";
import { fetchPackages } from "../../bench/peers/fetch.ts";
import { javaTruth } from "./java-truth.ts";
import { startLanguageServer } from "./language-server.ts";
import { rustProject } from "./rust-project.ts";
import type { TruthKind } from "./truth.ts";
import { typescriptTruth } from "./typescript-truth.ts";

const PYRIGHT = "pyright@1.1.414";
const DOWNLOAD_MS_MAX = 60_000;

/** A program of this machine. Throws an Error of one line where there is none. */
function onPath(name: string): string {
  const path = Bun.which(name);
  if (path === null) throw new Error(`there is no ${name} on the PATH`);
  return path;
}

const python: TruthKind = {
  name: PYRIGHT.replace("@", " "),
  async open(tree) {
    const packages = await fetchPackages([PYRIGHT]);
    // All files count, whatever the tree's own settings leave out.
    writeFileSync(join(tree.folder, "pyrightconfig.json"), JSON.stringify({ include: ["."], extraPaths: ["src"] }));
    const server = join(packages, "node_modules", "pyright", "langserver.index.js");
    return startLanguageServer({ command: [onPath("node"), server, "--stdio"], languageId: "python" }, tree);
  },
};

const go: TruthKind = {
  name: "gopls",
  open(tree) {
    const command = [onPath("gopls"), "serve"];
    const program = onPath("go");
    const environment = { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
    makeGoModuleReadable(tree.folder, program, environment);
    return startLanguageServer(
      { command, languageId: "go", environment, hasRelatives: true, waitsForWork: true },
      tree,
    );
  },
};

/** A compiler reads newer trees, and trees without what they depend on: what it cannot build is not judged. */
function makeGoModuleReadable(folder: string, program: string, environment: Readonly<Record<string, string>>): void {
  const manifest = join(folder, "go.mod");
  if (!existsSync(manifest)) return;
  const own = spawnSync([program, "env", "GOVERSION"], { env: process.env }).stdout.toString();
  const newest = Number(/go1\.(\d+)/.exec(own)?.[1] ?? 0);
  const written = readFileSync(manifest, "utf8")
    .replace(/^go 1\.(\d+).*$/m, (line, minor) => (Number(minor) > newest ? `go 1.${newest}` : line))
    .replace(/^toolchain .*$/m, "");
  writeFileSync(manifest, written);
  const env = { ...process.env, ...environment };
  const { exitCode } = spawnSync([program, "mod", "download"], { cwd: folder, env, timeout: DOWNLOAD_MS_MAX });
  if (exitCode === 0) return;
  writeFileSync(manifest, written.replace(/^require\s*\([^)]*\)/gm, "").replace(/^require .*$/gm, ""));
}

const rust: TruthKind = {
  name: "rust-analyzer",
  open(tree) {
    const command = [onPath("rust-analyzer")];
    const options = {
      linkedProjects: [rustProject(tree)],
      checkOnSave: false,
      cachePriming: { enable: false },
      procMacro: { enable: false },
    };
    // It reads `std` by itself: a cargo of another version says what it cannot use.
    const environment = { CARGO: "false" };
    return startLanguageServer(
      { command, languageId: "rust", environment, options, leavesOutTraits: true, waitsForWork: true },
      tree,
    );
  },
};

/** The truth of each language that has one. */
export const TRUTH_KINDS: Readonly<Record<string, TruthKind>> = {
  typescript: typescriptTruth,
  python,
  go,
  rust,
  java: javaTruth,
};
