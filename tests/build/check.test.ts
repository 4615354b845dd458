// The two steps of `npm run check` that are no tests themselves: types, and format and lint. The third is
// tests/tidy.test.ts. So that `npm test`, which is all that continuous integration runs, lets nothing through that `npm
// run check` would stop.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";

function runTool(name: string, args: string[]): { exitCode: number | null; output: string } {
  const program = join(repositoryRoot, "node_modules", ".bin", name);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: repositoryRoot, encoding: "utf8" });
  return { exitCode: status, output: `${stdout}${stderr}` };
}

test("the types agree", () => {
  const { exitCode, output } = runTool("tsc", ["--noEmit", "-p", "."]);
  expect(exitCode, output).toBe(0);
});

test("format and lint have nothing to say", () => {
  const { exitCode, output } = runTool("biome", ["check", "--error-on-warnings", "."]);
  expect(exitCode, output).toBe(0);
});
