// Numbers that pages give of what helix has are those of the code, and docs/SEEDS.md says of each row what tries it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GUARD_PLACES } from "../../src/clients/claude-code/guard-hooks.ts";
import { RECORDS_NAME } from "../../src/clients/claude-code/install-record.ts";
import { FOLDER_NAME as PLUGIN_FOLDER } from "../../src/clients/claude-code/plugin-state.ts";
import { languageNames } from "../../src/code/languages.ts";
import { USER_FILE } from "../../src/config/setting-file.ts";
import { SETTING_NAMES, settingOf } from "../../src/config/settings.ts";
import { LOG_NAME } from "../../src/engine/log/data-log.ts";
import { LIFT_FILE } from "../../src/events/lift.ts";
import { EVENTS_FOLDER } from "../../src/events/log/event-writer.ts";
import { SESSIONS_FOLDER } from "../../src/events/session-store.ts";
import { CHECKPOINT_NAME } from "../../src/features/checkpoint/checkpoint-file.ts";
import { PRICES_NAME } from "../../src/features/gain/price-table.ts";
import { TOOLS } from "../../src/features/tools.ts";
import { OUTPUTS_FOLDER } from "../../src/filters/kept/kept-outputs.ts";
import { TRUST_FILE } from "../../src/filters/trusted-files.ts";
import { PROJECTS_NAME } from "../../src/notes/projects/known-projects.ts";
import { INDEX_NAME } from "../../src/notes/store/log-follower.ts";
import { NOTE_VECTORS_NAME } from "../../src/notes/store/note-vectors.ts";
import { AUTHORS_NAME } from "../../src/notes/store/transaction-authors.ts";
import { PLANS_FOLDER } from "../../src/plan/plan-paths.ts";
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

test("docs/TOOLS.md names what is in a knowledge base directory", () => {
  const [, section = ""] = read("docs/TOOLS.md").split("## What is kept, and how\n");
  const files = [LOG_NAME, INDEX_NAME, NOTE_VECTORS_NAME, AUTHORS_NAME, CHECKPOINT_NAME, USER_FILE, TRUST_FILE];
  const others = [PRICES_NAME, LIFT_FILE, PROJECTS_NAME, RECORDS_NAME];
  const folders = [SESSIONS_FOLDER, EVENTS_FOLDER, PLANS_FOLDER, OUTPUTS_FOLDER, PLUGIN_FOLDER].map(
    (name) => `${name}/`,
  );
  expect([...files, ...others, ...folders].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
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
