// Replacing settings files: all or none, never over somebody else's change, nothing left behind.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeSettings, readSettingsText, type SettingsChange } from "../../../src/platform/settings-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";

beforeEach(() => {
  root = folder();
});

function change(name: string, after: string | null, more: Partial<SettingsChange> = {}): SettingsChange {
  const path = join(root, name);
  const before = readSettingsText(path);
  return { path, before, after, mode: 0o600, folders: [], ...more };
}

const nothing = () => undefined;
const modes = (...names: string[]) => names.map((name) => statSync(join(root, name)).mode & 0o777);
const read = (name: string) => readFileSync(join(root, name), "utf8");

it("creates files and their folders, and changes others", () => {
  writeFileSync(join(root, "a"), "old");
  chmodSync(join(root, "a"), 0o640);
  const seen: string[][] = [];
  const intend = () => seen.push([read("a"), ...readdirSync(join(root, "deep/er"))]);
  expect(changeSettings([change("a", "new"), change("deep/er/b", "b")], intend)).toBe(true);
  expect([read("a"), read("deep/er/b")]).toEqual(["new", "b"]);
  expect(modes("a", "deep/er/b")).toEqual([0o640, 0o600]);
  expect(readdirSync(root).sort()).toEqual(["a", "deep"]);
  expect(readdirSync(join(root, "deep/er"))).toEqual(["b"]);
  // What is meant is said when the new texts are on the disk, and none of them is in its place.
  expect(seen).toEqual([["old", expect.stringMatching(/^b\.tmp-/)]]);
});

it("removes files, and their folders if they are empty", () => {
  for (const name of ["f", "g"]) mkdirSync(join(root, name));
  for (const name of ["f/a", "g/a", "g/other"]) writeFileSync(join(root, name), "x");
  changeSettings(
    ["f", "g"].map((name) => change(`${name}/a`, null, { folders: [join(root, name)] })),
    nothing,
  );
  expect(readdirSync(root, { recursive: true, encoding: "utf8" }).sort()).toEqual(["g", "g/other"]);
});

describe("a change that was made since, at the last moment, is not written over; what was done before it is taken back", () => {
  it.each<[string, (path: string) => void, string | null]>([
    ["a file that is another", (path) => writeFileSync(path, "somebody's"), "somebody's"],
    ["a file that is gone", (path) => rmSync(path), null],
  ])("%s", (_, byOthers, left) => {
    for (const name of ["a", "b", "c"]) writeFileSync(join(root, name), "old");
    const changes = [change("a", "new"), change("new/file", "x"), change("c", null), change("b", "new")];
    expect(changeSettings(changes, () => byOthers(join(root, "b")))).toBe(false);
    expect([read("a"), read("c"), existsSync(join(root, "new"))]).toEqual(["old", "old", false]);
    expect(existsSync(join(root, "b")) ? read("b") : null).toBe(left);
    expect(readdirSync(root).filter((name) => name.length > 1)).toEqual([]);
  });

  it("a file that was not there", () => {
    writeFileSync(join(root, "a"), "old");
    const changes = [change("a", "new"), change("b", "new")];
    expect(changeSettings(changes, () => writeFileSync(join(root, "b"), "somebody's"))).toBe(false);
    expect([read("a"), read("b"), ...readdirSync(root).sort()]).toEqual(["old", "somebody's", "a", "b"]);
  });

  it("a link that leads elsewhere", () => {
    for (const name of ["one", "two"]) writeFileSync(join(root, name), "same");
    symlinkSync("one", join(root, "link"));
    const changes = [change("link", "new")];
    const turn = () => {
      rmSync(join(root, "link"));
      symlinkSync("two", join(root, "link"));
    };
    expect(changeSettings(changes, turn)).toBe(false);
    expect([read("one"), read("two")]).toEqual(["same", "same"]);
  });
});

it("what cannot be remembered is not done", () => {
  writeFileSync(join(root, "a"), "old");
  const changes = [change("a", "new"), change("new/b", "b")];
  const fail = () => {
    throw new Error("no room");
  };
  expect(() => changeSettings(changes, fail)).toThrow(/no room; nothing was changed/);
  expect([read("a"), ...readdirSync(root)]).toEqual(["old", "a"]);
});

it("nothing is written when one of them cannot be", () => {
  writeFileSync(join(root, "a"), "old");
  writeFileSync(join(root, "file"), "old");
  const refused = (second: () => SettingsChange, why: RegExp) => {
    expect(() => changeSettings([change("a", "new"), second()], nothing)).toThrow(why);
    expect(read("a")).toBe("old");
  };
  refused(() => ({ ...change("x", "b"), path: join(root, "file", "b") }), /file is no directory/);
  symlinkSync(join(root, "file"), join(root, "link"));
  writeFileSync(join(root, "read-only"), "old", { mode: 0o444 });
  symlinkSync(join(root, "read-only"), join(root, "other-link"));
  refused(() => change("other-link", "new"), /other-link \(a link to .*read-only\) is not writable/);
});

it("reads nothing but text of files", () => {
  expect(readSettingsText(join(root, "none"))).toBe(null);
  writeFileSync(join(root, "a"), "\uFEFF{}\r\n");
  expect(readSettingsText(join(root, "a"))?.text).toBe("\uFEFF{}\r\n");
  expect(() => readSettingsText(root)).toThrow(/is no file/);
  expect(() => readSettingsText(join(root, "a", "b"))).toThrow(/a is no directory/);
});
