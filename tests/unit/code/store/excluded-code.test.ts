// Paths that configuration leaves out of an index: neither listed nor read nor looked at, and a change of the
// configuration is in the next view.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type ExcludedPatterns, pathExclusion } from "../../../../src/code/files/path-exclusion.ts";
import type { CodeServicePorts } from "../../../../src/code/store/code-service.ts";
import { diskSourceFiles, type SourceFiles } from "../../../../src/platform/source-files.ts";
import { codeService, foundFiles } from "../../../support/code-index.ts";
import { putFiles } from "../../../support/code-ports.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [own, folder] = ["", ""];
let sources: ExcludedPatterns[] = [];

/** The disk, with every path that is listed, looked at or read. */
function watched(seen: string[]): SourceFiles {
  const noted = (path: string) => {
    seen.push(path);
    return path;
  };
  return {
    list: (path, root) => diskSourceFiles.list(noted(path), root),
    read: (path, bytesMax, root) => diskSourceFiles.read(noted(path), bytesMax, root),
    look: (path) => diskSourceFiles.look(noted(path)),
    leadsOut: diskSourceFiles.leadsOut,
  };
}

const FILES = {
  "a.ts": "export function alpha() {}\n",
  "vendor/deep/b.ts": "export function beta() {}\n",
  "vendor/keep.ts": "export function kept() {}\n",
  "made.gen.ts": "export function made() {}\n",
};

beforeEach(() => {
  [own, folder] = [newFolder(), join(newFolder(), "code")];
  sources = [];
});

describe.each(["git", "walk"])("by %s", (by) => {
  let root = "";
  const service = (changed: Partial<CodeServicePorts> = {}) =>
    codeService(root, folder, own, { exclusion: () => pathExclusion(sources), ...changed });

  beforeEach(() => {
    root = join(newFolder(), "app");
    if (by === "git") root = makeRepository(root);
    else mkdirSync(root);
    putFiles(root, FILES);
  });

  test("they are in no view, and a change of the configuration is in the next", async () => {
    const kept = service();
    const paths = async () => [...(await kept.view()).live.paths()].sort();
    expect(await paths()).toEqual(Object.keys(FILES).sort());
    sources = [{ where: "user", patterns: ["vendor/"] }];
    expect(await paths()).toEqual(["a.ts", "made.gen.ts"]);
    sources = [...sources, { where: "project", patterns: ["*.gen.ts"] }];
    const view = await kept.view();
    expect([...view.live.paths()]).toEqual(["a.ts"]);
    expect(["beta", "kept", "made"].map((word) => foundFiles(view, word))).toEqual([[], [], []]);
    expect(view.tree.excludedBy?.("vendor/deep/b.ts")).toBe("user");
    expect(view.tree.excludedBy?.("vendor")).toBe("user");
    expect(view.tree.excludedBy?.("made.gen.ts")).toBe("project");
    expect(view.tree.excludedBy?.("a.ts")).toBeNull();
    expect(view.tree.excluded).toBe(by === "git" ? 3 : 2);
    sources = [];
    expect(await paths()).toEqual(Object.keys(FILES).sort());
    expect((await kept.view()).tree.excluded).toBe(0);
  });

  test("no source brings back what another excludes", async () => {
    sources = [
      { where: "project", patterns: ["!vendor/", "!made.gen.ts", "!*"] },
      { where: "user", patterns: ["vendor/*", "!vendor/keep.ts", "made.gen.ts"] },
    ];
    expect([...(await service().view()).live.paths()].sort()).toEqual(["a.ts", "vendor/keep.ts"]);
  });

  test("nothing in them is looked at, in the first view or in those after", async () => {
    sources = [{ where: "user", patterns: ["vendor/", "*.gen.ts"] }];
    const seen: string[] = [];
    const kept = service({ sources: watched(seen) });
    await kept.view();
    putFiles(root, { "vendor/new.ts": "export const x = 1;\n", "c.ts": "export function gamma() {}\n" });
    kept.changed(["vendor/new.ts"]);
    expect(foundFiles(await kept.view(), "gamma")).toEqual(["c.ts"]);
    await kept.view();
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter((path) => /\/vendor|\.gen\.ts$/.test(path))).toEqual([]);
  });
});
