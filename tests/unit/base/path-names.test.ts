// What a name that begins with ~ means.

import { expect, it } from "vitest";
import { fromHome, isInHome } from "../../../src/base/path-names.ts";

it.each([
  ["~", "/house/me", "/house/me"],
  ["~/kb", "/house/me", "/house/me/kb"],
  ["~/kb", "/house/me/", "/house/me/kb"],
  ["~/kb", "/", "/kb"],
  ["~you/kb", "/house/me", "~you/kb"],
  ["kb/~", "/house/me", "kb/~"],
  ["/kb", "/house/me", "/kb"],
  ["~/kb", "", "~/kb"],
])("%s with the home %j is %s", (name, home, path) => {
  expect(fromHome(name, home)).toBe(path);
});

it("only ~ alone and ~/ are in the home directory", () => {
  expect(["~", "~/", "~/kb", "~you", "./~", ""].filter(isInHome)).toEqual(["~", "~/", "~/kb"]);
});
