// Words of bash: whatever a name holds, wherever the cursor stands in it and in whatever quotes, bash reads the line that
// was completed as that one word.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { continueInBash, type Quoting, readBashLine } from "../../../../src/surfaces/completion/shell-word.ts";

describe("a line", () => {
  test.each([
    ["helix read my\\ to", ["helix", "read"], "my to", "none"],
    ["helix read 'my to", ["helix", "read"], "my to", "single"],
    ['helix read "my \\$ to', ["helix", "read"], "my $ to", "double"],
    ["helix read $'a\\012b\\'", ["helix", "read"], "a\nb'", "ansi"],
    ["helix read it\\", ["helix", "read"], "it", "backslash"],
    ["helix 'two words' \"\" ", ["helix", "two words", ""], "", "none"],
    ["helix read >out x 2> err ", ["helix", "read", "x"], "", "none"],
  ])("%s", (line, words, typed, quoting) => {
    expect(readBashLine(line)).toEqual({ words, typed, quoting, isRedirected: false });
  });

  test.each(["helix export > no", "helix export >no", "helix export 2>", "helix import < "])("%s: a file", (line) => {
    expect(readBashLine(line)).toMatchObject({ words: ["helix", line.split(" ")[1]], isRedirected: true });
  });
});

/** What opens quotes of each kind. */
const OPENED: readonly (readonly [string, Quoting])[] = [
  ["", "none"],
  ["'", "single"],
  ['"', "double"],
  ["$'", "ansi"],
];
const name = fc.string({ unit: fc.constantFrom(..."ab'\"\\$`!*?[]{}()<>|&;#~= \n\t\u001b\u007f%é語"), maxLength: 12 });

test("any name, from any place in it, in any quotes", () => {
  const cases = fc.sample(fc.tuple(name, name, fc.constantFrom(...OPENED)), 600);
  const script: string[] = [];
  const wanted: string[] = [];
  for (const [typed, rest, [open, quoting]] of cases) {
    const begun = open + continueInBash("", typed, quoting);
    const read = readBashLine(`helix ${begun}`);
    expect(read.typed, begun).toBe(typed);
    const completed = continueInBash(begun, rest, read.quoting);
    // bash closes the quotes of a whole word, unless it ends in one.
    const quote = read.quoting === "double" ? '"' : read.quoting === "none" ? "" : "'";
    script.push(`printf '%s\\0' ${completed.endsWith(quote) ? completed : completed + quote}`);
    wanted.push(typed + rest);
  }
  const { stdout, stderr } = spawnSync("bash", ["--norc", "--noprofile"], {
    input: script.join("\n"),
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8" },
  });
  expect(stderr).toBe("");
  expect(stdout.split("\0").slice(0, -1)).toEqual(wanted);
});

test("behind a backslash the next character is that one", () => {
  expect(continueInBash("a\\", " b", "backslash")).toBe("a\\ b");
  expect(continueInBash("a\\", "$ x", "backslash")).toBe("a\\$\\ x");
});
