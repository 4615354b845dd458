// Entries of trees: names of any bytes, and files that are none to be read.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedName, diskTreeEntries, shownName } from "../../../src/platform/tree-entries.ts";
import { runs } from "../../support/runs.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");

/** There names are UTF-8. */
const isMac = process.platform === "darwin";

test.skipIf(isMac)("a name of any bytes is told from all others, and leads to its file", () => {
  const root = folder();
  const names = fc.sample(fc.uint8Array({ min: 1, minLength: 1, maxLength: 12 }), { numRuns: runs(80), seed: 7 });
  const usable = names.filter(
    (name) => !name.includes(0x2f) && !/^\.{1,2}$/.test(Buffer.from(name).toString("latin1")),
  );
  const texts = new Map(usable.map((name) => [Buffer.from(name).toString("hex"), decodedName(name)]));
  expect(new Set(texts.values()).size).toBe(texts.size);
  for (const [hex] of texts) writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(hex, "hex")]), hex);
  expect(
    diskTreeEntries
      .list(root)!
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...texts.values()].sort());
  for (const [hex, text] of texts) {
    expect(diskTreeEntries.look(`${root}/${text}`)).toMatchObject({ kind: "file", size: hex.length });
    expect(Buffer.from(diskTreeEntries.bytes(`${root}/${text}`, 100)!).toString()).toBe(hex);
  }
});

test("what would break a line is shown as what it is", () => {
  expect(shownName("a\nb\u0000é😀\udcff")).toBe("a\\u{a}b\\u{0}é😀\\xff");
});

test("a link, a folder, a pipe and a large file are not read", () => {
  const root = folder();
  writeFileSync(`${root}/file`, "12345");
  mkdirSync(`${root}/folder`);
  symlinkSync("file", `${root}/link`);
  spawnSync("mkfifo", [`${root}/pipe`]);
  for (const name of ["folder", "link", "pipe", "none"]) {
    expect(diskTreeEntries.hash(`${root}/${name}`, 100)).toBeNull();
  }
  expect(diskTreeEntries.hash(`${root}/file`, 4)).toBeNull();
  expect(diskTreeEntries.hash(`${root}/file`, 5)).toMatch(/^[0-9a-f]{32}$/);
  expect(diskTreeEntries.list(root)).toEqual([
    { name: "file", kind: "file" },
    { name: "folder", kind: "directory" },
    { name: "link", kind: "link" },
    { name: "pipe", kind: "other" },
  ]);
  expect(diskTreeEntries.target(`${root}/link`)).toBe("file");
  expect(diskTreeEntries.look(`${root}/file/below`)).toBeNull();
  expect(diskTreeEntries.list(`${root}/none`)).toBeNull();
});
