// Replacing settings files: all or none, never over somebody else's change, nothing left behind.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { changeSettings, readSettingsText, type SettingsChange } from "../../../src/storage/settings-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";

beforeEach(() => {
  root = folder();
});

function change(name: string, after: string | null, more: Partial<SettingsChange> = {}): SettingsChange {
  const path = join(root, name);
  const before = readSettingsText(path);
  return { path, before, after, mode: 0o600, backup: null, obsolete: null, folders: [], ...more };
}

const read = (name: string) => readFileSync(join(root, name), "utf8");

it("creates files and their folders, changes others, keeps the old one", () => {
  writeFileSync(join(root, "a"), "old", { mode: 0o640 });
  const created = changeSettings([change("a", "new", { backup: join(root, "a.kept") }), change("deep/er/b", "b")]);
  expect([read("a"), read("a.kept"), read("deep/er/b")]).toEqual(["new", "old", "b"]);
  expect([statSync(join(root, "a")).mode & 0o777, statSync(join(root, "deep/er/b")).mode & 0o777]).toEqual([
    0o640, 0o600,
  ]);
  expect(created).toEqual([join(root, "deep"), join(root, "deep", "er")]);
  expect(readdirSync(root).sort()).toEqual(["a", "a.kept", "deep"]);
});

it("removes files, their folders if they are empty, and copies that are of no use any more", () => {
  mkdirSync(join(root, "f"));
  mkdirSync(join(root, "g"));
  for (const name of ["f/a", "g/a", "g/other", "kept"]) writeFileSync(join(root, name), "x");
  changeSettings([
    change("f/a", null, { folders: [join(root, "f")] }),
    change("g/a", null, { folders: [join(root, "g")], obsolete: join(root, "kept") }),
  ]);
  expect(readdirSync(root, { recursive: true, encoding: "utf8" }).sort()).toEqual(["g", "g/other"]);
});

it("a change that was made since is not written over, and what was done before it is taken back", () => {
  writeFileSync(join(root, "a"), "old");
  writeFileSync(join(root, "b"), "old");
  writeFileSync(join(root, "c"), "old");
  const changes = [change("a", "new"), change("new/file", "x"), change("c", null), change("b", "new")];
  writeFileSync(join(root, "b"), "somebody's");
  expect(() => changeSettings(changes)).toThrow(
    /b was changed by somebody else at this moment: run the command again; nothing was changed/,
  );
  expect([read("a"), read("b"), read("c"), existsSync(join(root, "new"))]).toEqual(["old", "somebody's", "old", false]);
  expect(readdirSync(root).sort()).toEqual(["a", "b", "c"]);
});

it("nothing is written when one of them cannot be", () => {
  writeFileSync(join(root, "a"), "old");
  writeFileSync(join(root, "file"), "old");
  mkdirSync(join(root, "kept"));
  const refused = (second: () => SettingsChange, why: RegExp) => {
    expect(() => changeSettings([change("a", "new"), second()])).toThrow(why);
    expect(read("a")).toBe("old");
  };
  refused(() => ({ ...change("x", "b"), path: join(root, "file", "b") }), /file is no directory/);
  refused(() => change("file", "new", { backup: join(root, "kept") }), /kept is a directory/);
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
