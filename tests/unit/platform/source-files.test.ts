// Reading a tree that others made: what was opened lies in the root, also where a folder on the way is a link by now.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskSourceFiles } from "../../../src/platform/source-files.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

test("a folder that is a link by now is neither listed nor read through where it leads out", () => {
  const [root, outside] = [makeFolder(), makeFolder()];
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "real", "a.ts"), "own");
  writeFileSync(join(outside, "a.ts"), "secret");
  symlinkSync(outside, join(root, "exchanged"));
  symlinkSync("real", join(root, "inner"));
  const read = (path: string) => diskSourceFiles.read(join(root, path), 100, root);
  expect(read("exchanged/a.ts")).toEqual({ failed: "unreadable" });
  expect(diskSourceFiles.list(join(root, "exchanged"), root)).toBeNull();
  for (const path of ["real/a.ts", "inner/a.ts"]) {
    const outcome = read(path);
    expect("bytes" in outcome && Buffer.from(outcome.bytes).toString()).toBe("own");
  }
  expect(diskSourceFiles.list(join(root, "real"), root)).toEqual([{ name: "a.ts", kind: "file" }]);
});

test("a link leads out when what it leads to lies outside", () => {
  const [root, outside] = [makeFolder(), makeFolder()];
  writeFileSync(join(root, "a.ts"), "");
  for (const [name, target] of [
    ["folder", outside],
    ["system", "/"],
    ["inner", "a.ts"],
    ["loop", "loop"],
    ["nowhere", join(outside, "none")],
  ] as const) {
    symlinkSync(target, join(root, name));
  }
  const names = ["folder", "system", "inner", "loop", "nowhere"];
  expect(names.filter((name) => diskSourceFiles.leadsOut(join(root, name), root))).toEqual(["folder", "system"]);
  expect(diskSourceFiles.list(root, root)).toContainEqual({ name: "loop", kind: "link" });
});
