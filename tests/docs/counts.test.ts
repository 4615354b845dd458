// Numbers that pages give of what helix has are those of the code, and docs/SEEDS.md says of each row what tries it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GUARD_PLACES } from "../../src/clients/claude-code/guard-hooks.ts";
import { languageNames } from "../../src/code/languages.ts";
import { SETTING_NAMES, settingOf } from "../../src/config/settings.ts";
import { TOOLS } from "../../src/features/tools.ts";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { COMMAND_GROUPS } from "../../src/surfaces/cli/help.ts";
import { repositoryRoot } from "../support/helix-binary.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const WORDS = "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);

describe("how many", () => {
  const tools = WORDS[TOOLS.length];
  const guards = WORDS[GUARD_PLACES.length];
  const languages = `${new Set(languageNames()).size} languages`;

  test.each([
    ["docs/BOUNDS.md", `${tools} tools`],
    ["docs/HOOKS.md", `Beside these nine, ${guards} hooks hold`],
    ["docs/SEEDS.md", `the same nine, and ${guards} for plans`],
    ["docs/SEEDS.md", languages],
    ["docs/TOOLS.md", languages],
    ["README.md", languages],
    ["CHANGELOG.md", languages],
  ])("%s: %s", (path, said) => {
    expect(read(path).replaceAll("\n", " ").includes(said)).toBe(true);
  });
});

test("each command is in one group of the help, and in the same of docs/TOOLS.md", async () => {
  const names = (await allCommands()).map(({ name }) => name);
  const groups = Object.entries(COMMAND_GROUPS).map(([title, group]) => [title, group.split(" ")] as const);
  expect(groups.flatMap(([, group]) => group).sort()).toEqual([...names].sort());
  const page = read("docs/TOOLS.md");
  for (const [title, group] of groups) {
    const [, row = ""] = page.split(`\n| ${title} | `);
    const shown = [...row.split("\n")[0]!.matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name!);
    expect([title, shown.filter((name) => names.includes(name)).sort()]).toEqual([title, [...group].sort()]);
  }
});

test("docs/CONFIGURATION.md says of each setting that a project may narrow what it may do", () => {
  const [, section = ""] = read("docs/CONFIGURATION.md").split("## What may a project's file do?\n");
  const listed = [...section.split("\nEverything else")[0]!.matchAll(/`([a-z]+\.[a-z]+)`/g)].map(([, key]) => key!);
  const narrowing = SETTING_NAMES.filter((name) => settingOf(name).narrows === true);
  expect([...new Set(listed)].sort()).toEqual([...narrowing].sort());
});

test("each row of docs/SEEDS.md has what tries it, or why there is nothing", () => {
  const rows = read("docs/SEEDS.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| the seed had"))
    .map((line) => line.split(/ ?\| ?/).slice(1, -1));
  expect(rows.length).toBeGreaterThan(150);
  const bad = rows.filter(
    ([, where = "", tried = ""]) => tried.trim() === "" && !/left out|no requirement/i.test(where),
  );
  expect(bad).toEqual([]);
  expect(rows.filter((cells) => cells.length !== 3).map(([had]) => had)).toEqual([]);
});
