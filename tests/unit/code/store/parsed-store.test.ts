// What the parser said, kept in memory and in files: it serves whatever branch a text is in, and damage is no error.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ParsedSegment, writeParsedSegment } from "../../../../src/code/store/parsed-segment.ts";
import { ParsedStore } from "../../../../src/code/store/parsed-store.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let folder = "";
let names = 0;

const newName = () => `p${++names}`;
const bytes = (...values: number[]) => new Uint8Array(values);
const keysFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => BigInt(from + at));
const opened = (saved: readonly string[]) => {
  const store = new ParsedStore(diskFileSystem, folder);
  store.take(saved);
  return store;
};
/** Puts texts in and saves them, as one process after the other does. */
function saved(before: readonly string[], keys: readonly bigint[], live: readonly bigint[] = keys): string[] {
  const store = opened(before);
  for (const key of keys) store.put(key, bytes(Number(key) % 256, 1));
  return store.save(newName, new Set(live));
}

beforeEach(() => {
  folder = newFolder();
  names = 0;
});

test("what was put in is there, before and after it is saved", () => {
  const store = opened([]);
  store.put(5n, bytes(1, 2));
  store.put(2n ** 64n - 1n, bytes(3));
  const files = store.save(newName, new Set([5n]));
  for (const each of [store, opened(files)]) {
    expect([each.get(5n), each.get(2n ** 64n - 1n), each.get(6n)]).toEqual([bytes(1, 2), bytes(3), null]);
    expect([each.has(5n), each.has(6n)]).toEqual([true, false]);
  }
  store.take(files);
  expect([store.newCount, store.newBytes, store.get(5n)]).toEqual([0, 0, bytes(1, 2)]);
});

test("nothing new writes nothing", () => {
  const files = saved([], [1n]);
  expect(opened(files).save(newName, new Set([1n]))).toEqual(files);
  expect(readdirSync(folder)).toEqual(["p1.parsed"]);
});

test("small files are merged, large ones stay", () => {
  const all = keysFrom(0, 103);
  const large = saved([], keysFrom(0, 100));
  const two = saved(large, [100n], all);
  expect(two).toEqual(["p1", "p2"]);
  const merged = saved(two, [101n, 102n], all);
  expect(merged).toEqual(["p1", "p3"]);
  const store = opened(merged);
  expect(all.every((key) => store.has(key))).toBe(true);
});

test("texts that the tree has no more go when most are", () => {
  const files = saved([], keysFrom(0, 100));
  const live = [...keysFrom(60, 100), 100n];
  const store = opened(saved(files, [100n], live));
  expect([store.has(10n), store.has(60n), store.has(100n)]).toEqual([false, true, true]);
});

test("a damaged text is missing, and the others are not", () => {
  const [name] = saved([], [1n, 2n, 3n]);
  const path = join(folder, `${name}.parsed`);
  const content = readFileSync(path);
  content[content.length - 3]! ^= 1;
  writeFileSync(path, content);
  const store = opened([name!]);
  expect([store.get(1n), store.get(2n), store.get(3n)]).toEqual([bytes(1, 1), null, bytes(3, 1)]);
  expect(store.has(2n)).toBe(false);
  store.put(2n, bytes(9));
  const mended = store.save(newName, new Set([1n, 2n, 3n]));
  expect([opened(mended).get(1n), opened(mended).get(2n)]).toEqual([bytes(1, 1), bytes(9)]);
});

test.each([0, 9, 20, 30, 45])("with damage at byte %i of its beginning nothing of a file counts", (at) => {
  const [name] = saved([], [1n, 2n, 3n]);
  const path = join(folder, `${name}.parsed`);
  const content = readFileSync(path);
  content[at]! ^= 1;
  writeFileSync(path, content);
  expect(opened([name!]).has(1n)).toBe(false);
});

test("a file that is cut off, empty, missing, or of another parser is none", () => {
  const path = join(folder, "a.parsed");
  writeParsedSegment(diskFileSystem, path, 7n, [[1n, bytes(1)]]);
  expect(ParsedSegment.open(diskFileSystem, path, 7n)?.get(1n)).toEqual(bytes(1));
  expect(ParsedSegment.open(diskFileSystem, path, 8n)).toBeNull();
  expect(ParsedSegment.open(diskFileSystem, join(folder, "b.parsed"), 7n)).toBeNull();
  const whole = readFileSync(path);
  for (const length of [0, 10, 24, 30]) {
    writeFileSync(path, whole.subarray(0, length));
    expect(ParsedSegment.open(diskFileSystem, path, 7n)).toBeNull();
  }
});
