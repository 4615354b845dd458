// Globs for paths below a folder.

import { expect, test } from "vitest";
import { globFlaw, pathGlob } from "../../../src/platform/path-glob.ts";

const PATHS = ["a.ts", "b.js", "other/f.ts", "src/c.ts", "src/d.tsx", "src/in/e.ts"];

test.each([
  ["**/*.ts", ["a.ts", "other/f.ts", "src/c.ts", "src/in/e.ts"]],
  ["*.ts", ["a.ts", "other/f.ts", "src/c.ts", "src/in/e.ts"]],
  ["src/*.{ts,tsx}", ["src/c.ts", "src/d.tsx"]],
  ["src/", ["src/c.ts", "src/d.tsx", "src/in/e.ts"]],
  ["!src/**", ["a.ts", "b.js", "other/f.ts"]],
  ["./src/*.ts", ["src/c.ts"]],
])("%s: a name without a slash is one anywhere", (glob, paths) => {
  expect(PATHS.filter(pathGlob(glob))).toEqual(paths);
});

test.each([
  ["[", "["],
  ["a/[]", "["],
  ["[!]", "["],
  ["*.{ts,tsx", "{"],
  ["{a,{b}", "{"],
  ["a\\", "escapes"],
])("%s can be no glob", (glob, why) => {
  expect(globFlaw(glob)).toContain(why);
});

test.each(["", "**/*.ts", "[]a]", "[!]a]", "*.{ts,{j,t}sx}", "a}", "a]", "\\[id", "\\{a", "[{]"])(
  "%s can be one",
  (glob) => {
    expect(globFlaw(glob)).toBeNull();
  },
);
