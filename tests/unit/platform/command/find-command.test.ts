// Commands are found as shells find them.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { findCommand } from "../../../../src/platform/command/find-command.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let [first, second] = ["", ""];

beforeEach(() => {
  [first, second] = [folder(), folder()];
});

function place(directory: string, name: string, mode = 0o755): string {
  const path = join(directory, name);
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, mode);
  return path;
}

const find = (name: string) => findCommand(name, `/no/such/folder:${first}:${second}`);

test("the first program of the search path counts, and no file that is none", () => {
  expect(find("tool")).toEqual({ kind: "missing" });
  const path = place(second, "tool");
  expect(find("tool")).toEqual({ kind: "found", path });
  const unusable = place(first, "tool", 0o644);
  expect(find("tool")).toEqual({ kind: "found", path });
  chmodSync(path, 0o644);
  expect(find("tool")).toEqual({ kind: "refused", path: unusable, isDirectory: false });
  chmodSync(unusable, 0o755);
  expect(find("tool")).toEqual({ kind: "found", path: unusable });
});

test("a folder is no program", () => {
  mkdirSync(join(first, "tool"));
  expect(find("tool")).toEqual({ kind: "missing" });
  expect(find(join(first, "tool"))).toMatchObject({ kind: "refused", isDirectory: true });
});

test("a name with a slash is a path, and the search path does not count", () => {
  const path = place(second, "tool");
  expect(find(path)).toEqual({ kind: "found", path });
  expect(find("./tool")).toEqual({ kind: "missing" });
});

test("no name, and a name with NUL, is none", () => {
  expect(find("")).toEqual({ kind: "missing" });
  expect(find("a\0b")).toEqual({ kind: "missing" });
});

test("an empty entry of the search path is the working directory; without a search path it is the usual one", () => {
  expect(findCommand("package.json", `:${first}`)).toMatchObject({ kind: "refused", path: "./package.json" });
  expect(findCommand("sh")).toMatchObject({ kind: "found" });
});
