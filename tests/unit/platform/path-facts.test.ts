// Looking at paths: links are not followed, nothing is changed, and nothing throws.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diskPaths } from "../../../src/platform/path-facts.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");

it("says what stands at a path", () => {
  const root = folder();
  const file = join(root, "file");
  writeFileSync(file, "12345");
  chmodSync(file, 0o640);
  mkdirSync(join(root, "directory"), { mode: 0o700 });
  symlinkSync("file", join(root, "link"));
  symlinkSync("nowhere", join(root, "loose"));
  const { owner } = diskPaths.facts(root)!;
  expect(diskPaths.facts(file)).toEqual({ kind: "file", mode: 0o640, owner, size: 5 });
  expect(diskPaths.facts(join(root, "directory"))).toMatchObject({ kind: "directory", mode: 0o700, owner });
  for (const name of ["link", "loose"]) expect(diskPaths.facts(join(root, name))?.kind).toBe("link");
  expect(diskPaths.facts("/dev/null")?.kind).toBe("other");
  expect(diskPaths.names(root).sort()).toEqual(["directory", "file", "link", "loose"]);
});

it("says who may do what, and how much room there is", () => {
  const root = folder();
  const file = join(root, "file");
  writeFileSync(file, "");
  expect([diskPaths.isWritable(root), diskPaths.isWritable(file), diskPaths.isExecutable(file)]).toEqual([
    true,
    true,
    false,
  ]);
  chmodSync(file, 0o700);
  expect(diskPaths.isExecutable(file)).toBe(true);
  expect(diskPaths.freeBytes(root)).toBeGreaterThan(0);
});

it("has nothing to say of what is not there or is no path", () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  for (const path of [`${file}/below`, `${file} not`, `${file}\0`, "", "x".repeat(100_000)]) {
    expect(diskPaths.facts(path)).toBeNull();
    expect([diskPaths.isWritable(path), diskPaths.isExecutable(path)]).toEqual([false, false]);
    expect(diskPaths.names(path)).toEqual([]);
    expect(diskPaths.freeBytes(path)).toBeNull();
  }
});
