// docs/TRANSCRIPT.md is of commands that there are, and of the session that helix demo plays now.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { SCENES } from "../../src/surfaces/demo/demo-scenes.ts";
import { repositoryRoot } from "../support/helix-binary.ts";

const page = readFileSync(`${repositoryRoot}/docs/TRANSCRIPT.md`, "utf8");

test("its commands exist, but for the slip that it shows", async () => {
  const names = (await allCommands()).map(({ name }) => name);
  const typed = [...page.matchAll(/^\$ (?:cd shop && )?helix (\S+)/gm)].map(([, name]) => name!);
  expect(typed.filter((name) => !name.startsWith("-") && !names.includes(name))).toEqual(["serach"]);
});

test("has each scene of the demonstration, and what is told in it", () => {
  for (const { name, about, steps } of SCENES) {
    expect(page).toContain(`\n${name}: ${about}\n`);
    for (const step of steps) {
      const told = step.kind === "command" ? step.words[0]! : step.told.replace(/\{\w+\}.*$/, "");
      expect(page, "npm run transcript writes it").toContain(told);
    }
  }
});
