// `helix plugin` and `helix setup --plugin` as they are typed: what is not accepted changes nothing.

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

test("a dry run names each file and writes none; then they are written, and written again nothing changes", () => {
  const cwd = folder();
  const dry = runHelix(["plugin", "market", "--dry-run"], { cwd });
  expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining("helix/hooks/hooks.json")]);
  expect(readdirSync(cwd)).toEqual([]);
  expect(runHelix(["plugin", "market"], { cwd }).status).toBe(0);
  expect(runHelix(["plugin", "market"], { cwd }).stdout).toContain("nothing was written");
});

test("bad input is told in one line", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "mine.txt"), "mine");
  for (const [words, why] of [
    [["plugin"], "helix plugin needs a FOLDER, e.g. helix plugin ./helix-plugin"],
    [["plugin", "a", "b"], "takes one folder"],
    [["plugin", "."], "is not empty, and helix did not write it"],
    [["plugin", "mine.txt"], "is no folder"],
    [["setup", "--plugin", "--project"], "--plugin is for you in every project"],
    [["setup", "--plugin", "--no-mcp"], "--no-mcp does not go with it"],
  ] as const) {
    const { status, stderr } = runHelix(words, { cwd });
    expect([words, status, stderr.trim().split("\n")]).toEqual([words, 2, [expect.stringContaining(why)]]);
  }
  expect(readdirSync(cwd)).toEqual(["mine.txt"]);
});
