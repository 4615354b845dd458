// Which files of a tree are looked at: ignore files, foreign folders, links, and everything that is no code that people
// wrote.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { isTestPath, readCode, walkCode } from "../../../src/code/code-tree.ts";
import { BOUNDS, Survey } from "../../../src/code/survey.ts";
import { pathGlob } from "../../../src/platform/path-glob.ts";
import type { SourceFiles } from "../../../src/platform/source-files.ts";
import { git } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let survey: Survey;

beforeEach(() => {
  root = newFolder();
  survey = new Survey(BOUNDS);
});

function put(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function walk(folder = "", filter?: string, files?: SourceFiles): Promise<string[]> {
  const isWanted = filter === undefined ? undefined : pathGlob(filter);
  const takeTurn = async () => undefined;
  const { code } = await walkCode({ root, folder, isWanted, survey, takeTurn, ...(files ? { files } : {}) });
  return code.map(({ path }) => path);
}

describe("ignore files", () => {
  test("are those of every folder, the inner ones last, with what is taken back in", async () => {
    put({
      ".gitignore": "*.gen.ts\nbuild/\n/top.ts\n!kept.gen.ts\n",
      "a.ts": "",
      "a.gen.ts": "",
      "kept.gen.ts": "",
      "top.ts": "",
      "sub/top.ts": "",
      "sub/build/x.ts": "",
      "sub/.gitignore": "*.ts\n!b.gen.ts\n",
      "sub/b.gen.ts": "",
      "sub/c.ts": "",
    });
    expect(await walk()).toEqual(["a.ts", "kept.gen.ts", "sub/b.gen.ts"]);
  });

  test("are .ignore too, which counts more, and git's own exclude file", async () => {
    put({
      ".gitignore": "a.ts\n",
      ".ignore": "!a.ts\nb.ts\n",
      ".git/info/exclude": "c.ts\n",
      "a.ts": "",
      "b.ts": "",
      "c.ts": "",
      "d.ts": "",
    });
    expect(await walk()).toEqual(["a.ts", "d.ts"]);
  });

  test("of the folders above hold below, unless they ignore the very folder that was asked for", async () => {
    put({ ".gitignore": "*.gen.ts\nout/\n", "src/a.ts": "", "src/a.gen.ts": "", "out/b.ts": "", "out/b.gen.ts": "" });
    expect(await walk("src")).toEqual(["src/a.ts"]);
    expect(await walk("out")).toEqual(["out/b.gen.ts", "out/b.ts"]);
    expect(await walk()).toEqual(["src/a.ts"]);
  });

  test("mean what git takes them for", async () => {
    put({
      ".gitignore":
        "/lib/*\n!/lib/keep/\n**/tmp/**\ndoc/*.ts\nname\\ with.ts\n# no rule\n\\#rule.ts\nq?.ts\n[xy].ts\ntail.ts  \n",
      "nested/.gitignore": "/only.ts\ndeep/**/z.ts\n",
    });
    const names =
      "lib/a.ts lib/keep/b.ts a/tmp/c.ts doc/d.ts doc/e/f.ts #rule.ts q1.ts q12.ts x.ts z.ts tail.ts nested/only.ts nested/in/only.ts nested/deep/z.ts nested/deep/er/z.ts nested/z.ts";
    put(Object.fromEntries([...names.split(" "), "name with.ts", "no rule.ts"].map((path) => [path, ""])));
    git(root, "init", "-q");
    const listed = spawnSync("git", ["ls-files", "-z", "--others", "--exclude-standard", "*.ts"], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
    });
    const expected = listed.stdout.split("\0").filter((path) => path !== "");
    expect(expected.length).toBeGreaterThan(5);
    expect((await walk()).sort()).toEqual(expected.sort());
  });

  test("that are made to take long to match are passed over", async () => {
    put({
      ".gitignore": `${"*a".repeat(40)}b.ts\nplain.ts\n`,
      [`${"a".repeat(200)}.ts`]: "",
      "plain.ts": "",
    });
    expect(await walk()).toEqual([`${"a".repeat(200)}.ts`]);
  });
});

describe("never looked into", () => {
  test("version control, packages, caches, virtual environments", async () => {
    put({
      "a.ts": "",
      ".git/hooks/b.ts": "",
      "node_modules/p/c.ts": "",
      "x/node_modules/p/c.ts": "",
      "target/CACHEDIR.TAG": "",
      "target/d.rs": "",
      "env/pyvenv.cfg": "",
      "env/e.py": "",
      "__pycache__/f.py": "",
      ".github/g.ts": "",
    });
    expect(await walk()).toEqual(["a.ts", ".github/g.ts"]);
  });

  test("links, whether they lead out, in circles or nowhere, FIFOs", async () => {
    const outside = newFolder();
    writeFileSync(join(outside, "secret.ts"), "export const secret = 1;\n");
    put({ "a.ts": "" });
    symlinkSync(outside, join(root, "out"));
    symlinkSync(root, join(root, "circle"));
    symlinkSync(join(outside, "secret.ts"), join(root, "link.ts"));
    symlinkSync(join(root, "gone.ts"), join(root, "nowhere.ts"));
    expect(spawnSync("mkfifo", [join(root, "pipe.ts")]).status).toBe(0);
    expect(await walk()).toEqual(["a.ts"]);
    const read = (path: string) => readCode(root, { path, language: "typescript" }, survey);
    expect(read("link.ts")).toBeNull();
    expect(read("pipe.ts")).toBeNull();
    expect(survey.notes()).toEqual(["left out: 2 that cannot be read, 2 links out of the project"]);
  });

  test("a folder that may not be listed, a file that may not be read", async () => {
    put({ "a.ts": "", "shut/b.ts": "", "c.ts": "text" });
    chmodSync(join(root, "shut"), 0);
    chmodSync(join(root, "c.ts"), 0);
    const isRoot = process.getuid?.() === 0;
    expect(await walk()).toEqual(isRoot ? ["a.ts", "c.ts", "shut/b.ts"] : ["a.ts", "c.ts"]);
    chmodSync(join(root, "shut"), 0o700);
    const files: SourceFiles = {
      list: (folder) => (folder === root ? [{ name: "shut", kind: "directory" }] : null),
      read: () => ({ failed: "unreadable" }),
      leadsOut: () => false,
      look: () => null,
    };
    const shut = new Survey(BOUNDS);
    survey = shut;
    expect(await walk("", undefined, files)).toEqual([]);
    expect(readCode(root, { path: "c.ts", language: "typescript" }, shut, false, files)).toBeNull();
    expect(shut.notes()).toEqual(["left out: 1 that cannot be read, 1 folder that cannot be listed"]);
  });
});

describe("left out when read", () => {
  const read = (path: string, isAsked = false) => readCode(root, { path, language: "typescript" }, survey, isAsked);

  test("what is large, binary, minified or generated; each counted", () => {
    put({
      "large.ts": "x".repeat(1_000_001),
      "binary.ts": "const a = 1;\0\0",
      "app.min.ts": `${"var a=1;".repeat(2000)}\n`,
      "made.ts": "// Code generated by protoc. DO NOT EDIT.\nexport const a = 1;\n",
      "own.ts": "export const a = 1; // DO edit\n",
    });
    for (const path of ["large.ts", "binary.ts", "app.min.ts", "made.ts", "gone.ts"]) expect(read(path)).toBeNull();
    expect(read("own.ts")?.text).toBe("export const a = 1; // DO edit\n");
    expect(survey.notes()).toEqual(["left out: 1 over 1 MB, 2 minified or generated, 1 binary, 1 that cannot be read"]);
  });

  test("but not what was asked for itself, if it was generated", () => {
    put({ "made.ts": "// @generated\nexport const a = 1;\n" });
    expect(read("made.ts", true)?.text).toContain("export const a");
  });

  test("nothing for text that is not UTF-8: what is not becomes U+FFFD", () => {
    put({ "latin.ts": Buffer.from([...Buffer.from("const caf"), 0xe9, ...Buffer.from(" = 1;\n")]) });
    expect(read("latin.ts")?.text).toBe("const caf\ufffd = 1;\n");
  });
});

test("globs are for paths below the folder; without a slash for names anywhere", async () => {
  put({ "a.ts": "", "b.js": "", "src/c.ts": "", "src/d.tsx": "", "src/in/e.ts": "", "other/f.ts": "" });
  expect(await walk("", "**/*.ts")).toEqual(["a.ts", "other/f.ts", "src/c.ts", "src/in/e.ts"]);
  expect(await walk("", "*.ts")).toEqual(["a.ts", "other/f.ts", "src/c.ts", "src/in/e.ts"]);
  expect(await walk("", "src/*.{ts,tsx}")).toEqual(["src/c.ts", "src/d.tsx"]);
  expect(await walk("src", "in/**")).toEqual(["src/in/e.ts"]);
  expect(await walk("", "src/")).toEqual(["src/c.ts", "src/d.tsx", "src/in/e.ts"]);
  expect(await walk("", "!src/**")).toEqual(["a.ts", "b.js", "other/f.ts"]);
  expect(await walk("", "./src/*.ts")).toEqual(["src/c.ts"]);
});

test.each([
  ["tests/unit/a.ts", true],
  ["src/a.test.ts", true],
  ["src/a_test.go", true],
  ["test_a.py", true],
  ["spec/a_spec.rb", true],
  ["src/test/java/CacheTest.java", true],
  ["Tests/CacheTests.swift", true],
  ["src/contest.ts", false],
  ["src/latest/a.ts", false],
  ["src/attest.py", false],
])("%s holds tests: %s", (path, expected) => {
  expect(isTestPath(path)).toBe(expected);
});
