// helix is started in whatever directory a person or an assistant happens to work in. A bunfig.toml or .env lying there
// is a stranger's: a preload would run their code, a variable would redirect the notes. Neither is read. The control, a
// small binary compiled without the two flags, shows that the same files do work where they are read.

import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";

const fixture = join(repositoryRoot, "tests", "fixtures", "original", "thousand");
const root = mkdtempSync(join(tmpdir(), "helix-hostile-"));
const directory = join(root, "repository");
const home = join(root, "home");
const marker = join(root, "marker");
/** The knowledge base to which the hostile .env points. */
const redirected = join(root, "redirected");
const control = join(root, "control");

/** Starts a program in the hostile directory with nothing in its environment but HOME, PATH and what is given. */
function start(program: string, args: string[], environment: Record<string, string> = {}) {
  const env = { HOME: home, PATH: process.env.PATH ?? "", ...environment };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: directory, env, encoding: "utf8", input: "" });
  return { status, stdout, stderr };
}

beforeAll(() => {
  for (const folder of [directory, home, redirected]) mkdirSync(folder);
  copyFileSync(join(fixture, "data.log"), join(redirected, "data.log"));
  const evil = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "ran"); console.log("EVIL");\n`;
  for (const name of ["evil.ts", "preload.ts"]) writeFileSync(join(directory, name), evil);
  writeFileSync(join(directory, "bunfig.toml"), 'preload = ["./evil.ts"]\n[run]\npreload = ["./preload.ts"]\n');
  for (const name of [".env", ".env.local", ".env.production", ".env.development"]) {
    writeFileSync(join(directory, name), `HELIX_KB=${redirected}\nBUN_OPTIONS=--preload=./evil.ts\n`);
  }
  // Worker files and packages of a stranger, under the names that helix itself uses.
  for (const name of ["store", join("notes", "store"), join("src", "notes", "store")]) {
    mkdirSync(join(directory, name), { recursive: true });
    writeFileSync(join(directory, name, "merge-worker.ts"), evil);
  }
  const source = join(root, "control.ts");
  writeFileSync(source, 'console.log("KB=" + process.env.HELIX_KB);\n');
  execFileSync(process.execPath, ["build", "--compile", source, "--outfile", control], { cwd: root, stdio: "pipe" });
});

beforeEach(() => rmSync(marker, { force: true }));

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("in a directory with a hostile bunfig.toml and .env", () => {
  test("a binary compiled without the flags runs the preload and sees the variable", () => {
    const { stdout } = start(control, []);
    expect(stdout).toContain("EVIL");
    expect(stdout).toContain(`KB=${redirected}`);
    expect(readFileSync(marker, "utf8")).toBe("ran");
  });

  test("helix --version prints its version and runs nothing else", () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    const result = start(helixBinary(), ["--version"]);
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).toContain(version);
    expect(result.stdout).not.toContain("EVIL");
    expect(existsSync(marker)).toBe(false);
  });

  test("helix does not take the knowledge base that .env names", () => {
    const { length: entryCount } = JSON.parse(readFileSync(join(fixture, "live.json"), "utf8"));
    const fromFile = start(helixBinary(), ["stats"]);
    expect(fromFile.stdout + fromFile.stderr).not.toMatch(new RegExp(`\\b${entryCount} entries`));
    expect(fromFile.stdout + fromFile.stderr).not.toContain("EVIL");
    expect(readdirSync(redirected)).toEqual(["data.log"]);
    expect(existsSync(marker)).toBe(false);

    // The same variable, really set, is taken: so the silence above means that the file was not read.
    const fromEnvironment = start(helixBinary(), ["stats"], { HELIX_KB: redirected });
    expect(fromEnvironment.stdout).toMatch(new RegExp(`\\b${entryCount} entries`));
    expect(fromEnvironment.status).toBe(0);
  });

  test("helix index starts its own worker, not a file of the directory", () => {
    const result = start(helixBinary(), ["index", redirected]);
    expect(result.status).toBe(0);
    expect(result.stdout + result.stderr).not.toContain("EVIL");
    expect(existsSync(join(redirected, "index.bin"))).toBe(true);
    expect(existsSync(marker)).toBe(false);
  });
});
