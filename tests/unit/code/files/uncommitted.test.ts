// What is not committed: staged or not, new, gone, renamed; what HEAD has of it; and what cannot be told.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readUncommitted, UNCOMMITTED_BOUNDS, type UncommittedFile } from "../../../../src/code/files/uncommitted.ts";
import { systemPrograms } from "../../../../src/platform/programs.ts";
import { codePorts, gitTree, putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [own, root] = ["", ""];

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
});

function commit(files: Readonly<Record<string, string | Uint8Array>>): void {
  putFiles(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "commit");
}

const asked = (bounds = {}) => readUncommitted(codePorts(own), gitTree(root), { ...UNCOMMITTED_BOUNDS, ...bounds });

async function files(bounds = {}): Promise<readonly UncommittedFile[]> {
  const found = await asked(bounds);
  if (typeof found === "string") throw new Error(found);
  return found.files;
}

describe("what is not committed", () => {
  test("is nothing right after a commit; a file that was only touched is none", async () => {
    commit({ "a.ts": "one\n" });
    writeFileSync(join(root, "a.ts"), "one\n");
    expect(await asked()).toEqual({ files: [], left: 0, hidden: 0 });
  });

  test("is what is staged, what is not, what is new, what is gone, what is renamed, in the order of paths", async () => {
    const long = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("");
    commit({ "staged.ts": "old\n", "b c.ts": "old\n", "gone.ts": "was\n", "from.ts": long, "ü.ts": "same\n" });
    putFiles(root, { "staged.ts": "new\n", "src/fresh.ts": "fresh\n", "added.ts": "added\n" });
    git(root, "add", "staged.ts", "added.ts");
    git(root, "mv", "from.ts", "to.ts");
    putFiles(root, { "staged.ts": "newer\n", "b c.ts": "new\n", "ü.ts": "other\n" });
    rmSync(join(root, "gone.ts"));
    expect(await files()).toEqual([
      { path: "added.ts", before: null, text: null },
      { path: "b c.ts", before: "b c.ts", text: "old\n" },
      { path: null, before: "gone.ts", text: "was\n" },
      { path: "src/fresh.ts", before: null, text: null },
      { path: "staged.ts", before: "staged.ts", text: "old\n" },
      { path: "to.ts", before: "from.ts", text: long },
      { path: "ü.ts", before: "ü.ts", text: "same\n" },
    ]);
  });

  test("leaves out what is ignored and what may hold credentials; what is no text is empty, a link is no file", async () => {
    symlinkSync("a.ts", join(root, "link.ts"));
    commit({ "a.ts": "one\n", ".env": "KEY=1\n", "data.bin": new Uint8Array([0, 1, 2]), ".gitignore": "*.log\n" });
    rmSync(join(root, "link.ts"));
    putFiles(root, { ".env": "KEY=2\n", "new.log": "", "data.bin": new Uint8Array([0, 3]) });
    putFiles(root, { id_rsa: "", "two\nlines.ts": "" });
    expect(await asked()).toEqual({
      files: [{ path: "data.bin", before: "data.bin", text: "" }],
      left: 0,
      hidden: 4,
    });
  });

  test("a file in the place of a link is new, a link in the place of a file is none; so is a name for credentials", async () => {
    const long = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("");
    symlinkSync("b.ts", join(root, "a.ts"));
    commit({ "b.ts": "two\n", "c.ts": long });
    rmSync(join(root, "a.ts"));
    rmSync(join(root, "b.ts"));
    symlinkSync("a.ts", join(root, "b.ts"));
    putFiles(root, { "a.ts": "one\n" });
    git(root, "mv", "c.ts", "id_rsa");
    expect(await files()).toEqual([
      { path: "a.ts", before: null, text: null },
      { path: null, before: "b.ts", text: "two\n" },
      { path: null, before: "c.ts", text: long },
    ]);
  });

  test("with bounds: what is left out is counted", async () => {
    commit({ "a.ts": "a".repeat(5000), "b.ts": "b".repeat(5000), "c.ts": "c" });
    putFiles(root, { "a.ts": "1", "b.ts": "2", "c.ts": "3" });
    expect(await asked({ filesMax: 2 })).toMatchObject({ files: [{ path: "a.ts" }, { path: "b.ts" }], left: 1 });
    expect((await files({ bytesMax: 100 })).map(({ text }) => text)).toEqual([null, null, null]);
  });
});

describe("it cannot be told", () => {
  test("without a commit", async () => {
    expect(await asked()).toBe("there is no commit yet");
  });

  test("where the objects lie elsewhere", async () => {
    commit({ "a.ts": "one\n" });
    mkdirSync(join(root, ".git", "objects", "info"), { recursive: true });
    writeFileSync(join(root, ".git", "objects", "info", "alternates"), "/elsewhere\n");
    expect(await asked()).toMatch(/^the repository's objects lie elsewhere/);
  });

  test("where git is not there, or takes too long", async () => {
    commit({ "a.ts": "one\n" });
    const without = await readUncommitted(codePorts(own, { searchPath: "" }), gitTree(root));
    expect(without).toBe("git could not be run (git is not on PATH)");
    const programs = { ...systemPrograms, run: async () => ({ by: "time" as const, code: null, complaint: "" }) };
    expect(await readUncommitted(codePorts(own, { programs }), gitTree(root))).toBe("git did not end within 20 s");
  });
});
