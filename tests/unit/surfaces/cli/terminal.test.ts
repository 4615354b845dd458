// How texts fit a terminal.

import { expect, it } from "vitest";
import { cutToWidth, wrapped } from "../../../../src/surfaces/cli/terminal.ts";

it.each([
  ["short", 10, "short"],
  ["exactly 10", 10, "exactly 10"],
  ["eleven here", 10, "eleven he…"],
  // A wide letter takes two columns.
  ["漢字漢字", 8, "漢字漢字"],
  ["漢字漢字漢字", 8, "漢字漢…"],
  ["漢字漢字", 7, "漢字漢…"],
])("%j cut to %i columns", (line, width, cut) => {
  expect(cutToWidth(line, width)).toBe(cut);
  expect(Bun.stringWidth(cut)).toBeLessThanOrEqual(width);
});

it("wraps between words, and leaves a long word whole", () => {
  expect(wrapped("one two three four five six", 20)).toEqual(["one two three four", "five six"]);
  expect(wrapped(`a ${"x".repeat(30)} b`, 20)).toEqual(["a", "x".repeat(30), "b"]);
  expect(wrapped("", 20)).toEqual([""]);
});
