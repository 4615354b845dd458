// `helix plugin` and `helix setup --plugin` as they are typed: what is not accepted changes nothing.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

test("~ is the home directory, also where no shell has said so; a folder that cannot be made is told", () => {
  const [cwd, home] = [folder(), folder()];
  expect(runHelix(["plugin", "~/market"], { cwd, environment: { HOME: home } }).status).toBe(0);
  expect([readdirSync(cwd), existsSync(join(home, "market/helix"))]).toEqual([[], true]);
  writeFileSync(join(cwd, "file"), "");
  const { status, stderr } = runHelix(["plugin", "file/market"], { cwd });
  expect([status, stderr]).toEqual([2, expect.stringContaining(`cannot make the folder ${join(cwd, "file/market")}`)]);
});

test("changes by hand are not as it should be", () => {
  const cwd = folder();
  runHelix(["plugin", "market"], { cwd });
  writeFileSync(join(cwd, "market/helix/agents/builder.md"), "mine");
  const { stdout } = runHelix(["plugin", "market"], { cwd });
  expect(stdout).toContain("with changes by hand, so nothing was written");
  expect(stdout).toContain("helix/agents/builder.md: changed by hand, left as it is");
});

test("where the client refuses, the hooks in the settings stay, and the way on is said", () => {
  const [cwd, home] = [folder(), folder()];
  const programs = join(home, "bin");
  mkdirSync(programs);
  writeFileSync(join(programs, "claude"), '#!/bin/sh\ncase "$*" in *install*) echo "no network" >&2; exit 1;; esac\n');
  chmodSync(join(programs, "claude"), 0o755);
  const environment = { HOME: home, PATH: `${programs}:${process.env.PATH}` };
  runHelix(["setup"], { cwd, environment });
  const settings = () => readFileSync(join(home, ".claude/settings.json"), "utf8");
  const before = settings();
  expect(before).toContain("guard");
  const { status, stderr } = runHelix(["setup", "--plugin"], { cwd, environment });
  expect(status).toBe(2);
  expect(stderr.trim()).toMatch(
    /claude plugin install helix@helix failed: no network; hooks in the settings are as they were; run this again/,
  );
  expect(settings()).toBe(before);
});
