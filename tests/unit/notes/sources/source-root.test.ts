// Where sources are looked for, and what is never looked at.

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { locate, type SourceRoot, sourceRoot } from "../../../../src/notes/sources/source-root.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import type { StampedFiles } from "../../../../src/platform/small-files.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

describe("sourceRoot", () => {
  const folders: StampedFiles = { ...diskFiles, realPath: (path) => path };

  it("is the project's folder, with where the caller is below it", () => {
    const project = { root: "/some/tree", keys: ["a/b"] };
    expect(sourceRoot({ project, directory: "/some/tree/packages/app" }, folders)).toMatchObject({
      path: "/some/tree",
      folder: "packages/app",
      keys: ["a/b"],
    });
    expect(sourceRoot({ project, directory: "/some/tree" }, folders)!.folder).toBe("");
    expect(sourceRoot({ project, directory: "/some/tree-2" }, folders)!.folder).toBe("");
    expect(sourceRoot({ project, directory: null }, folders)!.folder).toBe("");
  });

  it("is the caller's directory outside of projects, but never that of the whole system", () => {
    expect(sourceRoot({ project: null, directory: "/notes" }, folders)).toMatchObject({ path: "/notes", keys: [] });
    for (const directory of [null, undefined, "/"])
      expect(sourceRoot({ project: null, ...(directory === undefined ? {} : { directory }) }, folders)).toBeNull();
    expect(sourceRoot({ project: { root: "/", keys: ["a/b"] }, directory: "/etc" }, folders)).toBeNull();
  });

  it("has a mark of its own", () => {
    const mark = (directory: string) => sourceRoot({ project: null, directory }, folders)!.mark;
    expect(mark("/notes")).toMatch(/^[0-9a-f]{8}$/);
    expect(mark("/notes")).toBe(mark("/notes"));
    expect(mark("/notes")).not.toBe(mark("/notes2"));
  });

  it("does not remember folders whose names would not come back", () => {
    const project = { root: "/tree", keys: ["a/b"] };
    for (const folder of ["a\nb", " a", "x".repeat(300), "a\u001b[31mb"])
      expect(sourceRoot({ project, directory: `/tree/${folder}` }, folders)!.folder).toBe("");
    expect(sourceRoot({ project, directory: "/tree/a [b] c" }, folders)!.folder).toBe("a [b] c");
  });
});

describe("locate", () => {
  function makeRoot(): SourceRoot {
    const path = realpathSync(makeFolder());
    mkdirSync(join(path, "src"));
    writeFileSync(join(path, "src", "a.ts"), "a\n");
    return { path, folder: "", keys: [], mark: "00000000" };
  }

  it("finds files below the root, by relative and absolute path and through links within", () => {
    const root = makeRoot();
    symlinkSync(join(root.path, "src"), join(root.path, "link"));
    const path = join(root.path, "src", "a.ts");
    const found = { kind: "file", path, stamp: diskFiles.stamp(path) };
    for (const path of ["src/a.ts", "./src/../src/a.ts", "link/a.ts", join(root.path, "src/a.ts")])
      expect(locate(root, "", path, diskFiles)).toEqual(found);
    expect(locate(root, "src", "a.ts", diskFiles)).toEqual(found);
    expect(locate(root, "src", "../src/a.ts", diskFiles)).toEqual(found);
  });

  it("does not ask the disk about paths that lead out by their names", () => {
    const root = makeRoot();
    const asked: string[] = [];
    const files: StampedFiles = {
      ...diskFiles,
      stamp: (path) => {
        asked.push(path);
        return diskFiles.stamp(path);
      },
      realPath: (path) => {
        asked.push(path);
        return diskFiles.realPath(path);
      },
    };
    for (const path of ["/etc/passwd", "../other", "src/../../other", `${root.path}-2/a`])
      expect(locate(root, "", path, files)).toEqual({ kind: "outside" });
    // A folder comes out of an entry too.
    expect(locate(root, "../..", "etc/passwd", files)).toEqual({ kind: "outside" });
    expect(asked).toEqual([]);
  });

  it("does not follow links out of the root, nor into git's own files", () => {
    const root = makeRoot();
    const outside = realpathSync(makeFolder());
    writeFileSync(join(outside, "a"), "a\n");
    symlinkSync(outside, join(root.path, "out"));
    symlinkSync(join(outside, "a"), join(root.path, "file"));
    mkdirSync(join(root.path, ".git"));
    writeFileSync(join(root.path, ".git", "config"), "token\n");
    symlinkSync(join(root.path, ".git", "config"), join(root.path, "config"));
    for (const path of ["out/a", "file", ".git/config", "config"])
      expect(locate(root, "", path, diskFiles)).toEqual({ kind: "outside" });
  });

  it("takes nothing but a regular file for one", () => {
    const root = makeRoot();
    for (const path of ["", ".", "src", "none", "src/none", "src/a.ts/b", "a\u0000b", "x".repeat(5000)])
      expect(locate(root, "", path, diskFiles)).toEqual({ kind: "missing" });
  });
});
