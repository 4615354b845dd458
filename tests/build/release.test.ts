// A release is refused where it would not be the commit that it says it is, and what it consists of can be unpacked and
// checked with the tools that everybody has. Building all targets is `npm run release`; here small files stand in for
// the binaries.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

interface Binary {
  readonly target: string;
  readonly path: string;
}

interface ReleaseScript {
  reasonsAgainst(folder: string): Promise<string[]>;
  faultsOf(binary: Binary, expected: { version: string; commit: string; folder: string }): Promise<string[]>;
}

interface FilesScript {
  writeRelease(folder: string, release: { version: string; seconds: number; binaries: Binary[] }): string[];
}

const { reasonsAgainst, faultsOf } = (await import(join(repositoryRoot, "scripts", "release.mjs"))) as ReleaseScript;
const { writeRelease } = (await import(join(repositoryRoot, "scripts", "release-files.mjs"))) as FilesScript;
const newFolder = useFolders("each");
const COMMIT_SECONDS = 1_700_000_000;

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"];
  const { status, stderr } = spawnSync("git", ["-C", folder, ...identity, ...args], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

/** A checkout whose files are those of its commit. */
function checkout(locked = "1.2.3"): string {
  const folder = newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.3" }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ version: locked }));
  writeFileSync(join(folder, ".gitignore"), "dist/\n");
  git(folder, "init", "-q");
  git(folder, "add", ".");
  git(folder, "commit", "-q", "-m", "one");
  return folder;
}

describe("a release is refused", () => {
  test("not from a clean checkout, whatever lies in what git ignores", async () => {
    const folder = checkout();
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", "helix"), "");
    expect(await reasonsAgainst(folder)).toEqual([]);
  });

  test("from one with a changed file, a staged one, or one that git does not know", async () => {
    const folder = checkout();
    writeFileSync(join(folder, "new.ts"), "");
    expect((await reasonsAgainst(folder)).join()).toContain("differs from its commit (new.ts)");
    git(folder, "add", "new.ts");
    expect((await reasonsAgainst(folder)).join()).toContain("differs from its commit (new.ts)");
    git(folder, "commit", "-q", "-m", "two");
    expect(await reasonsAgainst(folder)).toEqual([]);
    writeFileSync(join(folder, "new.ts"), "changed");
    expect((await reasonsAgainst(folder)).join()).toContain("differs from its commit (new.ts)");
  });

  test("from a folder that is no checkout, or lies inside another one", async () => {
    const inside = join(checkout(), "inside");
    mkdirSync(inside);
    for (const folder of [newFolder(), inside]) {
      expect((await reasonsAgainst(folder)).join()).toContain("no git checkout with a commit");
    }
  });

  test("when package-lock.json is about another version", async () => {
    expect(await reasonsAgainst(checkout("1.2.2"))).toEqual([
      "package.json says version 1.2.3, package-lock.json 1.2.2: run npm install",
    ]);
  });
});

/** A file in place of a binary, with what lies beside it. */
function binary(target: string, text: string, commit = "abc"): Binary {
  const path = join(newFolder(), `helix-${target}`);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  const component = { version: "1.2.3", properties: [{ name: "helix:commit", value: commit }] };
  writeFileSync(`${path}.sbom.json`, JSON.stringify({ metadata: { component } }));
  writeFileSync(`${path}.licences.txt`, "The licences\n");
  return { target, path };
}

describe("a binary is not released", () => {
  const expected = { version: "1.2.3", commit: "abc", folder: "/somewhere/helix" };
  const here = `${process.platform}-${process.arch}`;
  const says = (text: string) => `#!/bin/sh\necho '${text}'\n`;

  test("unless it is of this version and commit, and says so where it can run", async () => {
    expect(await faultsOf(binary(here, says("helix 1.2.3 (abc)")), expected)).toEqual([]);
    expect(await faultsOf(binary(here, says("helix 1.2.3 (abc+changes)")), expected)).toEqual([
      `${here}: --version says "helix 1.2.3 (abc+changes)"`,
    ]);
    expect(await faultsOf(binary("other-cpu", "", "abc+changes"), expected)).toEqual([
      "other-cpu: built from 1.2.3 abc+changes, wanted 1.2.3 abc",
    ]);
  });

  test("when it names the folder that it was built in", async () => {
    expect(await faultsOf(binary("other-cpu", "..file:/somewhere/helix/src/main.ts.."), expected)).toEqual([
      "other-cpu: the binary names the folder that it was built in",
    ]);
  });
});

describe("the files of a release", () => {
  const release = (binaries: Binary[]) => ({ version: "1.2.3", seconds: COMMIT_SECONDS, binaries });

  test("are an archive and a list for each binary, and checksums that hold", () => {
    const folder = join(newFolder(), "release");
    const names = writeRelease(folder, release([binary("b", "two"), binary("a", "x".repeat(1024))]));
    expect(names).toEqual([
      "helix-1.2.3-a.sbom.json",
      "helix-1.2.3-a.tar.gz",
      "helix-1.2.3-b.sbom.json",
      "helix-1.2.3-b.tar.gz",
      "SHA256SUMS",
    ]);
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
    expect(sums).toHaveLength(4);
    for (const line of sums) {
      const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line)!;
      const bytes = readFileSync(join(folder, name!));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sum);
    }
  });

  test("unpack with tar to a program that runs, with the licence texts beside it", () => {
    const folder = newFolder();
    const script = "#!/bin/sh\necho it runs\n";
    writeRelease(folder, release([binary("a", script)]));
    execFileSync("tar", ["-xzf", "helix-1.2.3-a.tar.gz"], { cwd: folder });
    const inside = join(folder, "helix-1.2.3-a");
    expect(readdirSync(inside).sort()).toEqual(["LICENCES.txt", "helix", "sbom.json"]);
    expect(readFileSync(join(inside, "LICENCES.txt"), "utf8")).toBe("The licences\n");
    expect(execFileSync(join(inside, "helix"), { encoding: "utf8" })).toBe("it runs\n");
    expect(statSync(join(inside, "helix")).mtimeMs).toBe(COMMIT_SECONDS * 1000);
  });

  test("are the same bytes when they are made again", () => {
    const binaries = [binary("a", "one"), binary("b", "two")];
    const [first, second] = [newFolder(), newFolder()];
    writeRelease(first, release(binaries));
    chmodSync(binaries[0]!.path, 0o700);
    writeRelease(second, release(binaries));
    expect(readFileSync(join(second, "SHA256SUMS"), "utf8")).toBe(readFileSync(join(first, "SHA256SUMS"), "utf8"));
  });
});
