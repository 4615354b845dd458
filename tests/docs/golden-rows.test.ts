// Every row of the tables that describe the tools has a golden test that is named by it: each parameter (`"limit: ..."`
// or `"detail=full: ..."`) and each action (`"action=rename: ..."`), in a file of the tool's name.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadTools } from "../../src/features/tools.ts";

const FEATURES = await loadTools();

const GOLDEN = join(import.meta.dirname, "../golden");

/** The names of the tests in the files of a tool. */
function testNames(tool: string): string[] {
  const name = new RegExp(`^${tool.replace("_", "")}(?:-[a-z-]+)?\\.test\\.ts$`);
  const texts = readdirSync(GOLDEN)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(GOLDEN, file), "utf8"));
  // Names stand in calls of `test`, and in the tables of `test.each`.
  return texts.flatMap((text) =>
    [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map((match) => match[1] ?? match[2]!),
  );
}

describe.each(FEATURES.map(({ name, parameters }) => ({ name, parameters })))("$name", ({ name, parameters }) => {
  const names = testNames(name);
  const isTested = (row: string) => names.some((title) => title.startsWith(`${row}:`) || title.startsWith(`${row}=`));

  test.each(Object.keys(parameters))("parameter %s", (parameter) => {
    expect(names.length).toBeGreaterThan(0);
    expect(isTested(parameter), `no golden test is named "${parameter}: ..."`).toBe(true);
  });

  const action = parameters.action;
  if (action?.kind !== "choice") return;
  test.each(action.choices)("action %s", (value) => {
    expect(isTested(`action=${value}`), `no golden test is named "action=${value}: ..."`).toBe(true);
  });
});
