// The same sources give the same binary, byte for byte, whatever the folder, the day and the surroundings: so anybody
// can build a release again and compare. The checkout of this machine is built in two copies, at different depths, as
// it is for a release.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const COPIED = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json"];
const target = `${process.platform}-${process.arch}`;
const newFolder = useFolders("all");
let folders: string[] = [];

/** The packages of which something is in the binary; Bun alone need not lie in the folder of the build. */
function packagesInBinary(): string[] {
  helixBinary();
  const bom = JSON.parse(readFileSync(join(repositoryRoot, "dist", "helix.sbom.json"), "utf8"));
  const libraries = (bom.components as { type: string; group?: string; name: string }[]).filter(
    ({ type }) => type === "library",
  );
  return libraries.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
}

/** These packages and all that they ask for: the bundler looks at what it then leaves out. */
function withTheirs(packages: readonly string[]): string[] {
  const all = new Set(packages);
  for (const name of all) {
    const text = readFileSync(join(repositoryRoot, "node_modules", name, "package.json"), "utf8");
    for (const theirs of Object.keys(JSON.parse(text).dependencies ?? {})) all.add(theirs);
  }
  return [...all];
}

function copy(from: string, to: string): void {
  for (const name of [...COPIED, ...withTheirs(packagesInBinary()).map((each) => join("node_modules", each))]) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(from, name), join(to, name), { recursive: true });
  }
  symlinkSync(join(repositoryRoot, "node_modules", "bun"), join(to, "node_modules", "bun"));
}

function build(folder: string, surroundings: Record<string, string>): void {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "scripts", "build.mjs"), "--stale", target], {
    cwd: folder,
    env: { ...process.env, ...surroundings },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
}

function sha256(folder: string, name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, "dist", name)))
    .digest("hex");
}

beforeAll(() => {
  const deep = join(newFolder(), "a much", "deeper", "folder with a longer name");
  folders = [newFolder(), deep];
  mkdirSync(deep, { recursive: true });
  copy(repositoryRoot, folders[0]!);
  copy(folders[0]!, deep);
  utimesSync(join(deep, "src", "main.ts"), 1_000_000_000, 1_000_000_000);
  build(folders[0]!, { TZ: "Asia/Tokyo", LANG: "C" });
  build(deep, { TZ: "America/Lima", LANG: "de_DE.UTF-8", SOURCE_DATE_EPOCH: "1" });
});

test("a binary for a release is the same from two folders", () => {
  const name = `helix-${target}`;
  expect(sha256(folders[0]!, name)).toBe(sha256(folders[1]!, name));
});

test("so are the list of what is inside and the licence texts", () => {
  for (const ending of ["sbom.json", "licences.txt"]) {
    const name = `helix-${target}.${ending}`;
    expect(sha256(folders[0]!, name)).toBe(sha256(folders[1]!, name));
  }
});

test("it knows nothing of the folder it was built in", () => {
  const bytes = readFileSync(join(folders[1]!, "dist", `helix-${target}`));
  expect(bytes.includes("notes/store/merge-worker")).toBe(true);
  for (const folder of folders) expect(bytes.includes(folder)).toBe(false);
});
