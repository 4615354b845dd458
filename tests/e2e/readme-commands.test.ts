// Every command of the README, typed in an empty folder by somebody who has nothing yet: each ends well, in its own words.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { runHelix } from "../support/command-line.ts";
import { repositoryRoot } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");

/** Lines of the README's blocks of the shell that begin with helix, without their remarks. */
const TYPED = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .filter((line) => line.startsWith("helix "))
  .map((line) => line.replace(/\s+#.*$/, ""));

/** The words of a line as the shell has them; the README quotes with double quotes only. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1);

test("there are four", () => {
  expect(TYPED.map((line) => line.split(" ")[1])).toEqual(["demo", "setup", "search", "code"]);
});

test.each(TYPED)("%s", (line) => {
  const place = folder();
  const [home, empty] = [join(place, "home"), join(place, "empty")];
  for (const path of [home, empty]) mkdirSync(path);
  const outcome = runHelix(wordsOf(line), { cwd: empty, environment: { HOME: home } });
  // Nothing is known there. An empty folder is no project: that is told, with what to do.
  if (line.startsWith("helix code")) {
    expect([outcome.status, outcome.stdout]).toEqual([2, ""]);
    expect(outcome.stderr).toMatch(/^\[error\] .*, e\.g\. helix code .*\n$/);
  } else expect([0, line === "helix demo" ? 0 : 1]).toContain(outcome.status);
  expect(outcome.stdout + outcome.stderr).not.toBe("");
  expect(outcome.stderr).not.toMatch(/\n\s+at /);
});

test("commands that its text and table name exist", async () => {
  const names = (await allCommands()).map(({ name }) => name);
  const named = [...readme.matchAll(/`helix ([a-z]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
