// Files of filters: what is read of them, and what is said of those that are wrong.

import { describe, expect, test } from "vitest";
import { expressionProblems } from "../../../src/filters/filter-check.ts";
import { FILTER_KEYS } from "../../../src/filters/filter-definition.ts";
import { FILE_BYTES_MAX, FILTERS_MAX, readFilters } from "../../../src/filters/read-filters.ts";

const read = (text: string) => readFilters(text, "user", "my.toml");
const problem = (line: string) => read(`[filters.make]\nmatch_command = "^make"\n${line}\n`).problems;

test("RTK's keys are read as they stand in its files", () => {
  const { filters, tests, problems } = read(`
schema_version = 1
[filters.brew]
description = "Installing"
match_command = "^brew\\\\s+install\\\\b"
strip_ansi = true
filter_stderr = true
replace = [{ pattern = "\\\\d+s", replacement = "Ns" }]
match_output = [
  { pattern = "already installed", message = "ok (there)", unless = "error" },
  { pattern = "done", message = "ok" },
]
strip_lines_matching = ["^==> Downloading", "^\\\\s*$"]
truncate_lines_at = 120
head_lines = 10
tail_lines = 5
max_lines = 40
on_empty = "brew: ok"

[[tests.brew]]
name = "there already"
input = "wget is already installed"
expected = "ok (there)"
`);
  expect(problems).toEqual([]);
  expect(filters).toMatchObject([
    {
      name: "brew",
      matchCommand: "^brew\\s+install\\b",
      filterStderr: true,
      replace: [{ pattern: "\\d+s", replacement: "Ns" }],
      matchOutput: [
        { message: "ok (there)", unless: "error" },
        { message: "ok", unless: null },
      ],
      stripLines: ["^==> Downloading", "^\\s*$"],
      headLines: 10,
      tailLines: 5,
      maxLines: 40,
      truncateLinesAt: 120,
      onEmpty: "brew: ok",
      onFailure: "whole",
    },
  ]);
  expect(tests).toMatchObject([{ filter: "brew", file: "my.toml", name: "there already", expected: "ok (there)" }]);
});

test("the example of every key is accepted", () => {
  for (const [key, { example }] of Object.entries(FILTER_KEYS)) {
    const own = key === "match_command" ? "" : 'match_command = "^make"\n';
    const { filters, problems } = read(`[filters.make]\n${own}${example}\n`);
    expect({ key, problems }).toEqual({ key, problems: [] });
    expect(filters.flatMap(expressionProblems)).toEqual([]);
  }
});

describe("what is wrong is said in one line with file, filter and key", () => {
  test.each([
    ["strip_lines = []", 'my.toml: filter make: "strip_lines" is no key; did you mean strip_lines_matching?'],
    ["max_line = 3", 'my.toml: filter make: "max_line" is no key; did you mean max_lines?'],
    ["max_lines = -1", "my.toml: filter make: max_lines is a whole number from 0 to 1000000, e.g. max_lines = 50"],
    ['max_lines = "3"', "my.toml: filter make: max_lines is a whole number from 0 to 1000000, e.g. max_lines = 50"],
    ["strip_ansi = 1", "my.toml: filter make: strip_ansi is true or false, e.g. strip_ansi = true"],
    ['on_failure = "keep"', 'my.toml: filter make: on_failure is whole or filter, e.g. on_failure = "filter"'],
    ["strip_lines_matching = [3]", /strip_lines_matching is a list of at most 200 expressions, e\.g\. strip_lines_/],
    ['replace = [{ pattern = "a" }]', /replace is a list of at most 200 \{ pattern, replacement \}, e\.g\. replace = /],
    ['match_output = [{ pattern = "a", message = "b", x = "c" }]', /match_output is a list .* e\.g\. match_output = /],
    ['strip_lines_matching = ["a"]\nkeep_lines_matching = ["b"]', /cannot go together: give one$/],
  ])("%s", (line, expected) => {
    const problems = problem(line);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain("\n");
    if (typeof expected === "string") expect(problems[0]).toBe(expected);
    else expect(problems[0]).toMatch(expected);
  });

  test.each([
    ["[filters.make", /^my\.toml: line 1, column \d+: no TOML: [^\n]*[^\n:]$/],
    ["[filters.bad\nmatch = 1", "my.toml: line 1, column 13: no TOML: illegal character in key"],
    ['x = 1\n[filters.make]\nmatch_command = "^make"', /^my\.toml: "x" is no key/],
    ["schema_version = 2", "my.toml: schema_version 2 is not known: 1 is accepted"],
    ["filters = 3", "my.toml: filters and tests are tables, e.g. [filters.make]"],
    ["[filters.make]\nmax_lines = 3", /match_command is missing, e\.g\. match_command = /],
    ['[filters."a b"]\nmatch_command = "^a"', /its name is not accepted/],
    ['[[tests.make]]\nname = "a"', "my.toml: tests of make: each has name, input and expected as text"],
  ])("%s", (text, expected) => {
    const { problems } = read(text);
    expect(problems).toHaveLength(1);
    if (typeof expected === "string") expect(problems[0]).toBe(expected);
    else expect(problems[0]).toMatch(expected);
  });

  test("an expression that does not compile is named", () => {
    const { filters } = read('[filters.make]\nmatch_command = "^make"\nstrip_lines_matching = ["(a"]');
    expect(filters.flatMap(expressionProblems)).toEqual([
      'my.toml: filter make: strip_lines_matching: the expression "(a" is not accepted: missing closing ): `(a`, e.g. "^make\\\\b"',
    ]);
  });
});

test("one wrong filter leaves the others of its file", () => {
  const { filters, problems } = read('[filters.a]\nmatch_command = 3\n[filters.b]\nmatch_command = "^b"\n');
  expect(filters.map(({ name }) => name)).toEqual(["b"]);
  expect(problems).toHaveLength(1);
});

test("files and the number of filters are bounded", () => {
  expect(read(`# ${"x".repeat(FILE_BYTES_MAX)}`).problems[0]).toMatch(/bytes: at most 262144 are accepted/);
  const many = Array.from({ length: FILTERS_MAX + 1 }, (_, at) => `[filters.f${at}]\nmatch_command = "^f"\n`).join("");
  const { filters, problems } = read(many);
  expect(filters).toHaveLength(FILTERS_MAX);
  expect(problems).toEqual(["my.toml: 201 filters: at most 200 are read"]);
});
