// The digest of a delta: what changes it, what does not, and when there is none.

import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DIGEST_BOUNDS, deltaDigest, NO_DIGEST } from "../../../../src/plan/workspace/delta-digest.ts";
import { diskTreeEntries, type TreeEntries } from "../../../../src/platform/tree-entries.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const DELTA = ["src/a.ts", "lib/", "docs/**/*.md", "*.json"];

function tree(): string {
  const root = folder();
  for (const each of ["src", "lib/deep", "docs/x", "other"]) mkdirSync(`${root}/${each}`, { recursive: true });
  for (const path of ["src/a.ts", "src/b.ts", "lib/deep/c.ts", "docs/x/d.md", "docs/e.md", "p.json", "other/f.ts"]) {
    writeFileSync(`${root}/${path}`, path);
  }
  return root;
}

const changes: readonly [string, (root: string) => void][] = [
  ["another content of the same length", (root) => writeFileSync(`${root}/src/a.ts`, "SRC/a.ts")],
  ["a new file below a folder of the delta", (root) => writeFileSync(`${root}/lib/new.ts`, "")],
  ["a file that is gone", (root) => rmSync(`${root}/docs/x/d.md`)],
  ["a new name", (root) => renameSync(`${root}/docs/e.md`, `${root}/docs/f.md`)],
  ["another mode", (root) => chmodSync(`${root}/p.json`, 0o755)],
  [
    "a link in the place of a file",
    (root) => {
      rmSync(`${root}/src/a.ts`);
      symlinkSync("b.ts", `${root}/src/a.ts`);
    },
  ],
  [
    "a link in the place of a folder above",
    (root) => {
      renameSync(`${root}/src`, `${root}/elsewhere`);
      symlinkSync("elsewhere", `${root}/src`);
    },
  ],
];
for (const [what, change] of changes) {
  test(`changes with ${what}`, () => {
    const root = tree();
    const before = deltaDigest(root, DELTA);
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    change(root);
    expect(deltaDigest(root, DELTA)).not.toBe(before);
  });
}

test("stays as it is when nothing in the delta is other than before", () => {
  const root = tree();
  const before = deltaDigest(root, DELTA);
  writeFileSync(`${root}/src/b.ts`, "changed");
  writeFileSync(`${root}/other/new.ts`, "new");
  writeFileSync(`${root}/docs/x/picture.svg`, "new");
  writeFileSync(`${root}/src/a.ts`, "src/a.ts");
  utimesSync(`${root}/src/a.ts`, 1, 1);
  mkdirSync(`${root}/lib/__pycache__`);
  writeFileSync(`${root}/lib/__pycache__/c.pyc`, "cache");
  expect(deltaDigest(root, DELTA)).toBe(before);
});

test("lists only folders that the globs can reach", () => {
  const root = tree();
  const listed: string[] = [];
  const entries: TreeEntries = {
    ...diskTreeEntries,
    list(path) {
      listed.push(path.slice(root.length + 1));
      return diskTreeEntries.list(path);
    },
  };
  deltaDigest(root, ["src/a.ts"], entries);
  expect(listed).toEqual([]);
  deltaDigest(root, ["docs/**/*.md", "*.json"], entries);
  expect(listed).toEqual(["docs", "docs/x", ""]);
});

test("is none where there is too much, or no tree, and a large file counts by its facts", () => {
  const root = tree();
  expect(deltaDigest(root, ["lib/"], diskTreeEntries, { ...DIGEST_BOUNDS, namesMax: 1 })).toBe(NO_DIGEST);
  expect(deltaDigest(`${root}/none`, ["lib/"])).toBe(NO_DIGEST);
  const small = { ...DIGEST_BOUNDS, fileBytesMax: 3 };
  const before = deltaDigest(root, ["src/a.ts"], diskTreeEntries, small);
  utimesSync(`${root}/src/a.ts`, 1, 1);
  expect(deltaDigest(root, ["src/a.ts"], diskTreeEntries, small)).not.toBe(before);
});
