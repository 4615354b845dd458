// Which files the walk without git finds: ignore files, foreign folders, links.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { walkTree } from "../../../../src/code/files/walk-tree.ts";
import { diskSourceFiles, type SourceFiles } from "../../../../src/platform/source-files.ts";
import { git } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let root = "";
let passedOver: string[] = [];

beforeEach(() => {
  root = newFolder();
  passedOver = [];
});

function put(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** The files of a language, by path. */
async function walk(files: SourceFiles = diskSourceFiles): Promise<string[]> {
  const found: string[] = [];
  await walkTree({
    root,
    files,
    namesMax: 1000,
    takeTurn: async () => undefined,
    isOver: () => false,
    found: (path, name) => void (/\.(?:ts|py|rs)$/.test(name) && found.push(path)),
    passedOver: (why, path) => passedOver.push(`${why} ${path}`),
  });
  return found;
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

  test("repositories inside", async () => {
    put({ "a.ts": "", "inner/.git/HEAD": "ref: refs/heads/main\n", "inner/b.ts": "" });
    expect(await walk()).toEqual(["a.ts"]);
    expect(passedOver).toEqual(["repository inner"]);
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
    expect(passedOver.sort()).toEqual([
      "link circle",
      "link link.ts",
      "link nowhere.ts",
      "link out",
      "special pipe.ts",
    ]);
  });

  test("a folder that may not be listed", async () => {
    put({ "a.ts": "", "shut/b.ts": "" });
    chmodSync(join(root, "shut"), 0);
    const isRoot = process.getuid?.() === 0;
    expect(await walk()).toEqual(isRoot ? ["a.ts", "shut/b.ts"] : ["a.ts"]);
    chmodSync(join(root, "shut"), 0o700);
    const list: SourceFiles["list"] = (folder) => (folder === root ? [{ name: "shut", kind: "directory" }] : null);
    expect(await walk({ ...diskSourceFiles, list })).toEqual([]);
    expect(passedOver).toContain("unlisted shut");
  });
});
