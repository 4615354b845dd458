// Looks at many paths: what they say is what Node says, and they tell what moved.

import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathLooks } from "../../../src/platform/path-looks.ts";
import { diskSourceFiles } from "../../../src/platform/source-files.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const newFolder = useFolders("each");

test("files, folders, links, what is missing and names in any script are as Node has them", () => {
  const root = newFolder();
  writeFileSync(join(root, "a.ts"), "text");
  writeFileSync(join(root, "Größe 尺寸\n.ts"), "");
  mkdirSync(join(root, "folder"));
  symlinkSync("a.ts", join(root, "link"));
  utimesSync(join(root, "a.ts"), 1234567890.123456, 9876543210.987);
  const paths = ["a.ts", "Größe 尺寸\n.ts", "folder", "link", "none", "a.ts/none", ""].map((name) => join(root, name));
  const looks = pathLooks(paths, diskSourceFiles);
  const seen = paths.map((_, at) => {
    looks.hasMoved(at);
    return looks.entry(at);
  });
  expect(seen).toEqual(paths.map((path) => diskSourceFiles.look(path)));
  expect(seen.map((entry) => entry?.kind)).toEqual([
    "file",
    "file",
    "directory",
    "link",
    undefined,
    undefined,
    "directory",
  ]);
  expect(paths.map((_, at) => looks.hasMoved(at))).toEqual(paths.map(() => false));
});

test("whatever happens to a path has moved it, once", () => {
  const root = newFolder();
  const path = join(root, "a.ts");
  writeFileSync(path, "one");
  const looks = pathLooks([path, root], diskSourceFiles);
  const moved = () => looks.hasMoved(0);
  expect([moved(), moved()]).toEqual([true, false]);
  const changes: (() => void)[] = [
    () => writeFileSync(path, "three"),
    () => utimesSync(path, 1000, 1000),
    () => chmodSync(path, 0o600),
    () => renameSync(path, join(root, "b.ts")),
    () => writeFileSync(path, "three"),
    () => rmSync(path),
    () => mkdirSync(path),
    () => {
      rmSync(path, { recursive: true });
      symlinkSync("b.ts", path);
    },
  ];
  for (const change of changes) {
    change();
    expect([moved(), moved()]).toEqual([true, false]);
    expect(looks.entry(0)).toEqual(diskSourceFiles.look(path));
  }
});

test("where the C library says something else, Node is believed", () => {
  const root = newFolder();
  const wrong = { size: 7, modifiedMs: 1, changedMs: 2, inode: 3, kind: "file" as const };
  const looks = pathLooks([root], { look: () => wrong });
  expect(looks.hasMoved(0)).toBe(true);
  expect(looks.entry(0)).toEqual(wrong);
});
