// Copies and installations of programs: exactly what was looked at, the old one or the new one, nothing beside them.

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  copyPath,
  copyProgram,
  hasSameContent,
  installProgram,
  isUnchanged,
  programFile,
} from "../../../src/platform/program-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
/** Longer than what is read at once, and no multiple of it. */
const LENGTH = 2_500_000;

function file(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}

test("a copy has the bytes and the mode, whatever the umask", async () => {
  const root = folder();
  const source = programFile(file(join(root, "source"), "x".repeat(LENGTH)))!;
  const copy = join(root, "copy");
  await copyProgram(source, copy, 0o775, undefined);
  expect(readFileSync(copy, "utf8")).toBe("x".repeat(LENGTH));
  expect(statSync(copy).mode & 0o777).toBe(0o775);
  expect(await hasSameContent(source, programFile(copy)!)).toBe(true);
});

test("a file that was exchanged since it was looked at is not copied", async () => {
  const root = folder();
  const source = programFile(file(join(root, "source"), "good"))!;
  file(join(root, "other"), "evil");
  renameSync(join(root, "other"), source.path);
  await expect(copyProgram(source, join(root, "copy"), 0o755, undefined)).rejects.toThrow("was exchanged while");
  expect(readdirSync(root)).toEqual(["source"]);
});

test("a cancelled copy ends", async () => {
  const root = folder();
  const source = programFile(file(join(root, "source"), "x"))!;
  await expect(copyProgram(source, join(root, "copy"), 0o755, AbortSignal.abort())).rejects.toThrow("cancelled");
});

test("files of one length and different content differ, at the end too", async () => {
  const root = folder();
  const left = programFile(file(join(root, "left"), `${"x".repeat(LENGTH)}a`))!;
  const right = programFile(file(join(root, "right"), `${"x".repeat(LENGTH)}b`))!;
  expect(await hasSameContent(left, right)).toBe(false);
  expect(await hasSameContent(left, left)).toBe(true);
});

test("a file that was written to, or exchanged, is not unchanged", () => {
  const root = folder();
  const path = file(join(root, "helix"), "one");
  const before = programFile(path)!;
  expect(isUnchanged(before, programFile(path)!)).toBe(true);
  appendFileSync(path, "more");
  expect(isUnchanged(before, programFile(path)!)).toBe(false);
  rmSync(path);
  expect(programFile(path)).toBe(null);
});

test("an installation keeps the one before, each time the last one", () => {
  const root = folder();
  const target = file(join(root, "helix"), "one");
  const previous = `${target}.previous`;
  for (const [before, next] of [
    ["one", "two"],
    ["two", "three"],
  ] as const) {
    const copy = file(copyPath(target), next);
    expect(installProgram(copy, target, previous)).toBe(true);
    expect(readFileSync(target, "utf8")).toBe(next);
    expect(readFileSync(previous, "utf8")).toBe(before);
    expect(readdirSync(root).sort()).toEqual(["helix", "helix.previous"]);
  }
});

test("an installation that fails leaves the old one", () => {
  const root = folder();
  const target = join(root, "helix");
  mkdirSync(target);
  const copy = file(copyPath(target), "two");
  expect(() => installProgram(copy, target, `${target}.previous`)).toThrow(`cannot install the new build as ${target}`);
  expect(statSync(target).isDirectory()).toBe(true);
});

test("copies that killed processes left are swept", () => {
  const root = folder();
  file(join(root, "helix.tmp-999999999-1-abcdef"), "left behind");
  file(join(root, `helix.tmp-${process.pid}-1-abcdef`), "in use");
  copyPath(join(root, "helix"));
  expect(readdirSync(root)).toEqual([`helix.tmp-${process.pid}-1-abcdef`]);
});
