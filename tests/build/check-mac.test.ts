// `npm run check:mac` works: everything in it that this machine has the like of is tried here, so that somebody with a
// Mac is told of the Mac and not of the script.

import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { TIMEOUT_SCALE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const isMac = process.platform === "darwin";

function check(temporary: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync("node", [join(repositoryRoot, "scripts", "check-mac.mjs"), ...words], {
    cwd: temporary,
    env: { PATH: process.env.PATH, HOME: temporary, TMPDIR: temporary, HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE },
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n"), stderr };
}

test("all that this machine has the like of is tried, and nothing fails", () => {
  const temporary = folder();
  const { status, lines, stderr } = check(temporary, "--here", "--binary", helixBinary());
  expect(lines.filter((line) => line.startsWith("FAILED"))).toEqual([]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  if (!isMac) {
    const skipped = lines.filter((line) => line.startsWith("skipped"));
    expect(skipped.filter((line) => !/only on macOS$|the binary is none of macOS$/.test(line))).toEqual([]);
    expect(skipped).toHaveLength(5);
  }
  // Nothing is left behind, and nothing was made in the home.
  expect(readdirSync(temporary)).toEqual([]);
});

test("what fails is told with what was expected, and with the exit code", () => {
  const temporary = folder();
  const program = join(folder(), "helix");
  writeFileSync(program, "#!/bin/sh\necho nonsense\n");
  chmodSync(program, 0o755);
  const { status, lines } = check(temporary, "--here", "--binary", program, "--only", "it starts");
  expect(lines).toEqual([
    'FAILED   it starts: expected /^helix \\S+ \\(.*\\)\\n$/, saw "nonsense\\n"',
    "0 passed, 1 failed, 0 skipped",
  ]);
  expect(status).toBe(1);
});

test("where nothing can be tried, that is said", () => {
  const temporary = folder();
  const outcomes: [string[], string][] = [
    [["--here", "--binary", join(temporary, "none")], "is not there: build it"],
    [["--wrong"], "unknown option --wrong; usage: npm run check:mac"],
    ...(isMac ? [] : ([[[], "no Mac: npm run check:mac -- --here"]] as [string[], string][])),
  ];
  for (const [words, said] of outcomes)
    expect(check(temporary, ...words)).toMatchObject({ status: 2, lines: [""], stderr: expect.stringContaining(said) });
});
