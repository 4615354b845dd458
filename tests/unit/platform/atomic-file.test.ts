// Small files that are replaced whole: on the real disk, and what is left of interrupted writes. What a failing disk or
// a loss of power leaves is tried where they are used (features/checkpoint).

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freeName, replaceWhole } from "../../../src/platform/atomic-file.ts";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { readWhole } from "../../../src/platform/whole-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
const bytesOf = (text: string) => Buffer.from(text);
/** A process number that no system gives out. */
const NOBODY = 2 ** 31 - 1;

it("replaces a file whole, for its owner alone, and sweeps what a killed process left", () => {
  const root = folder();
  const path = join(root, "a.json");
  writeFileSync(`${path}.tmp-${NOBODY}-1-x`, "half");
  writeFileSync(`${path}.tmp-${process.pid}-1-x`, "of a process that lives");
  replaceWhole(diskFileSystem, path, bytesOf("one"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  replaceWhole(diskFileSystem, path, bytesOf("two"), `${path}.kept`);
  expect([readFileSync(path, "utf8"), readFileSync(`${path}.kept`, "utf8")]).toEqual(["two", "one"]);
  expect(readdirSync(root).sort()).toEqual(["a.json", "a.json.kept", `a.json.tmp-${process.pid}-1-x`]);
});

it("reads a file whole up to the limit", () => {
  const path = join(folder(), "a.json");
  expect(readWhole(diskFileSystem, path, 5)).toBeNull();
  writeFileSync(path, "12345");
  expect(Buffer.from(readWhole(diskFileSystem, path, 5) as Uint8Array).toString()).toBe("12345");
  expect(readWhole(diskFileSystem, path, 4)).toBe("too long");
});

it("says in one line what cannot be read or written", () => {
  const path = join(folder(), "a.json");
  mkdirSync(path);
  expect(() => readWhole(diskFileSystem, path, 100_000)).toThrow(/^cannot read \S+a\.json: [^\n]+$/);
  expect(() => replaceWhole(diskFileSystem, path, bytesOf("x"))).toThrow(
    /^cannot write \S+a\.json; nothing was saved: [^\n]+$/,
  );
  const inFile = join(path, "..", "file");
  writeFileSync(inFile, "");
  expect(() => readWhole(diskFileSystem, join(inFile, "b.json"), 5)).toThrow(
    /^cannot use \S+file as the knowledge base directory: a file stands in its place; /,
  );
  rmSync(inFile);
  expect(readdirSync(join(path, ".."))).toEqual(["a.json"]);
});

it("finds names that nothing has", () => {
  const path = join(folder(), "a.json");
  expect(freeName(diskFileSystem, path, "kept")).toBe(`${path}.kept`);
  for (const suffix of ["kept", "kept-1"]) writeFileSync(`${path}.${suffix}`, "");
  expect(freeName(diskFileSystem, path, "kept")).toBe(`${path}.kept-2`);
});
