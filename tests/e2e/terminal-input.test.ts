// Commands that read standard input, at a terminal: they say what they wait for. Where input comes from a file or a
// pipe they say nothing.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { withoutIds } from "../support/note-ids.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const END_OF_INPUT = "\u0004";

const hasScript = spawnSync("script", ["-qec", "true", "/dev/null"], { input: "" }).status === 0;
if (!hasScript) skipLoudly("there is no script(1) to make a pseudo-terminal with");

test.skipIf(!hasScript).each([
  ["store notes", "note", "a note that was typed", "stored in notes"],
  ["store notes -", "note", "a note that was typed", "stored in notes"],
  ["import", "import", '[{"topic":"notes","text":"x"}]', "imported 1 entry into 1 topic"],
])("helix %s", (words, what, typed, answer) => {
  const cwd = folder();
  const env = { PATH: process.env.PATH ?? "", HOME: cwd, HELIX_KB: folder(), HELIX: helixBinary(), TERM: "dumb" };
  const { stdout } = spawnSync("script", ["-qec", `"$HELIX" ${words}`, "/dev/null"], {
    cwd,
    env,
    encoding: "utf8",
    input: `${typed}\n${END_OF_INPUT}`,
  });
  expect(stdout).toContain(`reading the ${what} from the terminal: end with Ctrl-D\r\n`);
  expect(withoutIds(stdout)).toContain(`${answer}\r\n`);
});

test("nothing is said where nobody types", () => {
  const options = { cwd: folder(), base: folder() };
  for (const words of [
    ["store", "notes"],
    ["store", "notes", "-"],
  ]) {
    expect(runHelix(words, { ...options, input: "a note" })).toMatchObject({ status: 0, stderr: "" });
  }
});
