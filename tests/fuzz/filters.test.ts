// Any bytes as an output through bundled filters, and any bytes as a file of filters: no error, bounded, never longer.

import { expect, test } from "vitest";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

const PIECES = [
  ...'error: warning: FAIL ok ✓ \u001b[31m \u001b[0m \u001b]0;t\u0007 \u001b[2K \r \r\n \t   \ud800 \ufeff {" [1, }] :3:7: src/a.ts ... (×3) 100% Compiling Downloading -rw-r--r-- Traceback'.split(
    " ",
  ),
  "",
  "  at f (a.js:1:2)",
  "=".repeat(40),
];
async function loadOutputs(): Promise<Check> {
  const { bundledFiles, FilterSet } = await import("../../src/filters/filter-set.ts");
  const { shorten } = await import("../../src/filters/shorten.ts");
  const set = new FilterSet(bundledFiles());
  const commands = set.list().map(({ filter }) => commandFor(filter.matchCommand));
  let turn = 0;
  return (input) => {
    const text = Buffer.from(input).toString("utf8").padEnd(2048, "x\n");
    for (const command of [commands[turn++ % commands.length]!, "unknown"]) {
      let time = 0;
      const result = shorten({ command, text, isFailure: false }, set, { now: () => time++ / 1000 });
      if (result.kind === "whole") expect(result.why).not.toMatch(/at fault/);
      else expect(Buffer.byteLength(result.text)).toBeLessThan(Buffer.byteLength(text));
    }
  };
}

/** A command that the expression may match: its letters up to the first that is none. */
function commandFor(pattern: string): string {
  return pattern
    .replace(/^\^(?:\(\?:)?/, "")
    .replaceAll("\\s+", " ")
    .replace(/[\\(|[).?*+$].*$/, "");
}

function generateOutput(next: Random): string {
  const some = Array.from({ length: 1 + next(8) }, () => PIECES[next(PIECES.length)]!);
  const lines = Array.from({ length: 1 + next(400) }, () =>
    Array.from({ length: next(6) }, () => some[next(some.length)]!).join(" "),
  );
  return lines.join("\n");
}

test("an output of any bytes is shortened within bounds", async () => {
  await fuzz({
    name: "filters-output",
    executions: 300,
    seeds: ["make[1]: Entering directory\n".repeat(100), "a\r".repeat(2000), `{"a":[${"1,".repeat(500)}1]}`, ""],
    dictionary: PIECES,
    generate: generateOutput,
    load: loadOutputs,
  });
});

const KEYS = `schema_version = 1|[filters.a]|match_command = "^a"|strip_lines_matching = ["^b", "("]|max_lines = 3|\
replace = [{ pattern = "a", replacement = "$1" }]|match_output = [{ pattern = ".", message = "ok" }]|json = true|\
keep_lines_matching = ['\\p{L}{1,900}']|truncate_lines_at = 1|on_empty = ""|[[tests.a]]|name = "x"|input = ""|expected = ""|\
= = =|[filters."a b"]|head_lines = -1|tail_lines = 0|dedupe_lines = true|dedupe_blocks = 1|unless = "(?m)^x"|'((((((((a{9}){9}){9})'`.split(
  "|",
);

async function loadFiles(): Promise<Check> {
  const { readFilters } = await import("../../src/filters/read-filters.ts");
  const { expressionProblems, runTests } = await import("../../src/filters/filter-check.ts");
  const { FilterSet } = await import("../../src/filters/filter-set.ts");
  const { shorten } = await import("../../src/filters/shorten.ts");
  const text = "a b c\n".repeat(500);
  return (input) => {
    const file = readFilters(Buffer.from(input).toString("utf8"), "user", "x.toml");
    for (const problem of file.problems) expect(problem).toMatch(/^x\.toml: [^\n]{1,1000}$/);
    const set = new FilterSet([file]);
    for (const { filter } of set.list()) {
      for (const problem of expressionProblems(filter)) expect(problem).not.toContain("\n");
      runTests(filter, file.tests, () => 0);
      const result = shorten({ command: commandFor(filter.matchCommand), text, isFailure: false }, set, {
        now: () => 0,
      });
      if (result.kind === "shortened") expect(result.text.length).toBeLessThan(text.length);
    }
  };
}

test("a file of filters of any bytes is read within bounds", async () => {
  await fuzz({
    name: "filters-file",
    executions: 300,
    seeds: ['[filters.a]\nmatch_command = "^a"\nmax_lines = 3\n', ""],
    dictionary: KEYS,
    generate: (next) => Array.from({ length: 1 + next(12) }, () => KEYS[next(KEYS.length)]!).join("\n"),
    load: loadFiles,
  });
});
