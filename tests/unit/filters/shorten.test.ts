// What becomes of an output: whole with its reason, or shorter by a filter, or by the built-in shortening.

import { describe, expect, test } from "vitest";
import { FilterSet } from "../../../src/filters/filter-set.ts";
import { readFilters } from "../../../src/filters/read-filters.ts";
import { BUILT_IN, shorten } from "../../../src/filters/shorten.ts";

const filters = new FilterSet([
  readFilters(
    `[filters.frob]
match_command = '^frob\\b'
strip_lines_matching = ['^step ']
[filters.weak]
match_command = '^weak\\b'
strip_lines_matching = ['^nothing like it$']
[filters.stays]
match_command = '^stays\\b'
whole = true
[filters.brave]
match_command = '^brave\\b'
on_failure = "filter"
strip_lines_matching = ['^step ']
[filters.broken]
match_command = '^broken\\b'
strip_lines_matching = ['(']
[filters.shy]
match_command = '^shy\\b'
unless = 'result 7'
strip_lines_matching = ['^']`,
    "user",
    "x.toml",
  ),
]);
const still = { now: () => 0 };
const noise = Array.from({ length: 300 }, (_, at) => `step ${at} of the build of module ${at * 7}`).join("\n");
const text = `${noise}\nsrc/a.ts:3:7: error: no such name\n${noise}\nresult 7\n`;
const of = (command: string, output = text, isFailure = false, clock = still) =>
  shorten({ command, text: output, isFailure }, filters, clock);

test("a filter's output has what it leaves, and each line that tells of an error", () => {
  expect(of("cd x && frob --all 2>&1 | tail -900")).toEqual({
    kind: "shortened",
    text: "src/a.ts:3:7: error: no such name\nresult 7",
    program: "frob",
    filter: "frob",
    linesLeftOut: 600,
  });
});

test("without a filter, and behind one that leaves much, the built-in shortening helps", () => {
  for (const [command, filter] of [
    ["else --all", BUILT_IN],
    ["weak", "weak"],
    ["shy", BUILT_IN],
    ["frob && weak", BUILT_IN],
  ] as const) {
    const result = of(command);
    expect(result).toMatchObject({ kind: "shortened", filter });
    if (result.kind !== "shortened") return;
    expect(result.text.length).toBeLessThan(text.length / 4);
    expect(result.text.split("\n")).toContain("src/a.ts:3:7: error: no such name");
    expect(result.linesLeftOut).toBeGreaterThan(400);
  }
});

describe("an output stays whole", () => {
  test.each<[string, string, string, boolean, string]>([
    ["below 2 kB", "frob", noise.slice(0, 2000), false, "below 2048 bytes"],
    ["of a command that failed", "frob", text, true, "the command failed"],
    ["of a command that failed, without a filter", "else", text, true, "the command failed"],
    ["where its filter says so", "stays", text, false, "the filter stays leaves it whole"],
    ["of a diff", "git diff", text, false, "a diff"],
    ["of help", "frob --help", text, false, "help"],
    ["that is no text", "frob", `\0${text}`, false, "no text"],
    ["of many control characters", "frob", `${"\u0002\u0003".repeat(400)}${text}`, false, "no text"],
    ["of many broken characters", "frob", `${"\ufffd".repeat(4000)}${text}`, false, "no text"],
    ["that is very long", "frob", "x".repeat(16 * 1024 * 1024 + 1), false, "longer than 16 MB"],
    [
      "of which little could go",
      "else",
      Array.from({ length: 90 }, (_, at) => `${at} error: thing ${at} is ${at * at} long`).join("\n"),
      false,
      "shortening would save little",
    ],
  ])("%s", (_name, command, output, isFailure, why) => {
    expect(of(command, output, isFailure)).toEqual({ kind: "whole", why });
  });

  test("where an expression of its filter does not compile", () => {
    expect(of("broken")).toEqual({
      kind: "whole",
      why: expect.stringMatching(/^the filter broken is at fault: the expression "\(" /),
    });
  });

  test("where the time is spent", () => {
    let time = 0;
    expect(of("frob", text, false, { now: () => (time += 1000) })).toEqual({
      kind: "whole",
      why: "shortening took too long",
    });
  });
});

test("the output of a command that failed is shortened where its filter says so", () => {
  expect(of("brave", text, true)).toMatchObject({ kind: "shortened", filter: "brave" });
});
